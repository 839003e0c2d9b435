"""The posts of a thread, read without rules: forums, questions and answers, comments."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from channels.dates import TimeReader
from channels.embedded_posts import embedded_posts
from channels.nodes import Nodes
from channels.page_times import page_times
from channels.post_fields import FieldReader
from channels.post_groups import PostFinder
from channels.post_text import has_picture, post_text, quoted
from pages.dom import Tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pages.page import Page

_LANGUAGE = ("lang", "xml:lang", "{http://www.w3.org/XML/1998/namespace}lang")


@dataclass(frozen=True, slots=True)
class Post:
    """`time` is as ISO 8601 has it, or empty; `text` has its quotes where they stand, `own` not.

    A post of pictures alone has an empty text.
    """

    author: str
    time: str
    text: str
    number: int | None
    link: str
    quotes: tuple[str, ...]
    own: str


def read_posts(page: Page, fetched: datetime | None = None) -> list[Post]:
    """The posts of a page in its order; none where it is no thread.

    `fetched` is when the page was fetched: times as "3小时前" are counted back from there.
    """
    return list(_posts(Tree(page), fetched))


def _posts(tree: Tree, fetched: datetime | None) -> Iterator[Post]:
    nodes = Nodes.of(tree.body)
    language = next(filter(None, map(tree.root.get, _LANGUAGE)), "")
    times = page_times(nodes, language, fetched)
    group = PostFinder(nodes, times).best()
    if group is None:
        yield from _embedded(tree, fetched)
        return
    for place, fields in zip(group.contents, FieldReader(nodes, times, group).read(), strict=True):
        text = post_text(nodes, place)
        is_told = fields.author or fields.time
        if text or (is_told and has_picture(nodes, place)):
            time = str(fields.time) if fields.time else ""
            quotes = quoted(nodes, place)
            own = post_text(nodes, place, quotes=False) if quotes else text
            yield Post(fields.author, time, text, fields.number, fields.link, quotes, own)


def _embedded(tree: Tree, fetched: datetime | None) -> Iterator[Post]:
    reader = TimeReader(fetched or datetime.now(UTC))
    for number, post in enumerate(embedded_posts(tree, reader), 1):
        time = str(post.time) if post.time else ""
        yield Post(post.author, time, post.text, number, post.link, (), post.text)
