"""What the wrapper reads of the engine's command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuform_sandbox.arguments import absolute_paths, command, stack_name


@pytest.mark.parametrize(
    ("words", "name", "stack"),
    [
        ("up --stack dev --yes", "up", "dev"),
        ("up -s dev", "up", "dev"),
        ("--stack=dev preview", "preview", "dev"),
        ("-s dev stack export", "stack export", "dev"),
        ("stack --show-name", "stack", ""),
        ("preview --diff", "preview", ""),
        ("config set aws:region us-east-1 -s org/trial/dev", "config set", "org/trial/dev"),
        ("up --stack", "up", ""),
        ("--version", "", ""),
    ],
)
def test_command(words: str, name: str, stack: str) -> None:
    asked = command(words.split())
    assert (asked.name, asked.stack, asked.words) == (name, stack, tuple(words.split()))


@pytest.mark.parametrize(
    ("words", "deploys", "locks", "needs"),
    [
        ("up -s dev", True, True, True),
        ("preview -s dev", True, False, True),
        ("destroy -s dev", True, True, True),
        ("stack export -s dev", False, False, True),
        ("stack init dev", False, False, False),
        ("stack rm -s dev", False, False, False),
        ("up", True, True, False),
        ("version -s dev", False, False, False),
    ],
)
def test_what_a_command_needs(words: str, deploys: bool, locks: bool, needs: bool) -> None:
    asked = command(words.split())
    assert (asked.deploys, asked.locks, asked.needs_stack) == (deploys, locks, needs)


def test_stack_name() -> None:
    assert (stack_name("organization/trial/dev"), stack_name("dev")) == ("dev", "dev")


def test_files_mean_the_same_from_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = [
        "up",
        "--policy-pack",
        "pack",
        "--plan=p.json",
        "--event-log",
        "tcp://127.0.0.1:1",
        "--target",
        "file",
        "--file",
        "/x",
    ]
    wanted = f"up --policy-pack {tmp_path}/pack --plan={tmp_path}/p.json --event-log tcp://127.0.0.1:1 --target file --file /x"
    assert absolute_paths(words) == wanted.split()
