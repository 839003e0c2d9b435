"""The title of an article: as metadata tells it, or as the page shows it."""

from __future__ import annotations

import re
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from channels.article_words import names_furniture

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from channels.blocks import Blocks
    from channels.metadata import Metadata

SEPARATOR = re.compile(
    r"\s+[-|–—·•»«:/\\~_]+\s+|\s*[|_｜»]\s*|(?:(?<=[^\x00-\x7f])-|--)(?=[^\x00-\x7f])|——?"
)
_MARKUP = re.compile(r"</?[a-z][^<>]*>", re.IGNORECASE)
_SHORTEST_TITLE = 4
_LONGEST_TITLE = 500
_LONG_TITLE = 12  # a heading of so many characters is hardly a section of the site
_ALIKE = 0.4
_MOST = 20  # candidates of one kind
_HEADINGS = frozenset({"h1", "h2", "h3", "h4"})


def title_of(data: Metadata, blocks: Blocks) -> str:
    """The heading that is most like what metadata says, or else that, without the site's name."""
    given = _without_sites(data.titles[:_MOST], data.sites)
    told = given + _without_sites([data.title], data.sites)
    headings = list(islice(_headings(blocks, "h1"), _MOST))
    may_be = headings
    if all(len(text) < _LONG_TITLE for text in headings):
        may_be = [*headings, *_repeated(blocks, told)]
    alike = [(max((_likeness(text, one) for one in told), default=0.0), text) for text in may_be]
    likeness, best = max(alike, key=lambda one: one[0], default=(0.0, ""))
    if likeness >= _ALIKE:
        # Some put the date into the heading, or only the beginning of the title.
        dated = (text for text in told if best.endswith(text) and _has_digit(best, text))
        return next(dated, "") or _fuller(best, given) or best
    names = {_letters(name) for name in (*data.sites, *SEPARATOR.split(data.title or ""))}
    if len(headings) == 1 and len(headings[0]) >= _LONG_TITLE and _letters(best) not in names:
        return headings[0]
    return told[0] if told else best


def _without_sites(titles: Sequence[str], sites: list[str]) -> list[str]:
    return [_without_site(_MARKUP.sub("", title), sites) for title in titles if title]


def _headings(blocks: Blocks, *tags: str) -> Iterator[str]:
    for text, node in zip(blocks.texts, blocks.nodes, strict=True):
        if blocks.tags[node] in tags and len(text) >= _SHORTEST_TITLE:
            yield text[:_LONGEST_TITLE]


def _repeated(blocks: Blocks, told: Sequence[str]) -> list[str]:
    """Lower headings that metadata repeats: a short `h1` may be the site's name."""
    lower = islice(_headings(blocks, "h2", "h3"), _MOST)
    wanted = [_letters(text) for text in told]
    return [text for text in lower if any(_letters(text) in one for one in wanted)]


def _fuller(heading: str, told: Sequence[str]) -> str:
    """A title of one part with the heading in it, unless another says just the heading."""
    heading = _letters(heading)
    if heading in map(_letters, told):
        return ""
    longer = (text for text in told if heading in _letters(text) and not SEPARATOR.search(text))
    return next(longer, "")


def _has_digit(heading: str, title: str) -> bool:
    return any(map(str.isdigit, heading.removesuffix(title)))


def _likeness(one: str, other: str) -> float:
    """How much of the pairs of characters of the two titles they have in common."""
    pairs, others = (set(pairwise(_letters(text))) for text in (one, other))
    return 2 * len(pairs & others) / (len(pairs) + len(others) or 1)


def _letters(text: str) -> str:
    return "".join(text.lower().split())


def _without_site(title: str, sites: list[str]) -> str:
    """From the first part that is not the site's name to the end of the longest one."""
    title = title.rpartition("»")[2].strip() or title
    parts = [part for part in SEPARATOR.split(title) if part]
    names = {_letters(site) for site in sites}
    others = [part for part in parts if _letters(part) not in names]
    if len(parts) < 2 or not others:
        return title
    longest = max(others, key=len)
    start, end = title.index(others[0]), title.index(longest) + len(longest)
    return title[start:end].strip() if start < end else longest


# Pages whose `title` element names the site or nothing: a line above the body is the title.

_NEAR = 15  # texts above the body
_LONGEST_LINE = 100
_TITLE_CLASS = re.compile(r"title|heading|headline|biaoti", re.IGNORECASE)
_SUBJECT = re.compile(r"(?:主题|主題|标题|標題|题目|題目|subject|title)\s*[:：]\s*", re.IGNORECASE)
_BREADCRUMBS = re.compile(r"[>»›→]|位置[:：]")
_SHOWN = 0.6  # likeness
_ENDS_OF_SENTENCES = (".", ",", ";", "。", "，", "；")
_FEWEST_LETTERS = 0.5  # of a line's characters


def shown_title(title: str, data: Metadata, blocks: Blocks, body: Sequence[int]) -> str:
    """`title`, unless the page shows it nowhere and has a line above the body that looks like one.

    A title that metadata gives beside the `title` element was written for the article.
    """
    if data.titles or not body or (data.title and _is_shown(title, blocks, body[0])):
        return title
    # Breadcrumbs may have got into the body.
    first = next(
        (place for place in body[:3] if not _BREADCRUMBS.search(blocks.texts[place])), body[0]
    )
    near = range(max(first - _NEAR, 0), first + 1)
    breadcrumbs = (place for place in near if _BREADCRUMBS.search(blocks.texts[place]))
    names = {_letters(part) for part in (*data.sites, *SEPARATOR.split(data.title))}
    lines = [
        (_looks(blocks, place) - (first - place) / 10, text)
        for place in range(max(breadcrumbs, default=near.start - 1) + 1, near.stop)
        if _may_be_title(text := blocks.texts[place]) and _letters(text) not in names
    ]
    looks, best = max(lines, key=lambda line: line[0], default=(-1.0, ""))
    least = 1.0 if title else -0.2
    return _SUBJECT.sub("", best, count=1) if looks >= least else title


def _is_shown(title: str, blocks: Blocks, first: int) -> bool:
    """Whether a line up to the body's first says most of it; names of sites are links."""
    wanted = _letters(title)
    for place, text in enumerate(blocks.texts[: first + 2]):
        if len(text) > _LONGEST_TITLE or _BREADCRUMBS.search(text):
            continue
        if place > first - _NEAR:
            if wanted in _letters(text) or _likeness(title, text) >= _SHOWN:
                return True
        elif not blocks.linked[place] and wanted in _letters(text):
            return True
    return False


def _may_be_title(text: str) -> bool:
    if not _SHORTEST_TITLE <= len(text) <= _LONGEST_LINE or text.endswith(_ENDS_OF_SENTENCES):
        return False
    letters = sum(map(str.isalpha, text))
    return letters >= _FEWEST_LETTERS * len(text) and not names_furniture(text)


def _looks(blocks: Blocks, place: int) -> float:
    """How much a line looks like a title: by its element, its class, its type."""
    text, node = blocks.texts[place], blocks.nodes[place]
    if blocks.tags[node] in _HEADINGS or _SUBJECT.match(text):
        return 3.0
    parent = max(blocks.parents[node], 0)
    if any(_TITLE_CLASS.search(blocks.classes[one] or "") for one in (node, parent)):
        return 3.0
    return 2.0 if blocks.bold[place] > 0.8 * len(text) else 0.0
