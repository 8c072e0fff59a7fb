"""Administration or everything is open to the world.

What: a rule that lets the whole internet in on an administrative port, on all ports, or with all protocols.

Why: these ports are scanned all day. The fabric's rules from and to its own group are not meant: they let in nobody else.

Example:
    network: {ingress: [{from: 0.0.0.0/0, port: 22}]}

Instead:
    network: {ingress: [{from: 10.0.0.0/8, port: 22}]}   (or none: SSM needs no port)
"""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_network

from gpuform_policies.fact import SecurityGroup, SecurityRule, World
from gpuform_policies.rule import Found, Rule

ADMINISTRATIVE = {22: "ssh", 23: "telnet", 2375: "Docker", 2376: "Docker", 3389: "remote desktop", 5900: "VNC", 5985: "WinRM",
                  5986: "WinRM", 6443: "Kubernetes", 8265: "Ray", 8888: "Jupyter", 10250: "kubelet"}  # fmt: skip
"""IANA's service names, and the usual ports of what gives a shell on a GPU node."""
MANY = 1000
"""So many ports in one rule are a hole, whichever they are."""
WIDEST = 1
"""0.0.0.0/1 and 128.0.0.0/1 are the whole internet in two halves."""


def check(group: SecurityGroup, world: World) -> Iterator[Found]:
    for rule in group.rules or ():
        if rule.direction == "ingress" and is_everybody(rule.peer):
            opened = what_is_open(rule)
            if opened:
                yield Found(
                    f"{rule.peer} may reach {opened} of every node in {group.name}.",
                    fix="from: your own range, or no ingress at all: SSM needs none",
                    at=f"/{rule.path}" if rule.path else "",
                    resource=rule.resource or group.resource,
                )


def is_everybody(peer: str) -> bool:
    try:
        return ip_network(peer, strict=False).prefixlen <= WIDEST
    except ValueError:
        return False  # a group or prefix list


def what_is_open(rule: SecurityRule) -> str:
    if rule.protocol == "all":
        return "everything (all protocols, all ports)"
    if rule.protocol in ("icmp", "icmpv6", "1", "58"):
        return ""
    if rule.to_port - rule.from_port >= MANY:
        return f"the ports {rule.from_port} to {rule.to_port}"
    found = [f"port {port} ({name})" for port, name in ADMINISTRATIVE.items() if rule.from_port <= port <= rule.to_port]
    return ", ".join(found) if rule.protocol in ("tcp", "6") or 3389 in range(rule.from_port, rule.to_port + 1) else ""


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
