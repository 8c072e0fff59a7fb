"""The models' errors as problems of the file: our path notation, our words, the nearest known word, never a secret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from gpuform.errors import Problem
from gpuform.spec.document import Document
from gpuform.spec.kinds import is_container, is_list, is_map
from gpuform.spec.paths import joined, names_in
from gpuform.spec.words import listed, near, quoted, shown

SECRET = (".boot", ".boot.env", ".boot.secrets")
"""What stands here or below may be a secret, even where the user put it in a wrong form."""
HINTS = (
    "; did you mean ",
    "; write ",
    "; put ",
    "; use ",
    "; known: ",
    "; name ",
    "; once ",
    "; mount ",
    "; such ",
    "; is ",
)
"""Where a sentence of a field goes over to what to do."""
BOUNDS = {
    "greater_than_equal": ("ge", "at least"),
    "greater_than": ("gt", "more than"),
    "less_than_equal": ("le", "at most"),
    "less_than": ("lt", "less than"),
}
WANTED = {
    "model_type": "a map of fields (`key: value`)",
    "model_attributes_type": "a map of fields (`key: value`)",
    "dict_type": "a map of fields (`key: value`)",
    "tuple_type": "a list (`[a, b]`, or lines that start with `- `)",
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing_size": "a smaller number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "bool_type": "`true` or `false`",
}


def problems_of(error: ValidationError, model: type[BaseModel], document: Document) -> list[Problem]:
    paths = Paths(model, document.data)
    return [problem_of(one, paths, document) for one in error.errors(include_url=False) if not only_follows(one)]


def only_follows(one: ErrorDetails) -> bool:
    """Of a list with a broken member it is also said that it is too short, since only whole members are counted."""
    return one["type"] == "too_short" and bool(one["input"])


class Paths:
    """Our paths of the models' locations; the names of each list are worked out once."""

    def __init__(self, model: type[BaseModel], data: Any) -> None:
        self.model = model
        self.data = data
        self.members: dict[int, list[str]] = {}

    def path(self, loc: tuple[int | str, ...]) -> tuple[str, list[str]]:
        """The path, and the field names known where it ends."""
        path, known = "", [""]
        at: Any = self.data
        fields: type[BaseModel] | None = self.model
        for step in loc:
            if isinstance(step, int) and is_list(at):
                path, at = f"{path}[{self.names(at)[step]}]", at[step]
            elif isinstance(step, str) and is_map(at) and step != "[key]":
                known = [] if fields is None else field_names(fields)
                fields = None if fields is None else model_below(fields, step)
                path, at = joined(path, step), at.get(step)
            else:
                break  # a short form such as `nodes: 8`: the model's own fields are not in the file
        return path, known

    def names(self, items: list[Any]) -> list[str]:
        if id(items) not in self.members:
            self.members[id(items)] = names_in(items)
        return self.members[id(items)]


def problem_of(one: ErrorDetails, paths: Paths, document: Document) -> Problem:
    path, known = paths.path(one["loc"])
    secret = any(path.endswith(part) or f"{part}." in path or f"{part}[" in path for part in SECRET)
    message, hint = said(one, known, secret=secret)
    return Problem(document.place(path).line, path, message, hint)


def field_names(model: type[BaseModel]) -> list[str]:
    return [info.alias or name for name, info in model.model_fields.items()]


def model_below(model: type[BaseModel], alias: str) -> type[BaseModel] | None:
    """The model a field's value is made of, through lists and optionals."""
    for name, info in model.model_fields.items():
        if (info.alias or name) == alias:
            return next(models_in(info.annotation), None)
    return None


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    parts: tuple[Any, ...] = getattr(annotation, "__args__", ())
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in parts:
        yield from models_in(part)


def said(one: ErrorDetails, known: list[str], *, secret: bool) -> tuple[str, str]:
    """(what is wrong and what is allowed, hint)."""
    kind, value, context = one["type"], one["input"], one.get("ctx", {})
    got = "the value" if secret else quoted(value)
    if kind == "extra_forbidden":
        name = str(one["loc"][-1])
        return f"there is no field {quoted(name)} here", near(name, known) or f"known: {listed(known, most=40)}"
    if kind == "missing":
        return f"`{shown(one['loc'][-1])}` is missing", "it has no default"
    if kind == "value_error":
        return ("can't be used as it is", "put it in quotes") if secret else parted(str(context["error"]))
    if kind == "literal_error":
        allowed = [word.strip("' ") for word in str(context["expected"]).replace(" or ", ", ").split(", ")]
        return f"{got} is not one of {', '.join(allowed)}", near(str(value), allowed) if not secret else ""
    if kind in BOUNDS:
        key, phrase = BOUNDS[kind]
        return f"{got} is out of range", f"{phrase} {context[key]:,}"
    if kind in ("string_too_long", "too_long"):
        return (
            f"{got} is longer than {context['max_length']} characters",
            "it is part of longer names, which clouds cut off",
        )
    if kind == "too_short":
        return "is an empty list", "name at least one, or take the line out"
    if kind in WANTED:
        return wrong_kind(value, got, WANTED[kind]), quoting(value) if kind == "string_type" and not secret else ""
    return f"{got} can't be used here", ""


def wrong_kind(value: Any, got: str, wanted: str) -> str:
    return f"is {got}; it should be {wanted}" if is_container(value) else f"{got} should be {wanted}"


def quoting(value: Any) -> str:
    return "put it in quotes" if isinstance(value, bool | int | float) else ""


def parted(sentence: str) -> tuple[str, str]:
    """(what is wrong, what to do) of a field's own sentence."""
    cuts = [sentence.find(mark) for mark in HINTS if mark in sentence]
    return (sentence[: min(cuts)], sentence[min(cuts) + 2 :]) if cuts else (sentence, "")
