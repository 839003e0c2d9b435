"""The form of the labelling page, as a browser sends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, ValidationError

from core.errors import SpecSeekError
from search_ui.labelling.marking import MOST_PAIRS, MarkedPair, Marking, MarkTool

if TYPE_CHECKING:
    from werkzeug.datastructures import MultiDict

    from core.topic import Topic
    from pages.outline import Outline

_COLUMNS = ("attribute", "name", "value", "name_leaf", "value_leaves")


class BadFormError(SpecSeekError):
    """What was sent is not what the page's form sends."""


class _Rest(BaseModel):
    model_config = ConfigDict(frozen=True)

    tool: MarkTool = MarkTool.NAME
    current: int | None = None


def read_marking(form: MultiDict[str, str], outline: Outline, topic: Topic) -> Marking:
    """The marks of the form; raises BadFormError with the row and what is wrong in it."""
    columns = [form.getlist(name) for name in _COLUMNS]
    rows = len(columns[0])
    if any(len(column) != rows for column in columns):
        raise BadFormError("the columns of the pairs differ in length; load the page again")
    if rows > MOST_PAIRS:
        raise BadFormError(f"there are {rows} pairs; a page may have {MOST_PAIRS}")
    pairs = [
        _pair(number, row, outline) for number, row in enumerate(zip(*columns, strict=True), 1)
    ]
    known = {attribute.name for attribute in topic.attributes}
    for number, pair in enumerate(pairs, 1):
        if pair.attribute and pair.attribute not in known:
            raise BadFormError(f"pair {number}: the topic has no attribute {pair.attribute!r}")
    sent = {name: form[name] for name in ("tool", "current") if form.get(name)}
    try:
        rest = _Rest.model_validate(sent)
    except ValidationError as error:
        raise BadFormError(_words(error)) from error
    kept = [pair for pair in pairs if pair.name or pair.value]
    current = None
    if rest.current is not None and 0 <= rest.current < rows and pairs[rest.current] in kept:
        current = kept.index(pairs[rest.current])
    return Marking(tuple(kept), current, rest.tool)


def _pair(number: int, row: tuple[str, ...], outline: Outline) -> MarkedPair:
    attribute, name, value, name_leaf, value_leaves = (text.strip() for text in row)
    try:
        pair = MarkedPair.model_validate(
            {
                "attribute": attribute,
                "name": name,
                "value": value,
                "name_leaf": name_leaf or None,
                "value_leaves": value_leaves.split(),
            }
        )
    except ValidationError as error:
        raise BadFormError(f"pair {number}: {_words(error)}") from error
    if any(leaf >= len(outline.owners) for leaf in pair.place):
        raise BadFormError(f"pair {number} speaks of a text that the page does not have")
    return pair


def _words(error: ValidationError) -> str:
    return "; ".join(
        f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()
    )
