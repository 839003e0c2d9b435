"""Articles and posts of a page, as the ledger keeps them."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin
from zoneinfo import ZoneInfo

from channels import post_value
from channels.article import read_article, texts_of
from channels.page_kinds import is_list
from channels.posts import read_posts
from core.locales import locales
from core.urls import MOST_CHARACTERS, shape_of, site_of_link
from pages.encoding import to_text
from rules.reader import canonical_address
from spider.collecting.page_numbers import further_pages, next_article_page, page_number
from spider.links.features import LinkGroup
from spider.links.page_links import FoundLink, read_links
from store.documents import ARTICLE, POST, NewDocument

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import tzinfo

    from channels.posts import Post
    from pages.page import Page
    from spider.links.page_links import PageLinks


LONGEST_TEXT = 100_000  # characters of an article or post; longer ones are not meant to be read
LONGEST_TITLE = 500
MOST_QUOTES = 20
MOST_POSTS = 1_000  # of one page


OK, COPY, LIST, EMPTY = "ok", "copy", "list", "empty"  # outcomes


class PageOrigin(NamedTuple):
    """Where a page of an article or thread comes from; `first` is the first page of it.

    `zone` is that of times on the page that tell none; without one, that of the page's language.
    """

    topic: str
    source: str
    group: str
    first: str
    fetched_at: float
    zone: tzinfo | None = None

    @property
    def fetched(self) -> datetime:
        """As clocks showed it where the page was written: its "yesterday" counts from there."""
        return datetime.fromtimestamp(self.fetched_at, self.zone or UTC)


class DocumentPage(NamedTuple):
    """`further` are other pages of it, or the address that a copy of an article prefers."""

    title: str = ""
    documents: tuple[NewDocument, ...] = ()
    further: tuple[FoundLink, ...] = ()
    may_grow: bool = False
    outcome: str = EMPTY


def read_document_page(
    page: Page, origin: PageOrigin, stored: Callable[[str], Page | None] = lambda _url: None
) -> DocumentPage:
    """The page of a thread, or an article with all its further pages that are stored."""
    links = read_links(page)
    origin = origin._replace(zone=origin.zone or zone_of(page))
    if origin.group == LinkGroup.THREAD:
        return _read_thread(page, links, origin)
    if copy_of := _copied_address(page):
        other = FoundLink(copy_of, links.title, "head")
        return DocumentPage(links.title, further=(other,), outcome=COPY)
    documents = read_article_of(page, origin)
    if not documents:
        return DocumentPage(links.title)
    if is_list(page, documents[0].text):
        return DocumentPage(links.title, outcome=LIST)
    following = _next_page(page.url, page, links)
    article = documents[0]
    if following:
        article, following = _with_further_pages(article, page, following, stored)
    return DocumentPage(links.title, (article,), (following,) if following else (), outcome=OK)


def _next_page(first: str, page: Page, links: PageLinks) -> FoundLink | None:
    return next_article_page(first, page.url, links.links) if links.follow else None


def _with_further_pages(
    article: NewDocument, first: Page, following: FoundLink, stored: Callable[[str], Page | None]
) -> tuple[NewDocument, FoundLink | None]:
    """The pages up to the first that is not stored, and the address of that one."""
    lines, seen = [article.text], texts_of(first)
    on: FoundLink | None = following
    while on and (page := stored(on.url)):
        # What an earlier page shows, too, is no part of the text.
        text = read_article(page).text
        lines += [line for line in text.split("\n") if line not in seen]
        seen |= texts_of(page)
        on = _next_page(first.url, page, read_links(page))
    return replace(article, text="\n".join(lines)[:LONGEST_TEXT]), on


def _read_thread(page: Page, links: PageLinks, origin: PageOrigin) -> DocumentPage:
    """Only its last page may grow; the others are not visited again."""
    numbers = further_pages(origin.first, page.url, links.links)
    here = page_number(origin.first, page.url) or 0
    documents = read_posts_of(page, origin, thread_title(links))
    return DocumentPage(
        links.title,
        tuple(documents),
        tuple(link for link in links.links if link.url in numbers),
        may_grow=all(number <= here for number in numbers.values()),
        outcome=OK if documents else EMPTY,
    )


def _copied_address(page: Page) -> str:
    """The address that a copy of an article wants to be known by; that one is fetched instead."""
    canonical = canonical_address(page)
    if not canonical or canonical == page.url or site_of_link(canonical) != site_of_link(page.url):
        return ""
    is_same_path = canonical.partition("?")[0] == page.url.partition("?")[0]
    return canonical if is_same_path or shape_of(canonical) == shape_of(page.url) else ""


def read_article_of(page: Page, origin: PageOrigin) -> list[NewDocument]:
    """The article of a page; none if there is no text."""
    article = read_article(page, origin.fetched)
    text = article.text.removeprefix(f"{article.title}\n")[:LONGEST_TEXT]
    if not text:
        return []
    return [
        NewDocument(
            topic=origin.topic,
            source=origin.source,
            kind=ARTICLE,
            text=text,
            url=page.url,
            title=article.title[:LONGEST_TITLE],
            author=article.author,
            published_at=published_at(article.date, origin),
        )
    ]


def read_posts_of(page: Page, origin: PageOrigin, title: str) -> list[NewDocument]:
    """The posts of a page of a thread, in page order."""
    return [
        NewDocument(
            topic=origin.topic,
            source=origin.source,
            kind=POST,
            text=post.own[:LONGEST_TEXT],
            url=_address_of(post, page.url),
            title=title,
            author=post.author,
            published_at=published_at(post.time, origin),
            thread=origin.first,
            number=post.number,
            quotes=tuple(quote[:LONGEST_TEXT] for quote in post.quotes[:MOST_QUOTES]),
            worth=post_value.value(post.own),
        )
        for post in read_posts(page, origin.fetched)[:MOST_POSTS]
    ]


def _address_of(post: Post, page_url: str) -> str:
    """The post's own address, with the fragment that leads to it; the page's if it has none."""
    try:
        url = urljoin(page_url, post.link)
    except ValueError:
        return page_url
    is_web = url.startswith(("http://", "https://")) and len(url) <= MOST_CHARACTERS
    return url if is_web else page_url


def thread_title(links: PageLinks) -> str:
    """The longest heading that the page's title repeats, or the title itself."""
    told = (heading for heading in links.headings if heading in links.title)
    return max(told, key=len, default=links.title)


