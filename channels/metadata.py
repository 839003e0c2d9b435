"""What a page tells machines about its article: `meta` elements and JSON-LD.

Pages contradict themselves, so candidates are kept in the order of trust and checked by who uses
them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from pages.embedded import LARGEST_BLOCK, read_json, text_of
from pages.page import fold, unescape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pages.dom import Tree

_MOST_BLOCKS = 20
_MOST_NODES = 500
_DEEPEST = 6
_LONGEST = 500  # characters of a title or name
_ARTICLE = ("Article", "Posting", "Report", "Review", "News", "Recipe", "HowTo")
_TITLES = ("og:title", "twitter:title", "dc.title", "title", "headline", "articletitle")
_DATES = (
    "article:published_time", "datepublished", "og:published_time", "article:published", "pubdate",
    "publishdate", "publish-date", "publish_date", "publication_date", "parsely-pub-date",
    "sailthru.date", "dc.date.issued", "dcterms.issued", "dcterms.created", "dcterms.date",
    "dc.date.created", "dc.date", "citation_publication_date", "datecreated",
    "weibo: article:create_at", "weibo:article:create_at", "og:release_date", "article.published",
    "publishtime", "pubtime", "date",
)  # fmt: skip
_CHANGES = ("article:modified_time", "og:updated_time", "datemodified", "last-modified")
_AUTHORS = (
    "author", "article:author", "dc.creator", "dcterms.creator", "parsely-author", "byl",
    "sailthru.author", "citation_author", "og:author", "twitter:creator", "weibo: article:author",
)  # fmt: skip
_WRITTEN_BY = re.compile(r"\b(?:by|von|par|por|da|door|av)$|作者|автор|投稿者", re.IGNORECASE)
_SITES = ("og:site_name", "application-name", "al:android:app_name")


@dataclass(slots=True)
class Metadata:
    """Each list with the most trusted first."""

    title: str = ""
    """Of the `title` element."""
    titles: list[str] = field(default_factory=list)
    dates: list[str] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    """When it was last changed."""
    authors: list[str] = field(default_factory=list)
    sites: list[str] = field(default_factory=list)
    body: str = ""
    """What JSON-LD gives as the article's text; not seldom a part of it."""
    language: str = ""


def metadata_of(tree: Tree) -> Metadata:
    found: dict[str, list[str]] = {}
    data = Metadata(language=tree.root.get("lang", ""))
    scripts = 0
    for element in tree.root.iter("meta", "script", "title"):
        if element.tag == "meta":
            name = element.get("property") or element.get("name") or element.get("itemprop")
            content = element.get("content")
            if name and content and len(content) <= _LONGEST:
                found.setdefault(name.lower().strip(), []).append(fold(content))
        elif element.tag == "title":
            data.title = data.title or fold("".join(element.itertext()))[:_LONGEST]
        elif "ld+json" in element.get("type", "") and scripts < _MOST_BLOCKS:
            scripts += 1
            _read_script(element.text or "", data)
    data.titles += _named(found, _TITLES)
    data.dates += _named(found, _DATES)
    data.changes += _named(found, _CHANGES)
    data.authors += [name for name in _named(found, _AUTHORS) if "//" not in name]
    data.sites += _named(found, _SITES)
    for number in "12":
        labels = found.get(f"twitter:label{number}", ())
        if any(map(_WRITTEN_BY.search, labels)):
            data.authors += found.get(f"twitter:data{number}", ())
    return data


def _named(found: dict[str, list[str]], names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        yield from found.get(name, ())


def _read_script(text: str, data: Metadata) -> None:
    """The first article of a JSON-LD block; what cannot be read is left out."""
    if len(text) > LARGEST_BLOCK or not any(kind in text for kind in _ARTICLE):
        return
    try:
        content = read_json(text)
    except ValueError:
        return
    for node in islice(_nodes(content), _MOST_NODES):
        if not _is_article(node.get("@type")):
            continue
        data.titles += filter(None, [text_of(node.get("headline")), text_of(node.get("name"))])
        dates = (text_of(node.get(name)) for name in ("datePublished", "dateCreated"))
        data.dates += filter(None, dates)
        author = text_of(node.get("author"))
        if author and "//" not in author:
            data.authors.append(author)
        data.sites += filter(None, [text_of(node.get("publisher"))])
        body = node.get("articleBody")
        if isinstance(body, str) and len(body) > len(data.body):
            data.body = fold(unescape(body))


def _is_article(types: object) -> bool:
    several = types if isinstance(types, list) else [types]
    return any(isinstance(one, str) and one.endswith(_ARTICLE) for one in several)


def _nodes(content: object) -> Iterator[dict[str, object]]:
    """Objects at the top, in lists and graphs, and what a page is about."""
    waiting: list[tuple[object, int]] = [(content, 0)]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, dict):
            yield value
            inner = [value.get("mainEntity"), value.get("@graph"), value.get("mainEntityOfPage")]
        else:
            inner = value[::-1] if isinstance(value, list) else []
        if depth < _DEEPEST:
            waiting += [(one, depth + 1) for one in inner if isinstance(one, (dict, list))]
