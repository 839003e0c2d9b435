"""The article or the posts of one page as a line of output, for one archive or for many."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from channels.article import read_article
from channels.posts import read_posts

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from channels.posts import Post
    from pages.page import Page

NO_ARTICLE = {"title": "", "date": "", "author": "", "text": ""}


def article_line(page: Page, fetched: datetime | None, template: Collection[str]) -> dict[str, Any]:
    """`template` has the texts that pages of the site share."""
    return asdict(read_article(page, fetched, template))


def posts_line(page: Page, fetched: datetime | None) -> dict[str, Any]:
    return {"posts": [_post_json(post) for post in read_posts(page, fetched)]}


def _post_json(post: Post) -> dict[str, Any]:
    line: dict[str, Any] = {"author": post.author, "time": post.time, "text": post.text}
    if post.number is not None:
        line["number"] = post.number
    if post.link:
        line["link"] = post.link
    if post.quotes:
        line["quotes"] = list(post.quotes)
        line["own"] = post.own
    return line
