"""Is a page shown as decades ago? Browsers tell by its first line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pages.encoding import to_text

if TYPE_CHECKING:
    from pages.page import Page

_FIRST = 5_000  # bytes; a document's type stands before all else
_BEFORE = re.compile(r"\s+|<!--.*?-->|<\?[^>]*>", re.DOTALL)
_DOCTYPE = re.compile(r"<!doctype\s+html([^>]*)>", re.IGNORECASE)
_OLD = re.compile(
    r"-//(?:ietf|w3o|netscape|microsoft|softquad|spyglass|sun|sq|webtechs|metrius|as|advasoft)"
    r"|//dtd (?:html (?:[23]|4\.0 (?:frameset|transitional)|experimental)|w3 html)",
    re.IGNORECASE,
)
_OLD_WITHOUT_ADDRESS = re.compile(r"//dtd html 4\.01 (?:frameset|transitional)", re.IGNORECASE)


def is_old(page: Page) -> bool:
    """No document type, or one that browsers know to be of the old days."""
    text = to_text(page.body[:_FIRST], page.encoding)
    start = 0
    while before := _BEFORE.match(text, start):
        start = before.end()
    found = _DOCTYPE.match(text, start)
    if found is None or _OLD.search(found[1]):
        return True
    return "http" not in found[1].lower() and bool(_OLD_WITHOUT_ADDRESS.search(found[1]))
