"""Administration or everything is open to the world.

What: a rule that lets the whole internet in on an administrative port, on all ports, or with all protocols.

Why: these ports are scanned all day. The fabric's rules from and to its own group are not meant: they let in nobody else.

Example:
    network: {ingress: [{from: 0.0.0.0/0, port: 22}]}

Instead:
    # your own range; or no ingress at all, for SSM needs no port
    network: {ingress: [{from: 10.0.0.0/8, port: 22}]}
"""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_network

from gpuform_policies.fact import SecurityGroup, SecurityRule, World
from gpuform_policies.rule import Found, Rule, all_of
from gpuform_policies.telling import absolute

ADMINISTRATIVE = {22: "ssh", 23: "telnet", 2375: "Docker", 2376: "Docker", 3389: "remote desktop", 5900: "VNC", 5985: "WinRM",
                  5986: "WinRM", 6443: "Kubernetes", 8265: "Ray", 8888: "Jupyter", 10250: "kubelet"}  # fmt: skip
"""IANA's service names, and the usual ports of what gives a shell on a GPU node."""
OVER_UDP = frozenset({3389})
"""Those that also work without TCP."""
LAST = 65535
WIDEST = 1
"""0.0.0.0/1 and 128.0.0.0/1 are the whole internet in two halves."""
NAMES = {"-1": "all", "6": "tcp", "17": "udp"}
"""Protocol numbers as they are also written."""


def check(group: SecurityGroup, world: World) -> Iterator[Found]:
    yield from all_of(rule_problems(rule, group) for rule in group.rules or ())


def rule_problems(rule: SecurityRule, group: SecurityGroup) -> Iterator[Found]:
    if rule.direction != "ingress" or not is_everybody(rule.peer):
        return
    opened = what_is_open(rule)
    if opened:
        yield Found(
            f"{rule.peer} may reach {opened} of everything in the security group {group.name}.",
            fix="from: your own range, or no ingress at all: SSM needs none",
            at=absolute(rule.path),
            resource=rule.resource or group.resource,
        )


def is_everybody(peer: str) -> bool:
    try:
        return ip_network(peer, strict=False).prefixlen <= WIDEST
    except ValueError:
        return False  # its own group, another one, or a prefix list


def what_is_open(rule: SecurityRule) -> str:
    protocol = NAMES.get(rule.protocol, rule.protocol)
    if protocol == "all":
        return "everything (all protocols, all ports)"
    if protocol not in ("tcp", "udp"):
        return ""
    if rule.from_port <= 1 and rule.to_port >= LAST:
        return f"all {protocol} ports (0 to {LAST})"
    ports = [port for port in ADMINISTRATIVE if rule.from_port <= port <= rule.to_port]
    return ", ".join(f"port {port} ({ADMINISTRATIVE[port]})" for port in ports if protocol == "tcp" or port in OVER_UDP)


RULE = Rule(
    id="SEC002",
    name="open-ingress",
    severity="error",
    judges=SecurityGroup,
    check=check,
    source="https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html (EC2.13, EC2.18, EC2.19); https://github.com/bridgecrewio/checkov/issues/7372",
    page=__doc__ or "",
    cases=("C71",),
)
