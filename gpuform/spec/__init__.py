"""The spec: what a user writes, read into closed, frozen models with the line of every value."""

from gpuform.spec.document import Document, Place, parse, read
from gpuform.spec.load import Loaded, load, loaded
from gpuform.spec.models import ClusterSpec, Needs

__all__ = ["ClusterSpec", "Document", "Loaded", "Needs", "Place", "load", "loaded", "parse", "read"]
