from __future__ import annotations

import pytest

from pages.nesting import outline
from pages.outline import BROKEN, JOINED, SPACED, Outline
from pages.page import Page


def outline_of(html: str, encoding: str = "utf-8") -> Outline:
    return outline(Page("", html.encode(encoding), encoding))


def texts(found: Outline) -> list[str]:
    return [found.texts[leaf] for leaf in found.leaves(0)]


def test_elements_and_texts_are_ranges_of_numbers() -> None:
    found = outline_of("<table><tr><th>重量</th><td>102<b>克</b></td></tr></table>")
    assert found.tags == ["", "table", "tr", "th", "td", "b"]
    assert found.parents == [0, 0, 1, 2, 2, 4]
    assert found.ends == [6, 6, 6, 4, 6, 6]
    assert [found.leaves(element) for element in range(6)] == [
        *[range(3)] * 3,
        range(1),
        range(1, 3),
        range(2, 3),
    ]
    assert texts(found) == ["重量", "102", "克"]
    assert found.owners == [3, 4, 5]
    assert found.parents == [0, 0, 1, 2, 2, 4]
    assert found.ancestors(5) == [5, 4, 2, 1, 0]


def test_a_text_behind_an_end_tag_belongs_to_the_element_around() -> None:
    """In the tag sequence both are the content of `strong`."""
    found = outline_of("<dd><strong>上市时间：</strong>2007</dd>")
    assert texts(found) == ["上市时间：", "2007"]
    assert [found.tags[owner] for owner in found.owners] == ["strong", "dd"]
    assert [found.tags[tag] for tag in found.leaf_tags] == ["strong", "strong"]


@pytest.mark.parametrize(
    ("html", "gap"),
    [
        ("5<b>MP</b>", JOINED),
        ("5<!-- a comment --><b>MP</b>", JOINED),
        ("5 <b>MP</b>", SPACED),
        ("5<b> MP</b>", SPACED),
        ("5<b>\n</b><i>MP</i>", SPACED),
        ("5<br>MP", BROKEN),
        ("5<p>MP", BROKEN),
        ("<div>5</div>MP", BROKEN),
        ("<div>5</div> <b>MP</b>", BROKEN),
    ],
)
def test_what_parts_a_text_from_the_one_before(html: str, gap: int) -> None:
    assert outline_of(html).gaps == [BROKEN, gap]


def test_texts_are_joined_as_a_reader_sees_them() -> None:
    found = outline_of("<td>5<b>.5</b> 英寸<br>AMOLED</td>")
    assert found.text(found.leaves(1)) == "5.5 英寸 AMOLED"
    assert found.text([]) == ""


@pytest.mark.parametrize(
    "hidden",
    [
        "<button>buy</button>",
        "<select><option>red<option>blue</select>",
        "<textarea>say</textarea>",
        "<span style='color: red; display : none'>say</span>",
        "<span STYLE='DISPLAY:NONE'><b>say</b></span>",
        "<span hidden>say</span>",
        "<span class=x hidden=''>say</span>",
    ],
)
def test_what_a_reader_does_not_see_is_left_out(hidden: str) -> None:
    found = outline_of(f"<td>5 MP {hidden}</td>")
    assert len(found.owners) > 1
    assert found.text(found.leaves(1)) == "5 MP"


@pytest.mark.parametrize(
    "shown",
    ["<span class=hidden>F</span>", "<i style='display:block'>F</i>", "<a hiddenness>F</a>"],
)
def test_what_only_looks_like_hidden_is_read(shown: str) -> None:
    found = outline_of(f"<td>5 MP {shown}</td>")
    assert found.text(found.leaves(1)) == "5 MP F"


def test_much_hidden_text_is_a_tab_that_will_be_shown() -> None:
    rows = "".join(f"<tr><td>name{n}<td>{n}" for n in range(9))
    found = outline_of(f"<table style='display:none'>{rows}</table>")
    assert found.text(found.leaves(1)).startswith("name0 0 name1 1")


def test_texts_are_decoded_from_the_page_s_encoding() -> None:
    assert texts(outline_of("<b>重量&nbsp;&#20811;</b>", "gb18030")) == ["重量 克"]
