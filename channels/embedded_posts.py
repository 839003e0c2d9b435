"""The posts that a page tells machines (JSON-LD), where its markup shows none.

Some forums draw their threads with scripts, and write them down for search engines: as
DiscussionForumPosting, Question, Answer and Comment.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pages.embedded import read_json, text_of
from pages.page import fold, unescape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from channels.dates import FoundTime, TimeReader
    from pages.dom import Tree

_LARGEST_BLOCK = 2_000_000  # characters
_MOST_POSTS = 2_000
_KINDS = frozenset(
    ("DiscussionForumPosting", "Question", "Answer", "Comment", "SocialMediaPosting")
)
_TEXTS = ("text", "articleBody", "commentText")
_TIMES = ("dateCreated", "datePublished", "uploadDate")
# Where answers and other things stand; behind the post that they answer.
_INNER = ("@graph", "mainEntity", "acceptedAnswer", "suggestedAnswer", "comment")
_TAG = re.compile(r"<[^<>]{1,2000}>")


class EmbeddedPost(NamedTuple):
    text: str
    author: str
    time: FoundTime | None
    link: str


def embedded_posts(tree: Tree, reader: TimeReader) -> Iterator[EmbeddedPost]:
    """In the order in which they are written down."""
    left = _MOST_POSTS
    for script in tree.root.iter("script"):
        text = script.text or ""
        is_told = script.get("type", "").strip().lower() == "application/ld+json"
        if not is_told or len(text) > _LARGEST_BLOCK or not any(kind in text for kind in _KINDS):
            continue
        try:
            content = read_json(text)
        except ValueError:
            continue
        for thing in _things(content):
            post = _post(thing, reader)
            if post and left:
                left -= 1
                yield post


def _things(content: object) -> Iterator[dict[str, object]]:
    waiting: list[object] = [content]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += value[::-1]
        elif isinstance(value, dict):
            yield value
            waiting += [value[name] for name in reversed(_INNER) if name in value]


def _post(thing: dict[str, object], reader: TimeReader) -> EmbeddedPost | None:
    kinds = thing.get("@type")
    if _KINDS.isdisjoint(map(str, kinds if isinstance(kinds, list) else [kinds])):
        return None
    texts = (thing.get(name) for name in _TEXTS)
    text = next((one for one in texts if isinstance(one, str) and one.strip()), "")
    words = fold(_TAG.sub(" ", unescape(text)))
    if not words:
        return None
    times = (reader.attribute(text_of(thing.get(name))) for name in _TIMES)
    time, author = next(filter(None, times), None), text_of(thing.get("author"))
    if not (time or author):  # questions that a shop answers itself
        return None
    return EmbeddedPost(words, author, time, text_of(thing.get("url")))
