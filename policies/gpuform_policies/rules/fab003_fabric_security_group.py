"""The fabric's security group does not let its own members talk.

What: a security group of fabric interfaces without an all-traffic rule from itself, or without one to itself.

Why: fabric packets are matched only by rules that name a security group; an allow-all to 0.0.0.0/0 is no substitute. Nothing
fails at launch: the collectives hang for minutes, or fail at connect, while all nodes are billed.

Example:
    securityGroup: {id: sg-1, rules: [{from: self, protocol: all}, {to: 0.0.0.0/0, protocol: all}]}

Instead:
    securityGroup: {id: sg-1, rules: [{from: self, protocol: all}, {to: self, protocol: all}]}
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gpuform_policies.fact import SecurityGroup, SecurityRule, World
from gpuform_policies.rule import Found, Rule, all_of

READ = ("direction", "protocol", "peer")
WORDS = {"ingress": ("from", "inbound"), "egress": ("to", "outbound")}


def check(group: SecurityGroup, world: World) -> Iterator[Found]:
    if not group.guards_fabric:
        return
    if group.rules is None:
        yield Found(
            message=f"Nothing is told about the rules of the existing group {group.name}, so it can't be judged.",
            fix="add `rules` to it; the fabric needs {from: self, protocol: all} and {to: self, protocol: all}",
            severity="warning",
        )
        return
    yield from all_of(direction_problems(group, group.rules, direction) for direction in WORDS)


def direction_problems(group: SecurityGroup, rules: Sequence[SecurityRule], direction: str) -> Iterator[Found]:
    own, (word, name) = ("self", group.name), WORDS[direction]
    # what is known first: one such rule is enough, whatever the others may be
    for rule in sorted(rules, key=lambda rule: not all(rule.knows(field) for field in READ)):
        if rule.direction == direction and rule.protocol == "all" and rule.peer in own:
            return
    yield Found(
        message=f"The group {group.name} has no {name} all-traffic rule {word} itself: the fabric hangs without both directions.",
        fix=f"add {{{word}: self, protocol: all}}; a rule for 0.0.0.0/0 does not cover the fabric",
        at="rules",
    )


RULE = Rule(
    id="FAB003",
    name="fabric-security-group",
    severity="error",
    judges=SecurityGroup,
    check=check,
    source="EC2 User Guide, page efa-start; https://github.com/gardener/gardener-extension-provider-aws/issues/1832",
    page=__doc__ or "",
    cases=("C06",),
)
