"""The JSON-LD of a page that may tell of a product: found in its bytes, without a tree."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from pages.embedded.lenient_json import read_json
from pages.embedded.product_types import NAMES_A_PRODUCT
from pages.encoding import to_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pages.page import Page

MOST_BLOCKS = 50
LARGEST_BLOCK = 1_000_000

# Some frameworks write the plus of the script's type as an entity.
_TYPE = re.compile(rb"ld(?:\+|&#x2[bB];|&#43;)json")
_SCRIPT = b"<script"
_LONGEST_TAG = 1000
_END = re.compile(rb"</[sS][cC][rR][iI][pP][tT]")


def json_ld(page: Page) -> Iterator[object]:
    """What each block holds; one that is no JSON, or too large, does not cost the others."""
    for block in islice(_blocks(page.body), MOST_BLOCKS):
        if len(block) <= LARGEST_BLOCK and NAMES_A_PRODUCT.search(block):
            try:
                yield read_json(to_text(block, page.encoding))
            except ValueError:
                continue


def _blocks(body: bytes) -> Iterator[bytes]:
    position = 0
    while found := _TYPE.search(body, position):
        position = found.end()
        if not _is_of_a_script(body, found.start()):
            continue
        start = body.find(b">", position) + 1
        if not start:
            return
        end = _END.search(body, start)
        position = end.start() if end else len(body)
        yield body[start:position]


def _is_of_a_script(body: bytes, position: int) -> bool:
    tag = body.rfind(b"<", max(0, position - _LONGEST_TAG), position)
    return body[tag : tag + len(_SCRIPT)].lower() == _SCRIPT
