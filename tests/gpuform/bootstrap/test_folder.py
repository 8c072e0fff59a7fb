"""Where templates are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuform.bootstrap import folder, templates
from gpuform.errors import MissingError


@pytest.mark.parametrize("place", ["gpuform/templates", "templates"], ids=["wheel", "source tree"])
def test_folder(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / place / "cloud-init").mkdir(parents=True)
    monkeypatch.setattr(folder, "PACKAGE", tmp_path / "gpuform")
    assert templates("cloud-init") == tmp_path / place / "cloud-init"


def test_no_folder_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "PACKAGE", tmp_path / "gpuform")
    with pytest.raises(MissingError, match="templates/cloud-init"):
        templates("cloud-init")
