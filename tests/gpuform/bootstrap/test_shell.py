"""Whatever a user writes is one word to the shell: hostile texts through the real bash."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuform.bootstrap.environment import environment

TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=60)
HOSTILE = [
    "$(touch /tmp/owned)",
    "`id`",
    "'; rm -rf / #",
    '"$HOME"',
    "a\nGPUFORM_JSON\nb",
    "\\",
    "-n",
    "%s%n",
    "{{ cluster }}",
    "x\ty  z ",
    "ключ ✓",
    "!!",
    "",
]


def user_part(**fields: Any) -> str:
    """The last part of the script alone, with what it writes kept in a folder of the test."""
    nothing: dict[str, Any] = {"cluster": "c", "pool": "p", "buckets": [], "env": [], "secrets": [], "script": None}
    return environment().get_template("user.sh.j2").render({**nothing, **fields})


def run(text: str, folder: Path) -> None:
    moved = text
    for place in ("/etc/gpuform", "/opt/gpuform", "/var/lib/gpuform", "/run/gpuform"):
        target = folder / place[1:].replace("/", "-")
        target.mkdir(exist_ok=True)
        moved = moved.replace(place, str(target))
    helpers = 'set -euo pipefail\nsay() { echo "$*"; }\nretry() { "$@"; }\nrefuse() { echo "$*" >&2; exit 1; }\n'
    done = subprocess.run(["bash"], input=helpers + moved, capture_output=True, text=True, check=False, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")


def value_in(file: Path, name: str) -> str:
    """What a program sees in its environment after reading the file."""
    command = f'. "$1"; printf "%s" "${name}"; printf x'
    done = subprocess.run(["bash", "-c", command, "-", str(file)], capture_output=True, check=True)
    return done.stdout.decode()[:-1]


@pytest.mark.parametrize("value", HOSTILE)
def test_environment_arrives_as_written(value: str, tmp_path: Path) -> None:
    run(user_part(env=[("VALUE", value)]), tmp_path)
    assert value_in(tmp_path / "etc-gpuform" / "env", "VALUE") == value
    assert value_in(tmp_path / "etc-gpuform" / "env", "GPUFORM_CLUSTER") == "c"


@given(value=TEXT)
def test_any_environment_arrives_as_written(value: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("env")
    text = user_part(env=[("VALUE", value)])
    assert subprocess.run(["bash", "-n"], input=text.encode(), capture_output=True, check=False).returncode == 0
    run(text, folder)
    assert value_in(folder / "etc-gpuform" / "env", "VALUE") == value


@given(body=TEXT)
def test_any_script_is_kept_as_written(body: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("script")
    written = f"#!/bin/bash\nexit 0\n{body}"
    run(user_part(script=written), folder)
    assert (folder / "opt-gpuform" / "script").read_bytes().decode() == written
    assert (folder / "var-lib-gpuform" / "script-done").exists()


def test_script_runs_once_and_sees_its_environment(tmp_path: Path) -> None:
    text = user_part(script='#!/bin/bash\necho "$VALUE $GPUFORM_BUCKET_MY_DATA" >> seen\n', env=[("VALUE", "a b")],
                     buckets=[("my-data", "bucket-1", None)])  # fmt: skip
    run(text, tmp_path)
    run(text, tmp_path)
    assert (tmp_path / "seen").read_text() == "a b bucket-1\n"


def test_failed_script_is_told_and_runs_again(tmp_path: Path) -> None:
    text = user_part(script="#!/bin/bash\necho again >> seen\nexit 3\n")
    run(text, tmp_path)
    run(text, tmp_path)
    assert (tmp_path / "seen").read_text() == "again\nagain\n"


def test_secrets_are_fetched_into_memory_and_never_written_here(tmp_path: Path) -> None:
    from gpuform.bootstrap import secret_of

    secrets = [("A", secret_of("/my/parameter", "us-east-1", "aws")), ("B", secret_of("hub", "us-east-1", "aws"))]
    text = user_part(secrets=secrets, script='#!/bin/bash\nprintf "%s" "$A|$B" > seen\n')
    client = (
        """aws() { case "$1 $2" in 'ssm get-parameter') echo "a 'b' $(($# > 5))" ;; *) printf 'x\\ny' ;; esac; }\n"""
    )
    run(client + text, tmp_path)
    assert (tmp_path / "seen").read_text() == "a 'b' 1|x\ny"
    assert (tmp_path / "run-gpuform" / "secrets").stat().st_mode & 0o777 == 0o600


def test_secret_that_can_t_be_read_is_told_by_name(tmp_path: Path) -> None:
    from gpuform.bootstrap import secret_of

    text = user_part(secrets=[("TOKEN", secret_of("hub", "us-east-1", "aws"))])
    helpers = 'set -euo pipefail\nretry() { "$@"; }\nrefuse() { echo "refused: $*"; exit 1; }\naws() { return 1; }\n'
    moved = text.replace("/etc/gpuform", str(tmp_path)).replace("/run/gpuform", str(tmp_path / "run"))
    done = subprocess.run(["bash"], input=helpers + moved, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "refused: secret TOKEN can't be read\n")
