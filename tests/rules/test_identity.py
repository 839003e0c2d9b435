from __future__ import annotations

import pytest

from pages.nesting import outline
from pages.page import Page
from rules.identity import identity


@pytest.mark.parametrize(
    ("tag", "known_by"),
    [
        ("<div>", ("", ())),
        ("<div id=spec class=main>", ("spec", ("main",))),
        ("<div class='b  a\n b'>", ("", ("a", "b"))),
        ('<DIV CLASS="参数 表" ID="规格">', ("规格", ("参数", "表"))),
        ("<div id = x>", ("x", ())),
        ('<div title="x"id="y">', ("y", ())),
        ("<div data-id=1 data-class=2>", ("", ())),
        ("<div id=''>", ("", ())),
        ("<div class=a&amp;b>", ("", ("a&b",))),
    ],
)
def test_an_element_is_known_by_its_id_and_classes(
    tag: str, known_by: tuple[str, tuple[str, ...]]
) -> None:
    for encoding in ("utf-8", "gb18030"):
        found = outline(Page("", tag.encode(encoding), encoding))
        assert identity(found, 1) == known_by
