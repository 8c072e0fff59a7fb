"""Outputs of an object: when it is new, when it is only planned, after an update, and a template's versions."""

from __future__ import annotations

from gpuform_sandbox.provider.computed import COMPUTED, Made
from gpuform_sandbox.provider.tables import ResourceType
from gpuform_sandbox.provider.values import DEFAULTS, UNKNOWN, Values

VERSIONLESS = frozenset({"name", "namePrefix", "description", "defaultVersion", "updateDefaultVersion", "region"})
"""Changes of a launch template that make no new version."""


def created(kind: ResourceType, made: Made) -> Values:
    """All outputs of a new object."""
    inputs = {name: value for name, value in made.inputs.items() if name != DEFAULTS}
    answer: Values = {}
    if "region" in kind.properties:
        answer["region"] = made.cloud.region
    if "tagsAll" in kind.properties:
        answer["tagsAll"] = inputs.get("tags", {})
    if kind.token in COMPUTED:
        answer.update(COMPUTED[kind.token](made))
    return {**answer, **inputs, **({"tagsAll": answer["tagsAll"]} if "tagsAll" in answer else {})}


def planned(kind: ResourceType, inputs: Values) -> Values:
    """Outputs as a preview shows them: the inputs, and unknown for what only the cloud can say."""
    given = {name: value for name, value in inputs.items() if name != DEFAULTS}
    unknown = {name: UNKNOWN for name, row in kind.inside[""].items() if row.computed and name not in given}
    if "tagsAll" in unknown:
        unknown["tagsAll"] = given.get("tags", {})
    return {**unknown, **given}


def updated(kind: ResourceType, before: Values, old: Values, new: Values) -> Values:
    """Outputs after an update in place: what the program changed is changed, what the cloud knew is kept."""
    kept = {
        name: value
        for name, value in before.items()
        if name not in old or name in new or kind.properties[name].computed
    }
    changed = {name: value for name, value in new.items() if name != DEFAULTS and old.get(name) != value}
    after = {**kept, **changed}
    if "tagsAll" in kind.properties:
        after["tagsAll"] = new.get("tags", {})
    return after


def new_version(before: Values, old: Values, new: Values, *, preview: bool) -> Values:
    """A launch template's version numbers after a change."""
    touched = {n for n in {*old, *new} - {DEFAULTS} - VERSIONLESS if old.get(n) != new.get(n)}
    latest = int(before.get("latestVersion", 1)) + 1 if touched else before.get("latestVersion", 1)
    shown = UNKNOWN if preview and touched else latest
    versions: Values = {"latestVersion": shown}
    if new.get("updateDefaultVersion") is True and touched:
        versions["defaultVersion"] = shown
    elif isinstance(new.get("defaultVersion"), int):
        versions["defaultVersion"] = new["defaultVersion"]
    return versions
