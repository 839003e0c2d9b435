"""The form of a new attribute: what was guessed, as a person has mended it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import ValidationError

from core.errors import SpecSeekError
from core.topic import Attribute
from search_ui.products.readable import one_way

if TYPE_CHECKING:
    from collections.abc import Mapping

FIELDS = ("name", "label", "group", "type", "unit", "facet")
_LONGEST = 100


class BadAttributeError(SpecSeekError):
    """What was typed in makes no attribute; the words say why, field by field."""


def form_fields(attribute: Attribute) -> dict[str, str]:
    """The fields of an attribute as the form shows them."""
    return {name: str(getattr(attribute, name)) for name in FIELDS}


def typed_fields(form: Mapping[str, str]) -> dict[str, str]:
    """The fields as they were sent, safe to show again; {} where none were."""
    if not any(name in form for name in FIELDS):
        return {}
    return {name: one_way(form.get(name, "")).strip()[:_LONGEST] for name in FIELDS}


def read_attribute(typed: Mapping[str, str], guessed: Attribute) -> Attribute:
    """What the form says; of what it does not show (words of a list) what was guessed."""
    fields: dict[str, object] = dict(typed)
    if typed["type"] == guessed.type:
        fields["words"] = guessed.words
    try:
        return Attribute.model_validate(fields)
    except ValidationError as error:
        raise BadAttributeError("; ".join(map(_told, error.errors()))) from error


def _told(mistake: Mapping[str, object]) -> str:
    where = mistake["loc"]
    words = str(mistake["msg"]).removeprefix("Value error, ")
    return f"{where[0] if isinstance(where, tuple) and where else ''}: {one_way(words)}"
