"""The example with one thing wrong, over and over: each is told at its line, by its path, in words that say what to do."""

from __future__ import annotations

import pytest

HEAD = "apiVersion: gpuform/v1"
ROOT = "root: {size: 500 GiB, type: gp3, iops: 16000, throughput: 1000 MiB/s}"
TRAIN = "pools[train]"
DISK = f"{TRAIN}.disks.root"
LUSTRE = "lustre: {size: 19200 GiB, deployment: persistent-2, throughput: 1000 MB/s/TiB, zone: use1-az6}"
RESERVED = "{id: cr-0a1b2c3d4e5f60718, kind: targeted, nodes: 4, machine: p5.48xlarge, zone: use1-az6}"
BUDGET = "budget: {monthly: 420000 USD, reserve: 15%}"
POOL = "\n  - name: train\n    workload: training\n"

# name: (old, new, path told, a part of the line told, a word of message or hint)
# fmt: off
# one row per mistake: a table is read down its columns
BROKEN = {
    # names of fields and words
    "misspelt field": ("nodes: 8", "noeds: 8", f"{TRAIN}.noeds", "noeds", "did you mean `nodes`"),
    "field left out": ("nodes: 8", "", f"{TRAIN}.nodes", "name: train", "`nodes` is missing"),
    "snake case": ("apiVersion", "api_version", "api_version", "api_version", "did you mean `apiVersion`?"),
    "field of another place": ("nodes: 8", "nodes: 8\n    iops: 3000", f"{TRAIN}.iops", "iops: 3000", "no field `iops`"),
    "unknown field in a disk": ("iops: 16000", "ipos: 16000", f"{DISK}.ipos", "ipos", "did you mean `iops`?"),
    "wrong version": ("gpuform/v1", "gpuform/v9", "apiVersion", "gpuform/v9", "gpuform/v1"),
    "wrong kind": ("GpuCluster", "Cluster", "kind", "kind", "GpuCluster"),
    "unknown cloud": ("cloud: aws", "cloud: awss", "cloud", "awss", "did you mean `aws`?"),
    "cloud in capitals": ("cloud: aws", "cloud: AWS", "cloud", "AWS", "did you mean `aws`?"),
    "unknown workload": ("workload: training", "workload: trainning", f"{TRAIN}.workload", "trainning", "did you mean `training`?"),
    "unknown fabric": ("fabric: required", "fabric: efa", f"{TRAIN}.fabric", "efa", "required, preferred, none"),
    "unknown gang": ("gang: all", "gang: some", f"{TRAIN}.gang", "some", "all, elastic"),
    "unknown precision": ("precision: fp8", "precision: fp9", f"{TRAIN}.needs.precision", "fp9", "fp8"),
    "unknown deployment": ("persistent-2", "persistent-3", "sharedStorage[scratch].lustre.deployment", "persistent-3", "persistent-2"),
    # names of the world
    "unknown machine": ("machine: p5.48xlarge\n", "machine: p5.48xlrge\n", f"{TRAIN}.machine", "p5.48xlrge", "did you mean `p5.48xlarge`"),
    "unknown machine in a list": ("machine: p5.48xlarge\n", "machine: [p5.48xlarge, p6]\n", f"{TRAIN}.machine[1]", "p6", "unknown machine `p6`"),
    "machine named twice": ("machine: p5.48xlarge\n", "machine: [p5.48xlarge, p5.48xlarge]\n", f"{TRAIN}.machine", "machine", "twice"),
    "no machine in the list": ("machine: p5.48xlarge\n", "machine: []\n", f"{TRAIN}.machine", "machine", "empty list"),
    "unknown region": ("region: us-east-1", "region: us-eats-1", "region", "us-eats-1", "did you mean `us-east-1`?"),
    "unknown zone": ("zones: [use1-az6]", "zones: [use1-az99]", "zones[0]", "use1-az99", "did you mean `use1-az6`"),
    "zone of another region": ("zones: [use1-az6]", "zones: [us-west-2a]", "zones[0]", "us-west-2a", "no zone of us-east-1"),
    "zone named twice": ("zones: [use1-az6]", "zones: [use1-az6, use1-az6]", "zones", "zones:", "names `use1-az6` 2 times"),
    "zone is no list": ("zones: [use1-az6]", "zones: use1-az6", "zones", "zones:", "should be a list"),
    "zone of the pool outside": ("nodes: 8", "nodes: 8\n    zones: [use1-az1]", f"{TRAIN}.zones", "use1-az1", "not among the cluster's zones"),
    "unknown image": ("dlami-base-ubuntu-24.04", "dlami-base-ubuntu-24.4", f"{TRAIN}.image.family", "image", "did you mean `dlami-base-ubuntu-24.04`"),
    "unknown disk type": ("type: gp3", "type: gp4", f"{DISK}.type", "gp4", "did you mean `gp3`?"),
    # quantities
    "bare number": ("size: 500 GiB", "size: 500", f"{DISK}.size", "500", "has no unit"),
    "wrong unit": ("1000 MiB/s", "1000 MiB", f"{DISK}.throughput", "1000 MiB", "did you mean `MiB/s`?"),
    "unit in wrong letters": ("500 GiB", "500 Gib", f"{DISK}.size", "500 Gib", "did you mean `GiB`?"),
    "negative size": ("500 GiB", "-500 GiB", f"{DISK}.size", "-500", "is negative"),
    "huge size": ("500 GiB", "500000000 TiB", f"{DISK}.size", "500000000", "beyond anything"),
    "minutes": ("every: 30 min", "every: 30 m", f"{TRAIN}.needs.checkpoint.every", "30 m", "did you mean `min`?"),
    "share without a sign": ("reserve: 15%", "reserve: 15", "budget.reserve", "15", "has no unit"),
    "share over all": ("reserve: 15%", "reserve: 150%", "budget.reserve", "150%", "more than 100%"),
    "Lustre rate without TiB": ("1000 MB/s/TiB", "1000 MB/s", "sharedStorage[scratch].lustre.throughput", "1000 MB/s", "MB/s/TiB"),
    "money without currency": ("420000 USD", "420000", "budget.monthly", "420000", "has no currency"),
    "money of another country": ("420000 USD", "420000 EUR", "budget.monthly", "420000 EUR", "USD or CNY"),
    "budget per hour": ("420000 USD", "420 USD/h", "budget.monthly", "420 USD/h", "per month"),
    "budget in another currency than the cloud's": ("420000 USD", "420000 CNY", "budget.monthly", "CNY", "write it in USD"),
    "spot price for no period": ("- onDemand: {}", "- spot: {maxPrice: 5 USD}", f"{TRAIN}.capacity[1].spot.maxPrice", "5 USD", "per hour"),
    # counts
    "negative": ("nodes: 8", "nodes: -1", f"{TRAIN}.nodes", "-1", "at least 0"),
    "huge": ("nodes: 8", "nodes: 10001", f"{TRAIN}.nodes", "10001", "at most 10,000"),
    "half a node": ("nodes: 8", "nodes: 7.5", f"{TRAIN}.nodes", "7.5", "no number of nodes"),
    "nodes in quotes": ("nodes: 8", 'nodes: "8"', f"{TRAIN}.nodes", "8", "no number of nodes"),
    "nodes as a truth value": ("nodes: 8", "nodes: true", f"{TRAIN}.nodes", "true", "no number of nodes"),
    "no maximum": ("nodes: 8", "nodes: {min: 1}", f"{TRAIN}.nodes.max", "min: 1", "`max` is missing"),
    "min above max": ("nodes: 8", "nodes: {min: 9, max: 8}", f"{TRAIN}.nodes", "min: 9", "above max 8"),
    "start above max": ("nodes: 8", "nodes: {max: 8, start: 9}", f"{TRAIN}.nodes.start", "9", "outside min 0 … max 8"),
    "start below min": ("nodes: 8", "nodes: {min: 2, max: 8, start: 1}", f"{TRAIN}.nodes.start", "1", "outside min 2"),
    "IOPS as text": ("iops: 16000", "iops: 16k", f"{DISK}.iops", "16k", "should be a whole number"),
    "IOPS with an underscore": ("iops: 16000", "iops: 16_000", f"{DISK}.iops", "16_000", "should be a whole number"),
    "no for a truth value": (ROOT, ROOT.replace("}", ", encrypted: no}"), f"{DISK}.encrypted", "no", "`true` or `false`"),
    "card out of range": ("gang: all", "nics: [{card: 256, device: 0, type: efa}]", f"{TRAIN}.nics[0].card", "256", "at most 255"),
    "unknown interface": ("gang: all", "nics: [{card: 0, device: 0, type: eni}]", f"{TRAIN}.nics[0].type", "eni", "efa-only"),
    "fraction over one": ("machine: p5.48xlarge\n", "gpu: {fraction: 1.5}\n", f"{TRAIN}.gpu.fraction", "1.5", "at most 1"),
    # text and kinds
    "version as a number": ('cuda: "12.8"', "cuda: 12.8", f"{TRAIN}.needs.cuda", "12.8", "put it in quotes"),
    "label as a number": ('"4711"', "4711", "metadata.labels.cost-center", "4711", "put it in quotes"),
    "reserved label": ("cost-center:", "aws:cost:", "metadata.labels.aws:cost", "aws:cost", "reserved"),
    "label with odd letters": ("cost-center:", "cost?center:", "metadata.labels.cost?center", "cost?center", "letters, digits"),
    "bad label": ("name: llm-pretrain", "name: LLM_pretrain", "metadata.name", "LLM_pretrain", "is no label"),
    "name too long": ("name: llm-pretrain", "name: " + "a" * 25, "metadata.name", "aaa", "longer than 24"),
    "pool name with a dot": ("- name: train", "- name: tra.in", "pools[0].name", "tra.in", "is no label"),
    "list for a map": ("metadata:", "metadata: []\nx:", "metadata", "[]", "is a list; it should be a map"),
    "map for a list": ("pools:", "pools: {}\nx:", "pools", "{}", "is a map; it should be a list"),
    "text for a map": ("network:", "network: default\nx:", "network", "default", "should be a map"),
    "no pools": ("pools:", "pools: []\nx:", "pools", "[]", "is an empty list"),
    "null": ("cloud: aws", "cloud:", "cloud", "cloud:", "is empty"),
    "null where nothing is needed": ("gang: all", "gang:", f"{TRAIN}.gang", "gang:", "is empty"),
    "empty text": ("owner: ml-platform", 'owner: " "', "metadata.owner", "owner", "empty text"),
    "duplicate key": ("region: us-east-1", "region: us-east-1\nregion: us-west-2", "region", "us-west-2", "given twice"),
    "tab": ("  name: llm", "\tname: llm", "", "name: llm", "tab"),
    "second document": ("sharedStorage:", "---\nsharedStorage:", "", "---", "second document"),
    # network
    "bad cidr": ("10.20.0.0/16", "10.20.0.0/99", "network.cidr", "10.20.0.0/99", "no address range"),
    "host bits": ("10.20.0.0/16", "10.20.1.0/16", "network.cidr", "10.20.1.0/16", "did you mean `10.20.0.0/16`?"),
    "address alone": ("10.20.0.0/16", "10.20.0.0", "network.cidr", "10.20.0.0", "no prefix length"),
    "IPv6 network": ("10.20.0.0/16", '"fd00::/48"', "network.cidr", "fd00", "is IPv6"),
    "two networks": ("cidr: 10.20.0.0/16", "cidr: 10.20.0.0/16\n  existing: {vpc: v, subnets: [{id: s, zone: use1-az6}]}", "network", "cidr", "both `cidr` and `existing`"),
    "port out of range": ("cidr: 10.20.0.0/16", "ingress: [{from: 10.0.0.0/8, port: 70000}]", "network.ingress[0].port", "70000", "outside the ports"),
    "no subnets": ("cidr: 10.20.0.0/16", "existing: {vpc: v, subnets: []}", "network.existing.subnets", "subnets", "empty list"),
    "subnet twice": ("cidr: 10.20.0.0/16", "existing: {vpc: v, subnets: [{id: s, zone: use1-az6}, {id: s, zone: use1-az6}]}", "network.existing.subnets", "subnets", "names the subnet `s` 2 times"),
    "rule without direction": ("cidr: 10.20.0.0/16", "existing: {vpc: v, subnets: [{id: s, zone: use1-az6}], securityGroup: {id: g, rules: [{protocol: all}]}}", "network.existing.securityGroup.rules[0]", "rules", "exactly one of `from`"),
    # capacity
    "two in one slice": ("- onDemand: {}", "- onDemand: {}\n        spot: {}", f"{TRAIN}.capacity[1]", "onDemand", "onDemand and spot in one"),
    "none in a slice": ("- onDemand: {}", "- {}", f"{TRAIN}.capacity[1]", "{}", "exactly one of reservation, block"),
    "no slices": ("    capacity:\n      - reservation: " + RESERVED + "\n      - onDemand: {}\n", "    capacity: []\n", f"{TRAIN}.capacity", "capacity", "empty list"),
    "C22 kind of a reservation": ("kind: targeted, ", "", f"{TRAIN}.capacity[0].reservation", "cr-0a1b", "never guessed"),
    "id and group": ("id: cr-0a1b2c3d4e5f60718,", "id: cr-0a1b2c3d4e5f60718, group: g,", f"{TRAIN}.capacity[0].reservation", "group", "exactly one"),
    "neither id nor group": ("id: cr-0a1b2c3d4e5f60718, ", "", f"{TRAIN}.capacity[0].reservation", "targeted", "exactly one"),
    "bad date": ("zone: use1-az6}\n      - on", "zone: use1-az6, end: tomorrow}\n      - on", f"{TRAIN}.capacity[0].reservation.end", "tomorrow", "is no date"),
    "end before start": ("zone: use1-az6}\n      - on", "zone: use1-az6, start: 2027-01-02, end: 2027-01-01T23:00-01:00}\n      - on", f"{TRAIN}.capacity[0].reservation.end", "2027-01-01", "before it starts"),
    # machine and image
    "machine and gpu": ("nodes: 8", "nodes: 8\n    gpu: {model: H100}", TRAIN, "name: train", "exactly one of `machine`"),
    "neither machine nor gpu": ("    machine: p5.48xlarge\n", "", TRAIN, "name: train", "exactly one of `machine`"),
    "family and id": ("image: {family: dlami-base-ubuntu-24.04}", "image: {family: dlami-base-ubuntu-24.04, id: ami-1, rootDevice: /dev/xvda}", f"{TRAIN}.image", "image", "exactly one of `family`"),
    "neither family nor id": ("image: {family: dlami-base-ubuntu-24.04}", "image: {os: ubuntu}", f"{TRAIN}.image", "image", "exactly one of `family`"),
    "C40 root size without a device": ("image: {family: dlami-base-ubuntu-24.04}", "image: {id: ami-1}", f"{TRAIN}.image", "ami-1", "rootDevice"),
    # storage and references
    "unknown reference": ("to: scratch", "to: nowhere", f"{TRAIN}.needs.checkpoint.to", "nowhere", "no shared storage"),
    "near reference": ("to: scratch", "to: scrach", f"{TRAIN}.needs.checkpoint.to", "scrach", "did you mean `scratch`?"),
    "unknown source": ("precision: fp8", "readFrom: data", f"{TRAIN}.needs.readFrom", "data", "no disk of this pool"),
    "Lustre and bucket": (LUSTRE, f"{LUSTRE}\n    bucket: {{}}", "sharedStorage[scratch]", "name: scratch", "exactly one of `lustre`"),
    "neither Lustre nor bucket": (f"    {LUSTRE}\n", "", "sharedStorage[scratch]", "name: scratch", "exactly one of `lustre`"),
    "storage name twice": ("name: checkpoints", "name: scratch", "sharedStorage[1].name", "scratch", "already the name"),
    "pool name twice": ("pools:", f"pools:{POOL}    machine: p5.48xlarge\n    nodes: 1", "pools[1].name", "train", "already the name"),
    "disk with a reserved name": ("local: {raid", "data: [{name: root, mount: /d}]\n      local: {raid", f"{TRAIN}.disks.data[root].name", "root", "reserved name"),
    "disk named as a storage": ("local: {raid", "data: [{name: scratch, mount: /d}]\n      local: {raid", f"{TRAIN}.disks.data[scratch].name", "scratch", "also a shared storage"),
    "mount twice": ("mount: /checkpoints", "mount: /fsx/", "sharedStorage", "- name: scratch", "`/fsx` is the mount point of 2"),
    "mount of a disk and of a storage": ("mount: /local", "mount: /fsx", f"{TRAIN}.disks", "root:", "`/fsx` is the mount point of 2"),
    "mount on the root": ("mount: /local", "mount: /", f"{TRAIN}.disks.local.mount", "mount", "belongs to the system"),
    "mount on /dev": ("mount: /local", "mount: /dev/x", f"{TRAIN}.disks.local.mount", "/dev/x", "belongs to the system"),
    "relative mount": ("mount: /local", "mount: local", f"{TRAIN}.disks.local.mount", "mount", "absolute path"),
    "mount that climbs": ("mount: /local", "mount: /a/../etc", f"{TRAIN}.disks.local.mount", "/a/..", "without `..`"),
    "raid 5": ("raid: 0", "raid: 5", f"{TRAIN}.disks.local.raid", "5", "0, none"),
    "lifecycle out of order": ("archiveAfter: 90 d", "archiveAfter: 30 d", "sharedStorage[checkpoints].bucket.lifecycle.archiveAfter", "30 d", "not later than `infrequentAfter`"),
    # the rest
    "kubernetes": (BUDGET, f"{BUDGET}\norchestrator: {{kind: kubernetes}}", "orchestrator.kind", "kubernetes", "not yet"),
    "slurm": (BUDGET, f"{BUDGET}\norchestrator: {{kind: slurm}}", "orchestrator.kind", "slurm", "not yet"),
    "unknown orchestrator": (BUDGET, f"{BUDGET}\norchestrator: {{kind: nomad}}", "orchestrator.kind", "nomad", "kubernetes, slurm"),
    "unknown regime": (BUDGET, f"{BUDGET}\ncompliance: [hippa]", "compliance[0]", "hippa", "did you mean `hipaa`?"),
    "waiver without a date": (BUDGET, f"{BUDGET}\nwaivers: [{{rule: STO002, at: pools, reason: x}}]", "waivers[0].until", "waivers", "`until` is missing"),
    "waiver with a bad date": (BUDGET, f"{BUDGET}\nwaivers: [{{rule: STO002, at: pools, reason: x, until: 2027-13-01}}]", "waivers[0].until", "2027-13-01", "is no date"),
    "script that is not there": ("gang: all", "boot: {script: setup.sh}", f"{TRAIN}.boot.script", "setup.sh", "does not exist"),
    "script that is a folder": ("gang: all", "boot: {script: ../examples}", f"{TRAIN}.boot.script", "../examples", "is no file"),
    "script name past all limits": ("gang: all", f"boot: {{script: {'x' * 5000}}}", f"{TRAIN}.boot.script", "xxx", "can't be read"),
    "odd variable": ("gang: all", "boot: {env: {2ND: x}}", f"{TRAIN}.boot.env.2ND", "2ND", "no name of an environment variable"),
    "variable twice": ("gang: all", "boot: {env: {A: x}, secrets: {A: y}}", f"{TRAIN}.boot.env.A", "A: x", "in `env` and in `secrets`"),
    "safety field by merge": ("pools:", f"pools:{POOL.replace('- name', '- &base {fabric: none, nodes: 1, workload: batch, machine: p5.48xlarge, name: base}%  - name').replace('%', chr(10))}".replace( "    workload: training\n", "    <<: *base" ), "pools[train].fabric", "<<: *base", "brings in `fabric`"),
}
# fmt: on


