from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.page import Page
from pages.sequence import OTHER, Alphabet, TagSequence, TagString, tag_sequence


def test_every_tag_is_one_letter_in_any_case() -> None:
    spell = Alphabet().spell
    assert len(spell([b"table", b"tr", b"td"])) == 3
    assert spell([b"TABLE", b"Tr", b"td"]) == spell([b"table", b"tr", b"td"])


def test_a_search_matches_whole_tags_only() -> None:
    """As text, `body*tr` stands inside `tbody*tr`; as letters it does not."""
    alphabet = Alphabet()
    page = alphabet.spell([b"table", b"tbody", b"tr", b"b", b"tr"])
    assert page.find(alphabet.spell_written("b*tr")) == 3
    assert page.find(alphabet.spell_written("body*tr")) == -1
    assert page.find(alphabet.spell_written("t")) == -1


def test_a_rule_s_own_names_have_letters_too() -> None:
    alphabet = Alphabet(["spec-row", "spec-name"])
    letters = alphabet.spell([b"spec-row", b"SPEC-Name"])
    assert len({*letters, OTHER}) == 3
    assert alphabet.spell_written("spec-row*spec-name") == letters


def test_names_that_no_rule_uses_share_one_letter() -> None:
    assert Alphabet().spell([b"spec-row", b"x", b"\xff"]) == OTHER * 3


def test_an_empty_sequence_has_no_letters() -> None:
    assert Alphabet().spell_written("") == ""


def test_letters_stay_apart_however_many_names_rules_use() -> None:
    alphabet = Alphabet(f"x{number}" for number in range(10_000))
    letters = alphabet.spell(b"x%d" % number for number in range(10_000))
    known = letters.rstrip(OTHER)
    assert len(known) > 5_000
    assert len(set(known)) == len(known)


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
    assert "*".join(sequence.names) == written
    assert sequence.contents == contents


def test_the_published_worked_example() -> None:
    shown = ["网络制式：</strong>GSM", "手机外形：</strong>直板", "主屏参数：</strong>1.5英寸"]
    rows = "".join(f"<dd><strong>{row}</dd>\n" for row in shown)
    sequence = read(
        "<dl><dt>诺基亚 1200</dt>\n"
        "<dd><strong>参考价格：</strong><span>￥260</span></dd>\n"
        f"<dd><strong>上市时间：</strong>2007年</dd>\n{rows}</dl>"
    )
    assert (
        "*".join(sequence.names) == "dl*dt*dd*strong*span*dd*strong*dd*strong*dd*strong*dd*strong"
    )
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
    assert read("<!-- only a comment -->").names == []


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


ALPHABET = Alphabet()
ROW = "<tr><th>{}</th><td>{}</td></tr>"


def tags(html: str, most: int = 0) -> TagString:
    return TagString(html.encode(), "utf-8", ALPHABET, most)


def contents(found: TagString) -> list[str]:
    return [found.content(tag) for tag in range(len(found.letters))]


@pytest.mark.parametrize(
    "html",
    [
        "<dd>·<strong>上市时间：</strong>2007&nbsp;年</dd>",
        "<b>one<!-- a <i> comment --> text</b><u>",
        "before<p>text<script>x = '<b>';</script> goes on<br>",
        "<title>a <b> & c</title><textarea>d<e></textarea>f",
        "<TD>upper<td\n>lower",
        "<b>&am<!-- no entity -->p;",
        "<i>cut <b",
        "no tag at all",
        "",
    ],
)
def test_letters_and_contents_are_those_of_the_tag_sequence(html: str) -> None:
    whole = tag_sequence(Page("", html.encode(), "utf-8"))
    found = tags(html)
    assert found.letters == ALPHABET.spell_written("*".join(whole.names))
    assert contents(found) == whole.contents


def test_no_more_tags_are_read_than_asked_for() -> None:
    found = tags("<b>1<i>2<u>3<s>4", most=2)
    assert found.letters == ALPHABET.spell_written("b*i")
    assert found.content(0) == "1"


@pytest.mark.parametrize(
    ("html", "is_joined"),
    [
        ("<b>￥</b><i>99</i>", True),
        ("<b>5</b>.<sup>5</sup>", True),
        ("<b>￥</b> <i>99</i>", False),
        ("<b>￥ </b><i>99</i>", False),
        ("<b>￥</b><br>99", False),
        ("<b>￥</b><div>99</div>", False),
        ("<b>￥</b><!-- a comment --><i>99</i>", True),
        ("<b>￥</b><i></i>", False),
    ],
)
def test_texts_run_on_where_a_reader_sees_no_gap(html: str, *, is_joined: bool) -> None:
    assert tags(html).is_joined(1) is is_joined
