"""Boot scripts: read whole, or refused with the reason."""

from __future__ import annotations

import os

import pytest

from gpuform.spec.scripts import MOST, Unreadable, script_text


def test_read(tmp_path):
    (tmp_path / "a.sh").write_bytes(b"\xef\xbb\xbfecho\r\n")
    assert script_text(tmp_path, "a.sh") == "echo\n"
    (tmp_path / "b.sh").write_bytes(b"#" * MOST)
    assert len(script_text(tmp_path, "b.sh")) == MOST


@pytest.mark.parametrize(
    ("name", "raw", "why"),
    [
        ("none.sh", None, "does not exist"),
        (".", None, "is no file"),
        ("x" * 5000, None, "can't be read"),
        ("a\x00b", None, "."),
        ("a.sh", b"\xff\xfe", "not UTF-8"),
        ("a.sh", b"\x7fELF\x00", "binary"),
        ("a.sh", b"#" * (MOST + 1), "larger than 1 MiB"),
    ],
)
def test_refused(tmp_path, name, raw, why):
    if raw is not None:
        (tmp_path / name).write_bytes(raw)
    with pytest.raises(Unreadable, match=why):
        script_text(tmp_path, name)


def test_no_permission(tmp_path, monkeypatch):
    (tmp_path / "a.sh").write_text("echo\n")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, os.strerror(13))

    monkeypatch.setattr("pathlib.Path.open", refuse)
    with pytest.raises(Unreadable, match="Permission denied"):
        script_text(tmp_path, "a.sh")
