"""Pydantic's errors as problems of the file: our path notation, our words, the nearest known word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from gpuform.errors import Problem
from gpuform.spec.document import Document
from gpuform.spec.fields import closest
from gpuform.spec.units import shown

SECRET_PATHS = (".boot.env.", ".boot.secrets.")


def problems_of(error: ValidationError, model: type[BaseModel], document: Document) -> list[Problem]:
    return [problem_of(one, model, document) for one in error.errors(include_url=False) if not follows(one, error)]


def follows(one: ErrorDetails, error: ValidationError) -> bool:
    """A list is "too short" only because none of its members could be read: the members' own problems say more."""
    return one["type"] == "too_short" and any(
        other["loc"][: len(one["loc"])] == one["loc"]
        for other in error.errors()
        if other is not one and other["loc"] != one["loc"]
    )


def problem_of(one: ErrorDetails, model: type[BaseModel], document: Document) -> Problem:
    path, known = path_of(one["loc"], model, document.data)
    message, hint = said(one, known, secret=any(part in path for part in SECRET_PATHS))
    return Problem(document.place(path).line, path, message, hint)


def path_of(loc: tuple[int | str, ...], model: type[BaseModel], data: Any) -> tuple[str, list[str]]:
    """Our path of a location, and the field names known where it ends."""
    path, at, kind = "", data, model
    fields: type[BaseModel] | None = kind
    for step in loc:
        if isinstance(step, int):
            item = at[step] if isinstance(at, list) and step < len(at) else None
            name = item.get("name") if isinstance(item, dict) else None
            member = name if isinstance(name, str) and name.replace("-", "").replace("_", "").isalnum() else step
            path, at = f"{path}[{member}]", item
            continue
        if step.startswith("function-") or step in ("[key]",):
            continue
        known = [] if fields is None else field_names(fields)
        path = f"{path}.{step}" if path else step
        at = at.get(step) if isinstance(at, dict) else None
        child = None if fields is None else model_below(fields, step)
        if step == loc[-1]:
            return path, known
        fields = child
    return path, [] if fields is None else field_names(fields)


def field_names(model: type[BaseModel]) -> list[str]:
    return [info.alias or name for name, info in model.model_fields.items()]


def model_below(model: type[BaseModel], alias: str) -> type[BaseModel] | None:
    """The model a field's value is made of, through lists and optionals."""
    for name, info in model.model_fields.items():
        if (info.alias or name) == alias:
            return next(models_in(info.annotation), None)
    return None


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in getattr(annotation, "__args__", ()):
        yield from models_in(part)
    origin = getattr(annotation, "__origin__", None)
    if isinstance(origin, type) and issubclass(origin, BaseModel):
        yield origin


def said(one: ErrorDetails, known: Iterable[str], *, secret: bool) -> tuple[str, str]:
    """(what is wrong and what is allowed, hint)."""
    got = "the value" if secret else f"`{shown(one['input'])}`"
    context = one.get("ctx", {})
    match one["type"]:
        case "extra_forbidden":
            name = str(one["loc"][-1])
            return f"there is no field `{shown(name)}` here", closest(name, list(known))
        case "missing":
            return "is missing; it must be given", ""
        case "value_error":
            return sentence(str(context.get("error", one["msg"])))
        case "literal_error":
            allowed = [word.strip(" '") for word in str(context.get("expected", "")).replace(" or ", ",").split(",")]
            return f"{got} is not one of {', '.join(allowed)}", closest(
                str(one["input"]), allowed
            ) if not secret else ""
        case "greater_than_equal" | "greater_than" | "less_than_equal" | "less_than":
            return f"{got} is out of range: {bound(one['type'], context)}", ""
        case "string_too_long":
            return f"{got} is longer than {context.get('max_length')} characters", ""
        case "too_short":
            return "is an empty list; name at least one", ""
        case "model_type" | "dict_type" | "model_attributes_type":
            return f"{empty_or(one['input'], got)} should be a map of fields (`key: value`)", ""
        case "tuple_type" | "list_type":
            return f"{empty_or(one['input'], got)} should be a list (`[a, b]` or lines with `- `)", ""
        case "string_type":
            return f"{empty_or(one['input'], got)} should be text", "put it in quotes" if is_number(
                one["input"]
            ) else ""
        case "int_type" | "int_from_float":
            return f"{empty_or(one['input'], got)} should be a whole number", ""
        case "float_type":
            return f"{empty_or(one['input'], got)} should be a number", ""
        case "bool_type":
            return f"{empty_or(one['input'], got)} should be `true` or `false`", ""
        case _:
            return f"{got} can't be used here: {one['msg'][0].lower()}{one['msg'][1:]}", ""


def sentence(text: str) -> tuple[str, str]:
    """A `did you mean` at the end of our own sentences is the hint."""
    head, found, tail = text.partition("; did you mean ")
    return (head, f"did you mean {tail}") if found else (text, "")


def bound(kind: str, context: dict[str, Any]) -> str:
    words = {"greater_than_equal": ("ge", "at least"), "greater_than": ("gt", "more than")}
    words |= {"less_than_equal": ("le", "at most"), "less_than": ("lt", "less than")}
    key, phrase = words[kind]
    return f"{phrase} {context.get(key)}"


def empty_or(value: Any, got: str) -> str:
    return "is empty; it" if value is None else got


def is_number(value: Any) -> bool:
    return isinstance(value, int | float)
