"""The same tags and contents as Python's own parser finds, but for what is named here.

Each method of `Reference` that overrides html.parser is one difference on purpose; they are
listed with their reasons in docs/tag-sequence.md. Start tags are read by html.parser itself,
and where it disagrees about one, that tag has to be of a kind that `ODD` names.
"""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from evaluation.datasets import DataSetsAbsentError, data_sets_folder
from pages.encoding import to_text
from pages.page import Page
from pages.sequence import tag_sequence

SPACE = "\t\n\f\r "
NAME = re.compile(rf"[a-zA-Z][^{SPACE}/<>\0]*")
TEXT_ONLY = ("title", "textarea", "xmp", "iframe", "noembed", "noframes")
DROPPED = ("script", "style")
COMMENT = re.compile(r"<!--(?:-?>|.*?(?:--!?>|\Z))", re.DOTALL)
CDATA = re.compile(r"<!\[CDATA\[.*?(?:\]\]>|\Z)", re.DOTALL)
TO_NEXT_BRACKET = re.compile(r"[^>]*>?")
END_TAG = re.compile(r"</(?:[^<>]|<(?![a-zA-Z!?]))*>?")

# Start tags that html.parser ends elsewhere, or takes for text.
ODD = {
    "the name runs into NUL or another tag": re.compile(rf"<[a-zA-Z][^{SPACE}/>]*?[\0<]"),
    "an equals sign without a name before it": re.compile(r"[\s/=\"'\0]\s*="),
    "a quote that does not close inside the tag": re.compile(r"=\s*(?:\"[^\"]*|'[^']*)\Z"),
}


class Reference(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.names: list[str] = []
        self.texts: list[str] = []
        self.tags_seen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        self.tags_seen += 1
        if tag not in DROPPED:
            self.names.append(tag)
            self.texts.append("")

    def handle_data(self, data: str) -> None:
        if self.texts and self.cdata_elem not in DROPPED:
            self.texts[-1] += html.unescape(data) if self.cdata_elem else data

    def set_cdata_mode(self, elem: str, **newer_options: bool) -> None:
        del newer_options
        super().set_cdata_mode(elem)
        self.interesting = re.compile(rf"</{elem}(?=[{SPACE}/>])", re.IGNORECASE)

    def parse_starttag(self, i: int) -> int:
        end = end_of_start_tag(self.rawdata, i)
        if end < 0:
            return end
        source, tags_seen, texts = self.rawdata[i:end], self.tags_seen, self.texts[-1:]
        if self.check_for_whole_start_tag(i) == end and not named_oddly(source):
            super().parse_starttag(i)
        name = name_in(source)
        if self.tags_seen == tags_seen:
            assert any(shape.search(source[:-1]) for shape in ODD.values()), source
            self.texts[-1:] = texts
            self.handle_starttag(name, [])
        if source.endswith("/>"):
            self.clear_cdata_mode()
        elif name in (*DROPPED, *TEXT_ONLY):
            self.set_cdata_mode(name)
        return end

    def parse_endtag(self, i: int) -> int:
        self.clear_cdata_mode()
        return end_of(END_TAG, self.rawdata, i)

    def parse_comment(self, i: int, report: object = None) -> int:
        del report
        return end_of(COMMENT, self.rawdata, i)

    def parse_html_declaration(self, i: int) -> int:
        is_cdata = self.rawdata.startswith("<![CDATA[", i)
        return end_of(CDATA if is_cdata else TO_NEXT_BRACKET, self.rawdata, i)

    def finish(self) -> None:
        """Take what is left for text, unless it is a tag that never ends."""
        left = self.rawdata
        if self.cdata_elem or left == "<" or not left.startswith("<"):
            self.handle_data(left if self.cdata_elem else html.unescape(left))


def end_of(shape: re.Pattern[str], source: str, start: int) -> int:
    found = shape.match(source, start)
    assert found
    return found.end()


def name_in(tag: str) -> str:
    found = NAME.match(tag, 1)
    assert found
    return found[0].lower()


def named_oddly(tag: str) -> bool:
    return tag[1 + len(name_in(tag))] in "\0<"


def end_of_start_tag(source: str, start: int) -> int:
    """Walk over the attributes character by character; -1 where the tag never ends."""
    at = end_of(NAME, source, start + 1)
    while at < len(source):
        if source[at] == ">":
            return at + 1
        at += 1
        if source[at - 1] == "=":
            at = end_of(re.compile(f"[{SPACE}]*"), source, at)
            closing = source.find(source[at], at + 1) if source[at : at + 1] in {'"', "'"} else -1
            at = closing + 1 if closing > 0 else end_of(re.compile(f"[^{SPACE}>]*"), source, at)
    return -1


def assert_same(page: Page) -> None:
    reference = Reference()
    reference.feed(to_text(page.body, page.encoding))
    reference.finish()
    sequence = tag_sequence(page)
    assert sequence.names == reference.names
    assert sequence.contents == [
        " ".join(text.replace("\0", "").split()) for text in reference.texts
    ]


ANYTHING = (
    *("<a", "<b ", "<x=", "<p>", "</p>", "<br/>", "</", "<", ">", "/>", "<title", "<TITLE>"),
    *("</title>", "</title", "<textarea>", "</textarea>", "<iframe/>", "<script", "<script>"),
    *("</script>", "<style>", "</style>", "<!--", "-->", "--!>", "-", "--", "<!-->", "<?", "<!"),
    *("<![CDATA[", "]]>", "]", "<![endif]", "<![x", "=", '"', "'", "/", 'href="a>b"', "id='a>b'"),
    *(
        " ",
        "\n",
        "\0",
        "\u00a0",
        "\u3000",
        "x",
        "y z",
        "中",
        "&amp;",
        "&lt",
        "&",
        "&#65;",
        ";",
        "#",
    ),
)
IN_A_TAG = ("=", '"', "'", " ", "/", "x", ">", '="x"', "='x>y'", "\u3000", "\0", "<b ", "z</title>")


@example("<p></\0x<b></a\0<y")
@given(st.lists(st.sampled_from(ANYTHING), max_size=14).map("".join))
@settings(max_examples=1000, deadline=None)
def test_markup_like_input_reads_the_same(source: str) -> None:
    assert_same(Page("", source.encode(), "utf-8"))


@example("a", ["b=x\u3000c='1>2'"])
@given(st.sampled_from(["a", "title", "script"]), st.lists(st.sampled_from(IN_A_TAG), max_size=12))
@settings(max_examples=700, deadline=None)
def test_attributes_read_the_same(name: str, inside: list[str]) -> None:
    assert_same(Page("", f"<{name} {''.join(inside)}>text<b>".encode(), "utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "data_set",
    [
        "gsmarena",
        "swde-camera",
        "zh-phones",
        "zh-articles",
        "en-pages",
        "forum-posts",
        "zh-forums-unlabelled",
    ],
)
def test_real_pages_read_the_same(data_set: str) -> None:
    try:
        folder = data_sets_folder() / data_set / "pages"
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))
    files = list(folder.iterdir())
    assert files
    for file in files:
        assert_same(Page.read(file.read_bytes()))
