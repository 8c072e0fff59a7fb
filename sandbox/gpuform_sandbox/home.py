"""The sandbox's folder: where the engine's state, the stand-in clouds' inventory and the launchers lie."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

HOME_VARIABLE = "GPUFORM_SANDBOX_HOME"


@dataclass(frozen=True)
class Home:
    """Every path of one sandbox folder."""

    folder: Path

    @property
    def state(self) -> Path:
        """The engine's file backend."""
        return self.folder / "state"

    @property
    def engine(self) -> Path:
        """The engine's own folder (`PULUMI_HOME`): plugins, selected stacks."""
        return self.folder / "engine"

    @property
    def plugins(self) -> Path:
        return self.engine / "plugins"

    @property
    def inventory(self) -> Path:
        """What "exists in the cloud": one JSON file per object, per project and stack."""
        return self.folder / "inventory"

    @property
    def faults(self) -> Path:
        """Faults to inject; see docs/sandbox.md."""
        return self.folder / "faults.json"

    @property
    def faults_seen(self) -> Path:
        """How often each fault has been met so far."""
        return self.folder / "faults-seen.json"

    @property
    def foreign(self) -> Path:
        """What exists in the account but was not made by a stack of this sandbox."""
        return self.folder / "foreign.json"


def home_beside(project: Path) -> Home:
    """The folder named by `GPUFORM_SANDBOX_HOME`, else `.gpuform/sandbox` beside the project's Pulumi.yaml."""
    named = os.environ.get(HOME_VARIABLE)
    return Home(Path(named).absolute() if named else project / ".gpuform" / "sandbox")
