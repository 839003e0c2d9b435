from __future__ import annotations

import pytest

from pages.page import Page
from pages.sequence import tag_sequence

GOLDEN = [
    (
        "<html><title></title><body><font size=20>Welcome</font><b>Hello</b></body></html>",
        "html*title*body*font*b",
        ["", "", "", "Welcome", "Hello"],
    ),
    ("<dd><strong>上市时间：</strong>2007</dd>", "dd*strong", ["", "上市时间：2007"]),
]


@pytest.mark.parametrize(("source", "written", "contents"), GOLDEN)
def test_published_examples(source: str, written: str, contents: list[str]) -> None:
    sequence = tag_sequence(Page.read(source.encode()))
    assert sequence.written == written
    assert sequence.contents == contents
