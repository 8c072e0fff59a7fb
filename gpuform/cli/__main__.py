"""`python -m gpuform.cli` is `gpuform`."""

from gpuform.cli import main

main()
