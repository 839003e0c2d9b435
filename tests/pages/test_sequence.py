from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.page import Page
from pages.sequence import TagSequence, tag_sequence


def read(source: str) -> TagSequence:
    return tag_sequence(Page.read(source.encode()))


@pytest.mark.parametrize(
    ("source", "written", "contents"),
    [
        (
            "<html><title></title><body><font size=20>Welcome</font><b>Hello</b></body></html>",
            "html*title*body*font*b",
            ["", "", "", "Welcome", "Hello"],
        ),
        ("<dd><strong>上市时间：</strong>2007</dd>", "dd*strong", ["", "上市时间：2007"]),
    ],
)
def test_published_examples(source: str, written: str, contents: list[str]) -> None:
    sequence = read(source)
    assert sequence.written == written
    assert sequence.contents == contents


def test_the_published_worked_example() -> None:
    shown = ["网络制式：</strong>GSM", "手机外形：</strong>直板", "主屏参数：</strong>1.5英寸"]
    rows = "".join(f"<dd><strong>{row}</dd>\n" for row in shown)
    sequence = read(
        "<dl><dt>诺基亚 1200</dt>\n"
        "<dd><strong>参考价格：</strong><span>￥260</span></dd>\n"
        f"<dd><strong>上市时间：</strong>2007年</dd>\n{rows}</dl>"
    )
    assert sequence.written == "dl*dt*dd*strong*span*dd*strong*dd*strong*dd*strong*dd*strong"
    assert sequence.contents[1:7] == [
        "诺基亚 1200",
        "",
        "参考价格：",
        "￥260",
        "",
        "上市时间：2007年",
    ]
    assert sequence.contents[8::2] == ["网络制式：GSM", "手机外形：直板", "主屏参数：1.5英寸"]


def test_what_is_skipped_does_not_part_a_content() -> None:
    sequence = read("before<p>a<!-- x -->b<script>c</script>d<style>e</style>f</p>g<br>h")
    assert sequence.names == ["p", "br"]
    assert sequence.contents == ["abdfg", "h"]


def test_skipped_markup_does_not_join_an_entity() -> None:
    assert read("<p>&am<!-- -->p;").contents == ["&amp;"]


def test_names_are_lower_case_and_decoded() -> None:
    # In GB18030 the second byte of 丄 is that of an upper-case letter.
    page = Page("", "<DIV><TD丄>".encode("gb18030"), "gb18030")
    assert tag_sequence(page).names == ["div", "td丄"]


def test_text_only_elements_keep_their_markup_as_text() -> None:
    sequence = read("<title>a <b>&lt;c</b></title>d<p>e")
    assert sequence.names == ["title", "p"]
    assert sequence.contents == ["a <b><c</b>d", "e"]


def test_pages_without_tags() -> None:
    assert read("").names == []
    assert read("no tags </here>").contents == []
    assert read("<!-- only a comment -->").written == ""


def test_a_hundred_thousand_nested_tags() -> None:
    sequence = read("<div>" * 100_000 + "deep" + "</div>" * 100_000)
    assert sequence.names == ["div"] * 100_000
    assert sequence.contents[-1] == "deep"


NAMES = st.sampled_from(["p", "td", "SPAN", "H1"])


@given(st.lists(st.tuples(NAMES, st.text("ab 中\n&;", max_size=9))))
@settings(max_examples=200, deadline=None)
def test_every_start_tag_has_the_text_behind_it(tags: list[tuple[str, str]]) -> None:
    sequence = read("".join(f"<{name} x='1>2'>{text}</{name}>" for name, text in tags))
    assert sequence.names == [name.lower() for name, _ in tags]
    assert sequence.contents == [" ".join(text.split()) for _, text in tags]
