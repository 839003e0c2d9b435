"""The form of the labelling page, as a browser would send it."""

from __future__ import annotations

import re
from html import unescape

COLUMNS = ("attribute", "name", "value", "name_leaf", "value_leaves")


def rows(page: str) -> dict[str, list[str]]:
    """The pairs in a page's form, as a browser would send them."""
    found: dict[str, list[str]] = {column: [] for column in COLUMNS}
    for pair in re.findall(r'(?s)<li class="pair.*?</li>', page):
        chosen = re.search(r'<option value="([^"]*)" selected>', pair)
        found["attribute"].append(chosen[1] if chosen else "")
        for column in COLUMNS[1:]:
            value = re.search(rf'name="{column}"(?: value="([^"]*)")?', pair)
            assert value
            found[column].append(unescape(value[1] or ""))
    return found


def corrected(form: dict[str, list[str]]) -> dict[str, list[str]]:
    """What a person mends in the proposal: remarks that stand in two of the values."""
    return form | {"value": [re.sub(r"\[[^]]*\]", "", value) for value in form["value"]]}
