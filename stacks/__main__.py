"""One stack: the spec `<stack>.yaml` beside this file (or `GPUFORM_SPEC`), resolved and built on its cloud."""

from gpuform_components.program import build, spec_file

build(spec_file())
