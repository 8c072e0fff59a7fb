"""The whole script run by the real bash on a pretended machine: a sound node gets ready, a broken one is refused."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

PRETRAINING, BATCH = "aws-h100-pretraining", "aws-l40s-batch-spot"
RESERVED = "reservation: {id: cr-0a1b2c3d4e5f60718, kind: targeted, nodes: 4, machine: p5.48xlarge, zone: use1-az6}"
PLACES = ("/var/", "/opt/", "/etc/", "/run/")
COMMANDS = {
    "curl": 'case "$*" in *instance-id) echo i-0abc ;; *instance-type) echo "$MACHINE" ;; *) echo token ;; esac',
    "aws": 'echo "aws $*" >> calls; [ "$AWS_WORKS" = yes ]',
    "nvidia-smi": 'case "$*" in *index*) seq "$GPUS" ;; *driver_version*) for _ in $(seq "$GPUS"); do echo "$DRIVER"; done ;; -L) [ "$GPUS" -gt 0 ] ;; esac',
    "nv-fabricmanager": 'echo "Fabric Manager version is : $MANAGER"',
    "fi_info": 'for n in $(seq "$DOMAINS"); do echo "provider: efa"; echo "    domain: rdmap$n-rdm"; done',
    "systemctl": 'echo "systemctl $*" >> calls; case "$*" in cat*) exit 1 ;; is-active*) [ "$MANAGER_RUNS" = yes ] ;; esac',
    "find": "for n in 1 2; do echo /dev/nvme${n}n1; done",
    "lsblk": 'echo "$1 disk"',
    "mountpoint": '[ -e "mounted$(echo "${@: -1}" | tr / _)" ]',
    "mount": 'echo "mount $*" >> calls; touch "mounted$(echo "${@: -1}" | tr / _)"',
    "mount-s3": 'echo "mount-s3 $*" >> calls',
    "mdadm": 'echo "mdadm $*" >> calls; [ "$1" = --create ]',
    "blkid": "exit 2",
    "mkfs.xfs": 'echo "mkfs.xfs $*" >> calls',
    "shutdown": 'echo "shutdown $*" >> calls',
    **dict.fromkeys(("modprobe", "sleep", "dnf", "chmod", "apt-get"), "exit 0"),
}  # fmt: skip
SOUND = {
    "MACHINE": "p5.48xlarge",
    "GPUS": "8",
    "DRIVER": "595.91.07",
    "MANAGER": "595.91.07",
    "MANAGER_RUNS": "yes",
    "DOMAINS": "32",
    "AWS_WORKS": "yes",
}


@dataclass(frozen=True)
class Start:
    """One start of a node."""

    code: int
    said: str
    calls: str


@pytest.fixture
def start(tmp_path: Path) -> Any:
    """Run a script on a machine; what it would write to the system goes to a folder."""
    commands = tmp_path / "commands"
    commands.mkdir()
    for name, body in COMMANDS.items():
        (commands / name).write_text(f"#!/bin/bash\n{body}\n")
        (commands / name).chmod(0o755)

    def run(text: str, **machine: str) -> Start:
        for place in PLACES:
            text = text.replace(f"{place}", f"{tmp_path}{place}")
        for path in ("/fsx", "/local", "/checkpoints", "/scratch", "/assets"):
            text = text.replace(f" {path}\n", f" {tmp_path}{path}\n").replace(f"={path}\n", f"={tmp_path}{path}\n")
        text = text.replace("export PATH=", f"export PATH={commands}:")
        (tmp_path / "var" / "log").mkdir(parents=True, exist_ok=True)
        (tmp_path / "opt" / "aws" / "amazon-cloudwatch-agent" / "bin").mkdir(parents=True, exist_ok=True)
        agent = tmp_path / "opt/aws/amazon-cloudwatch-agent/bin/amazon-cloudwatch-agent-ctl"
        agent.write_text("#!/bin/bash\nexit 0\n")
        agent.chmod(0o755)
        script = tmp_path / "part-001"
        script.write_text(text)
        (tmp_path / "calls").write_text("")
        done = subprocess.run(
            ["bash", str(script)],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
            env={"PATH": os.environ["PATH"], **SOUND, **machine},
        )
        # the log is written by a process of its own: its end is the end of the pipe, so all is there by now
        return Start(done.returncode, done.stdout + done.stderr, (tmp_path / "calls").read_text())

    return run


def test_sound_node_gets_ready(start: Any, planned: Any, script: Any) -> None:
    found = start(script(planned(PRETRAINING), "reserved"))
    assert found.code == 0, found.said
    assert "gpuform: 8 GPUs, driver 595.91.07" in found.said
    assert "gpuform: 32 EFA domains" in found.said
    assert found.said.strip().endswith("gpuform: node ready: p5.48xlarge")
    assert "systemctl enable --now nvidia-fabricmanager" in found.calls
    assert "--level=0 --raid-devices=2 /dev/nvme1n1 /dev/nvme2n1" in found.calls
    assert (
        "mount -t lustre -o relatime,flock fs-0123456789abcdef0.fsx.us-east-1.amazonaws.com@tcp:/mount1" in found.calls
    )
    assert "mount-s3 --allow-delete --allow-overwrite --allow-other llm-pretrain-checkpoints-0001" in found.calls
    assert "set-instance-health" not in found.calls


def test_second_start_repeats_nothing_that_is_there(start: Any, planned: Any, script: Any) -> None:
    text = script(planned(PRETRAINING), "reserved")
    start(text)
    again = start(text)
    assert again.code == 0, again.said
    assert "mdadm" not in again.calls
    assert "mkfs" not in again.calls
    assert "mount -t lustre" not in again.calls


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        pytest.param({"GPUS": "7"}, "7 GPUs found, p5.48xlarge has 8", id="a GPU is gone"),
        pytest.param({"GPUS": "0"}, "no NVIDIA driver answers", id="no driver"),
        pytest.param({"MANAGER": "595.58.03"}, "fabric manager 595.58.03, driver 595.91.07", id="C46 other version"),
        pytest.param({"MANAGER_RUNS": "no"}, "nvidia-fabricmanager does not run", id="C46 does not run"),
        pytest.param({"DOMAINS": "31"}, "31 EFA domains found, the plan has 32", id="a fabric interface is gone"),
        pytest.param({"DOMAINS": "0"}, "0 EFA domains found, the plan has 32", id="no fabric"),
        pytest.param({"MACHINE": "p4d.24xlarge"}, "p4d.24xlarge is not a machine of this pool", id="other machine"),
    ],
)
def test_broken_node_is_refused(broken: dict[str, str], why: str, start: Any, planned: Any, script: Any) -> None:
    found = start(script(planned(PRETRAINING), "reserved"), **broken)
    assert found.code == 1
    assert f"NODE REFUSED: {why}" in found.said
    assert "node ready" not in found.said
    assert found.calls.count("aws autoscaling set-instance-health --instance-id i-0abc --health-status Unhealthy") == 1
    assert "shutdown" not in found.calls


def test_broken_node_that_can_t_tell_anybody_goes_down(start: Any, planned: Any, script: Any) -> None:
    found = start(script(planned(PRETRAINING), "reserved"), GPUS="7", AWS_WORKS="no")
    assert found.code == 1
    assert "shutdown -h now" in found.calls


@pytest.mark.parametrize("machine", ["g6e.4xlarge", "g6e.8xlarge"])
def test_c46_twin_no_fabric_manager_without_nvswitch(machine: str, start: Any, planned: Any, script: Any) -> None:
    found = start(script(planned(BATCH), "spot"), MACHINE=machine, GPUS="1", MANAGER="none", DOMAINS="0")
    assert found.code == 0, found.said
    assert "fabricmanager" not in found.calls


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("mount", "fs-0123456789abcdef0.fsx.us-east-1.amazonaws.com@tcp:/mount1 can't be mounted at "),
        ("mount-s3", "bucket llm-pretrain-checkpoints-0001 can't be mounted at "),
        ("modprobe", "no Lustre client for kernel "),
    ],
)
def test_storage_that_is_missing_is_told(
    command: str, why: str, start: Any, planned: Any, script: Any, tmp_path: Path
) -> None:
    text = script(planned(PRETRAINING, ("      local: {raid: 0, mount: /local}\n", "")), "reserved")
    only = f'case "$*" in *lustre*|*bucket*|*checkpoints*) exit 1 ;; *) {COMMANDS[command]} ;; esac'
    (tmp_path / "commands" / command).write_text(f"#!/bin/bash\n{only}\n")
    found = start(text)
    assert found.code == 1
    assert f"NODE REFUSED: {why}" in found.said


def test_failing_step_names_itself(start: Any, planned: Any, script: Any) -> None:
    text = script(planned(PRETRAINING), "reserved").replace("nvidia-smi -pm 1", "false")
    found = start(text)
    assert found.code == 1
    assert "NODE REFUSED: line " in found.said
