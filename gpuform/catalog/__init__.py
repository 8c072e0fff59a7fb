"""What the clouds sell, as dated rows: machines, zones, disks, images, drivers, Lustre, limits, prices."""

from gpuform.catalog.catalog import Catalog
from gpuform.catalog.load import known, load
from gpuform.catalog.model import (
    Card,
    CudaFloor,
    DiskLimits,
    FabricKind,
    GpuSoftware,
    ImageFamily,
    LustreOffer,
    Machine,
    Market,
    NicType,
    Price,
)

__all__ = [
    "Card",
    "Catalog",
    "CudaFloor",
    "DiskLimits",
    "FabricKind",
    "GpuSoftware",
    "ImageFamily",
    "LustreOffer",
    "Machine",
    "Market",
    "NicType",
    "Price",
    "known",
    "load",
]
