"""The stack's configuration file is as the user wrote it before and after."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuform_sandbox.config_file import config_file, has_own_salt, unchanged
from gpuform_sandbox.home import Home

TEXT = "config:\n  aws:region: us-east-1\n"
SALT = "encryptionsalt: v1:abc=:v1:def==\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "stacks").mkdir(parents=True)
    (folder / "Pulumi.yaml").write_text("name: trial\nstackConfigDir: stacks\n")
    return folder


def engine_adds_its_line(file: Path) -> None:
    text = file.read_text() if file.exists() else ""
    if "encryptionsalt" not in text:
        file.write_text(text + ("\n" if text and not text.endswith("\n") else "") + SALT)


def test_place(project: Path) -> None:
    assert config_file(project, "dev") == project / "stacks" / "Pulumi.dev.yaml"
    (project / "Pulumi.yaml").write_text("name: trial\n")
    assert config_file(project, "dev") == project / "Pulumi.dev.yaml"


@pytest.mark.parametrize("before", [TEXT, TEXT.rstrip("\n"), ""])
def test_the_line_is_kept_in_the_sandbox(home: Home, project: Path, before: str) -> None:
    file = config_file(project, "dev")
    if before:
        file.write_text(before)
    for _ in range(2):
        with unchanged(home, project, "dev"):
            engine_adds_its_line(file)
            assert SALT in file.read_text() + "\n"
        assert (file.read_text().strip() if file.exists() else "") == before.strip()


def test_the_user_s_own_line_is_left_alone(home: Home, project: Path) -> None:
    file = config_file(project, "dev")
    file.write_text(TEXT + SALT)
    assert has_own_salt(home, project, "dev")
    with unchanged(home, project, "dev"):
        pass
    assert file.read_text() == TEXT + SALT
    assert not has_own_salt(home, project, "other")


def test_what_a_run_configures_stays(home: Home, project: Path) -> None:
    file = config_file(project, "dev")
    file.write_text(TEXT)
    with unchanged(home, project, "dev"):
        file.write_text(TEXT + "  trial:size: 3\n" + SALT)
    assert file.read_text() == TEXT + "  trial:size: 3\n"


def test_a_secret_keeps_its_salt(home: Home, project: Path) -> None:
    file, text = config_file(project, "dev"), TEXT + "  trial:key:\n    secure: v1:x\n" + SALT
    file.write_text(TEXT)
    with unchanged(home, project, "dev"):
        file.write_text(text)
    assert file.read_text() == text


def test_also_after_a_failure(home: Home, project: Path) -> None:
    file = config_file(project, "dev")
    file.write_text(TEXT)

    def interrupted() -> None:
        with unchanged(home, project, "dev"):
            engine_adds_its_line(file)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert file.read_text() == TEXT


def test_without_a_stack(home: Home, project: Path) -> None:
    with unchanged(home, project, ""):
        pass
    assert not home.folder.exists()