# When it was written.

_LONGEST_DAY = len("2026-05-13")
_LANGUAGE = re.compile(rb"<html\b[^>]{0,500}?\blang\s*=\s*[\"']?([a-z]{2,3})", re.IGNORECASE)
_HAN, _KANA = re.compile("[\u4e00-\u9fff]"), re.compile("[\u3040-\u30ff]")
_LOOKED_AT = 200_000  # bytes
_FEWEST_HAN = 100


def zone_of(page: Page) -> tzinfo:
    """That of the page's language, since sites tell times as their readers' clocks do; else UTC."""
    told = _LANGUAGE.search(page.body[:_LOOKED_AT])
    text = to_text(page.body[:_LOOKED_AT], page.encoding)
    han, kana = len(_HAN.findall(text)), len(_KANA.findall(text))
    # Templates call their pages English, whatever is written in them.
    is_chinese = han >= _FEWEST_HAN and 20 * kana < han
    language = "zh" if is_chinese else told[1].decode().lower() if told else ""
    zones = {locale.language: locale.articles.time_zone for locale in locales()}
    return ZoneInfo(zones.get(language) or "UTC")


def published_at(written: str, origin: PageOrigin) -> float | None:
    """A time as ISO 8601 has it, in seconds; a day is its beginning in UTC, whatever the zone.

    No document is younger than its fetching: a time that seems so has another zone.
    """
    if not written:
        return None
    try:
        time = datetime.fromisoformat(written)
    except ValueError:
        return None
    if time.tzinfo is None:
        time = time.replace(tzinfo=(len(written) > _LONGEST_DAY and origin.zone) or UTC)
    return min(time.timestamp(), origin.fetched_at)
