"""The author of an article: as metadata tells it, or as the page shows it.

Words before and behind names are those of the locale packs (`articles.yaml`). Chinese newspapers
put a reporter's name behind 记者 or in brackets at the end; that it is one is told by the family
name.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin

from channels.article_date import MOST_MARKED, short_text
from channels.article_title import SEPARATOR
from channels.article_words import is_label
from channels.user_links import is_user_link
from core.locales import any_of, locales, merged
from core.names import site_of
from pages.page import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lxml.etree import _Element as Element

    from channels.blocks import Blocks
    from channels.metadata import Metadata

_LONGEST_LINE = 150  # characters: a longer text is a paragraph
_LONGEST_REPORTER_LINE = 40
_MOST = 20  # candidates of one kind
_ABOVE = 40  # texts above the body
_FIRST = 3  # texts of the body
_BEHIND = 6  # texts behind it
_NO_NAME = re.compile(
    r"https?:|@|www\.|^\W*$|^(?:admin|by|author|作者)$|^[a-z]_?\d+$|[\[\]()（）【】<>*■]"
    r"|^(?:\S+\s+){3,}\S+\.$",
    re.IGNORECASE,
)
_LONGEST_NAME = 80
_HEADINGS = frozenset({"h1", "h2", "h3"})
_PROPERTIES = frozenset("author creator".split())
_NEAR = 12  # texts
_TOP = 20  # texts
_LONGEST_NICKNAME = 30
_NICKNAME = re.compile(r"nick-?_?name|user-?_?name", re.IGNORECASE)
_BLOCKS = frozenset("div p h1 h2 h3 h4 h5 h6 ul li dl dt dd section header table button".split())
_AROUND_NAME = " \u3000·•|/-–—:："
_HAN = r"[\u3400-\u9fff]"
_HAN_NAME = rf"{_HAN}{{2,4}}"
_HAN_NAMES = rf"{_HAN_NAME}(?>(?:[\s、]+{_HAN_NAME})*)"
_NAME_ENDS = re.compile(r"(?<![a-zA-Z_\d])\d|[|｜（(【\[。，,；;）)\]】<>]|\s[-–—]\s|\s{2,}|\u3000")
_KOREAN = re.compile(r"(?:^|[\s\[(=])([가-힣]{2,4})\s?(?:기자|특파원)(?![가-힣])")
_STARTS_WITH_HAN = re.compile(_HAN)


def author_of(data: Metadata, blocks: Blocks, body: Sequence[int], url: str) -> str:
    """What metadata says and the page shows; else what the page shows; else the rest."""
    may_be = [name for name in data.authors[:_MOST] if _may_be_name(name)]
    sites = _names_of_sites(data)
    # A site that calls itself the author has one whom the page names, or none.
    told = [name for name in may_be if _letters(name) not in sites]
    return (
        next(_also_shown(told, blocks), "")
        or next(_marked(blocks), "")
        or next(_shown(blocks, body), "")
        or next(iter((*told, *may_be)), "")
        or next(_users(blocks, body, url), "")
        or next(_owner(data, blocks), "")
        or next(_editors(blocks, body), "")
    )


def _names_of_sites(data: Metadata) -> frozenset[str]:
    """As metadata has them, and what stands behind the title of the page."""
    parts = SEPARATOR.split(data.title)[1:]
    return frozenset(map(_letters, (*data.sites, *parts))) - {""}


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


def _may_be_name(name: str) -> bool:
    return 1 < len(name) <= _LONGEST_NAME and not _NO_NAME.search(name)


def _also_shown(told: Sequence[str], blocks: Blocks) -> Iterator[str]:
    """Those of which the page shows the first name at least."""
    shown = "\n".join(blocks.texts).lower() if told else ""
    return (name for name in told if re.split("[,、;]", name)[0].strip().lower() in shown)


def _marked(blocks: Blocks) -> Iterator[str]:
    """Elements whose class or role says that they name the author."""
    words = _words()
    for element in blocks.marked[:MOST_MARKED]:
        if element.tag == "time" or element.get("itemprop", "author") not in _PROPERTIES:
            continue
        for shown in _said(element):
            begins = words.leading.match(shown)
            # Without a word before it, all that the element says must be the name.
            may_be = begins is not None or not any(map(str.isdigit, shown))
            name = _name_in(shown[begins.end() if begins else 0 :]) if may_be else ""
            if name := name or _told(shown, words.author):
                yield name


def _said(element: Element) -> Iterator[str]:
    """What an element says: the name in its microdata, or its text; of several blocks the first.

    A box with the author's name has a word about them below it, and buttons.
    """
    inside = list(islice(element.iterdescendants("*"), _MOST + 1))
    for inner in inside:
        if inner.get("itemprop") == "name":
            yield fold(inner.get("content") or short_text(inner))
            return
    if len(inside) <= _MOST and any(inner.tag in _BLOCKS for inner in inside):
        pieces = (fold(piece[:_LONGEST_LINE]) for piece in islice(element.itertext(), _MOST))
        yield from islice((piece for piece in pieces if piece and not _words().is_lead(piece)), 1)
    else:
        yield short_text(element)


def _shown(blocks: Blocks, body: Sequence[int]) -> Iterator[str]:
    """Bylines around the body, and names at its beginning and end."""
    words, texts = _words(), blocks.texts
    places = list(_places(len(texts), body))
    lines = [place for place in places if len(texts[place]) <= _LONGEST_LINE]
    for place in lines:
        # "The ferryman of Altenfurt" names a place: headings tell of other things.
        is_heading = blocks.tags[blocks.nodes[place]] in _HEADINGS
        if not is_heading and (name := _told(texts[place], words.author)):
            yield name
    for place in (*body[:3], *body[:-4:-1], *places):
        if name := _reporter(texts[place], words):
            yield name
    for place in lines:
        if found := words.wrote.search(texts[place]):
            name = (found[1] or found[2] or "").strip(_AROUND_NAME)
            if _may_be_name(name):
                yield name
    for place in body[:-3:-1]:
        if (found := words.signed.search(texts[place])) and words.are_people(found[1]):
            yield _joined(found[1])


def _owner(data: Metadata, blocks: Blocks) -> Iterator[str]:
    """Whose blog it is, by the title of the page or a line at its top."""
    for text in (*SEPARATOR.split(data.title), *blocks.texts[:_TOP]):
        if found := _words().owner.fullmatch(text.strip()[:_LONGEST_LINE]):
            yield found[1]


def _users(blocks: Blocks, body: Sequence[int], url: str) -> Iterator[str]:
    """Links to users of the site just above the body, the nearest first, and just below it."""
    if not body:
        return
    site = site_of(url)
    first, last = body[0], body[-1]
    near = [one for one in blocks.anchors if first - _NEAR <= one[0] <= first + 1]
    below = [one for one in blocks.anchors if last < one[0] <= last + 2]
    for _, element in (*near[::-1], *below):
        if is_user_link(element) or _NICKNAME.search(element.get("class", "")):
            shown = short_text(element)
            name = _name_in(shown)
            is_far = site_of(urljoin(url, element.get("href", ""))) != site
            if name == shown and len(name) <= _LONGEST_NICKNAME and not (is_far or is_label(name)):
                yield name


def _editors(blocks: Blocks, body: Sequence[int]) -> Iterator[str]:
    words = _words()
    for place in _places(len(blocks.texts), body):
        text = blocks.texts[place]
        if len(text) <= _LONGEST_LINE and (name := _told(text, words.editor)):
            yield name


def _places(texts: int, body: Sequence[int]) -> Iterator[int]:
    """Above the body from below, at its beginning, at its end and behind it."""
    first, last = (body[0], body[-1]) if body else (0, -1)
    yield from range(first - 1, max(first - _ABOVE, 0) - 1, -1)
    # A byline below the first lines of the body is no part of it.
    yield from range(first, body[:_FIRST][-1] + 1 if body else 0)
    yield from body[:-4:-1]
    yield from range(last + 1, min(last + 1 + _BEHIND, texts))


# Names in a text.


class _Words(NamedTuple):
    leading: re.Pattern[str]
    author: re.Pattern[str]
    editor: re.Pattern[str]
    reporter: re.Pattern[str]
    trade: re.Pattern[str]
    wrote: re.Pattern[str]
    owner: re.Pattern[str]
    signed: re.Pattern[str]
    not_names: frozenset[str]
    surnames: frozenset[str]

    def is_lead(self, text: str) -> bool:
        """Is it nothing but "By"?"""
        return self.leading.fullmatch(text) is not None

    def are_people(self, names: str) -> bool:
        """Are they names that begin with a family name each, and not words?"""
        return all(
            name[0] in self.surnames and name not in self.not_names and len(name) < 4
            for name in re.split(r"[\s、]+", names.strip())
        )


@cache
def _words() -> _Words:
    authors = merged(lambda locale: locale.articles.authors)
    reporters = any_of(merged(lambda locale: locale.articles.reporters))
    after = any_of(merged(lambda locale: locale.articles.wrote_after))
    wrote = any_of(merged(lambda locale: locale.articles.wrote))
    return _Words(
        re.compile(rf"(?:{any_of(authors)})\s*[:：]?\s*", re.IGNORECASE),
        _before_name(authors),
        _before_name(merged(lambda locale: locale.articles.editors)),
        # In brackets, or at the end of a short line.
        re.compile(
            rf"[（(][^（()）]{{0,20}}(?:{reporters})[\s:：]*({_HAN_NAMES})[^（()）]{{0,20}}[)）]"
            rf"|(?:{reporters})[\s:：]*({_HAN_NAMES})(?=\s*(?:$|[/／]\s*文))"
        ),
        re.compile(rf"^{_HAN}{{0,8}}(?:{reporters})[\s:：]*(?={_HAN}{{2}})"),
        re.compile(
            rf"^(?:(?:{after})\s*)?(\S{{2,20}}?)\s*(?:{wrote})"
            rf"|(?:{after})\s*(\S{{2,20}}?)\s*(?:{wrote})",
            re.IGNORECASE,
        ),
        re.compile(rf"([^\s|]{{2,12}})(?:{any_of(merged(lambda locale: locale.articles.owns))})"),
        re.compile(rf"[（(【\[]\s*({_HAN_NAMES})\s*[)）】\]]\s*$"),
        frozenset(word.lower() for word in merged(lambda locale: locale.articles.not_names)),
        frozenset("".join(locale.articles.surnames for locale in locales())),
    )


def _before_name(words: Sequence[str]) -> re.Pattern[str]:
    """Latin words stand alone, others are followed by a colon or a stroke."""
    latin = any_of(word for word in words if word.isascii())
    others = any_of(word for word in words if not word.isascii())
    return re.compile(
        rf"(?:^|[\s　【\[(（|｜])(?:(?:{latin})\s*:?\s+|(?:{others})\s*[:：／/]\s*)(?=\S)",
        re.IGNORECASE,
    )


def _told(text: str, before: re.Pattern[str]) -> str:
    found = before.search(text)
    # "Brought to you by our partners" names nobody.
    if found is None or (found[0][-1].isspace() and text[found.end()].islower()):
        return ""
    return _name_in(text[found.end() :])


def _name_in(text: str) -> str:
    """The name that a text begins with: words up to one that is none, or that a colon follows."""
    words = _words()
    text = re.sub(r"\s*([:：])", r"\1", text.strip(_AROUND_NAME))
    text = words.trade.sub("", text)
    text = _NAME_ENDS.split(text, maxsplit=1)[0]
    if _STARTS_WITH_HAN.match(text) and (found := re.match(rf"{_HAN_NAMES}(?=\s|$)", text)):
        text = found[0]
    names: list[str] = []
    is_han = _STARTS_WITH_HAN.match(text) is not None
    for word in text.split():
        is_label = word.lower() in words.not_names or ":" in word or "：" in word
        if is_label or (names and is_han != bool(_STARTS_WITH_HAN.match(word))):
            break
        names.append(word)
    name = " ".join(names).strip(_AROUND_NAME)
    return name if _may_be_name(name) else ""


def _reporter(text: str, words: _Words) -> str:
    found = words.reporter.search(text)
    if found is None:
        korean = _KOREAN.search(text) if len(text) <= _LONGEST_REPORTER_LINE else None
        return korean[1] if korean else ""
    if found[1]:
        return _joined(found[1])
    is_line = len(text) <= _LONGEST_REPORTER_LINE
    return _joined(found[2]) if is_line and words.are_people(found[2]) else ""


def _joined(names: str) -> str:
    words = re.split(r"[\s、]+", names.strip())
    return " ".join(word for word in words if word not in _words().not_names)
