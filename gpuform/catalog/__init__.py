"""What the clouds sell, as dated rows: machines, zones, disks, images, drivers, Lustre, limits, prices."""

from gpuform.catalog.catalog import Catalog
from gpuform.catalog.known import KNOWN, known
from gpuform.catalog.load import load
from gpuform.catalog.model import (
    Card,
    CudaFloor,
    DiskLimits,
    FabricKind,
    GpuSoftware,
    ImageFamily,
    Limit,
    LustreOffer,
    Machine,
    Market,
    NicType,
    Price,
    Zone,
)

__all__ = [
    "KNOWN",
    "Card",
    "Catalog",
    "CudaFloor",
    "DiskLimits",
    "FabricKind",
    "GpuSoftware",
    "ImageFamily",
    "Limit",
    "LustreOffer",
    "Machine",
    "Market",
    "NicType",
    "Price",
    "Zone",
    "known",
    "load",
]
