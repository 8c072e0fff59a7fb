"""gpuform: one declarative spec of a GPU cluster, resolved, judged and spelled for the clouds."""

from typing import Any


def __getattr__(name: str) -> Any:
    """`__version__`, looked up only when asked: the look-up costs more than checking a spec."""
    if name != "__version__":
        raise AttributeError(name)
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("gpuform")
    except PackageNotFoundError:  # a source tree that was never installed
        return "0+source"