@pytest.mark.parametrize("name", BROKEN)
def test_broken_spec_is_told(told, good, name):
    old, new, path, part, word = BROKEN[name]
    assert old in good
    lines = good.replace(old, new, 1).splitlines()
    problems = told((old, new))
    hits = [problem for problem in problems if problem.path == path and word in f"{problem.message}; {problem.hint}"]
    assert hits, problems
    assert part in lines[hits[0].line - 1], (hits[0].line, lines[hits[0].line - 1])


def test_there_are_many():
    assert len(BROKEN) >= 60


def test_the_example_itself_is_fine(told):
    assert told() == ()


@pytest.mark.parametrize(
    "names",
    [
        ("misspelt field", "bare number", "unknown machine", "duplicate key", "unknown reference", "bad cidr"),
        ("null", "unknown zone", "version as a number", "two in one slice", "mount on the root"),
    ],
    ids=["six", "five"],
)
def test_all_problems_come_at_once(told, names):
    told_paths = {problem.path for problem in told(*[BROKEN[name][:2] for name in names])}
    assert {BROKEN[name][2] for name in names if name != "unknown zone"} <= told_paths


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("nodes: 8", "nodes: {min: 0, max: 8, start: 0}", id="scaling nodes"),
        pytest.param("nodes: 8", "nodes: 10000", id="most nodes"),
        pytest.param("nodes: 8", "nodes: {min: 4, max: 4, start: 4}", id="min = start = max"),
        pytest.param("nodes: 4, machine", "nodes: 9, machine", id="slices that do not add up are a rule's business"),
        pytest.param("iops: 16000", "iops: 3000", id="and so are limits of disks"),
        pytest.param("zones: [use1-az6]", "zones: [use1-az1, use1-az6]", id="two zones"),
        pytest.param("zones: [use1-az6]", "zones: [us-east-1a]", id="zone by name"),
        pytest.param("kind: targeted", "kind: open", id="open reservation"),
        pytest.param(RESERVED, "{new: true, nodes: 4, start: 2027-01-01, end: 2027-01-02}", id="new reservation"),
        pytest.param(RESERVED, "{group: g, nodes: 4}", id="group of reservations"),
        pytest.param(
            "- onDemand: {}", "- spot: {maxPrice: 5 USD/h, machines: [p5en.48xlarge]}", id="spot with a price"
        ),
        pytest.param("- onDemand: {}", "- block: {id: cb-1, nodes: 4, start: 2027-01-01, end: 2027-01-08}", id="block"),
        pytest.param(
            "machine: p5.48xlarge\n",
            "gpu: {model: H100, perNode: 8, memory: 80 GiB, fraction: 1}\n",
            id="need for machine",
        ),
        pytest.param(
            "image: {family: dlami-base-ubuntu-24.04}", "image: {id: ami-1, rootDevice: /dev/sda1}", id="own image"
        ),
        pytest.param(
            "cidr: 10.20.0.0/16",
            'ingress: [{from: "::/0", port: 1018-1023, protocol: udp}, {from: 10.0.0.0/8, port: all}]',
            id="ingress",
        ),
        pytest.param("to: scratch", "to: root", id="checkpoint to root"),
        pytest.param("to: scratch", "to: local", id="checkpoint to local disks"),
        pytest.param("420000 USD", "420000 USD/month", id="budget per month"),
        pytest.param("raid: 0", "raid: none", id="raid none"),
        pytest.param('"4711"', "no", id="no is text"),
        pytest.param("gang: all", "boot: {env: {_A1: x}, secrets: {B: arn-of-it}}", id="environment"),
        pytest.param(
            BUDGET, "orchestrator: {kind: none}\ncompliance: [hipaa, gdpr]", id="no orchestrator, two regimes"
        ),
        pytest.param(
            BUDGET,
            "waivers: [{rule: STO002, at: 'pools[train].disks.root', reason: baked, until: 2020-01-01}]",
            id="an old waiver is a rule's business",
        ),
    ],
)
def test_what_is_allowed(told, old, new):
    assert told((old, new)) == ()
