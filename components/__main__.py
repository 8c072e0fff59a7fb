"""The package as a Pulumi plugin: `gpuform:index:GpuCluster` for programs in any language."""

from pulumi.provider.experimental import component_provider_host

from gpuform import __version__
from gpuform_components.any_language import GpuCluster

if __name__ == "__main__":
    component_provider_host(name="gpuform", components=[GpuCluster], version=__version__)
