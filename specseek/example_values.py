"""The example values of a page, as `specseek train` takes them: a JSON list of objects."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Annotated

from pydantic import Field, TypeAdapter, ValidationError

from rules.examples import Example
from specseek.json_input import file_problems, without_byte_order_mark

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pydantic_core import ErrorDetails

_EXAMPLE_LIST = TypeAdapter(Annotated[list[Example], Field(min_length=1)])
_EXAMPLES_ALLOWED = (
    'allowed: [{"attribute": "参考价格", "name": "参考价格：", "value": "￥1000"}, …]; '
    'name "" where the page shows none'
)
_ENTRY = re.compile(r"[^\s,]")


def read_examples(path: Path) -> list[Example]:
    body = without_byte_order_mark(path.read_bytes())
    try:
        return _EXAMPLE_LIST.validate_json(body)
    except ValidationError as error:
        in_entries = any(details["loc"] for details in error.errors())
        lines = list(_entry_lines(body.decode())) if in_entries else []

        def line_of(details: ErrorDetails) -> int:
            return lines[int(details["loc"][0])] if details["loc"] else 1

        raise file_problems(path, error, line_of, _EXAMPLES_ALLOWED) from error


def _entry_lines(text: str) -> Iterator[int]:
    """On which line each entry of a JSON list begins."""
    decoder = json.JSONDecoder()
    line, counted = 1, 0
    place = text.index("[") + 1
    while (entry := _ENTRY.search(text, place)) and entry[0] != "]":
        line += text.count("\n", counted, entry.start())
        counted = entry.start()
        yield line
        _, place = decoder.raw_decode(text, counted)
