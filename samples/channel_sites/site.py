"""What the channel sites of the pocket web have in common: pages by address, and their gold."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from samples.page_parts import anchor
from samples.response import Response, not_found

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime, timedelta


@dataclass(frozen=True)
class GoldDocument:
    """What a perfect reader takes off a page: an article, or one post of a page of a thread.

    It was written at a time, or (`ago`) so long before the page is fetched. `further` are the other
    pages of an article over several.
    """

    page: str
    title: str
    author: str
    at: datetime
    text: str
    ago: timedelta | None = None
    thread: str = ""
    number: int | None = None
    quotes: tuple[str, ...] = ()
    low: bool = False
    further: tuple[str, ...] = ()


class ChannelSite(ABC):
    """Pages are made when they are asked for, the same on every machine."""

    host: ClassVar[str]
    codec: ClassVar[str] = "utf-8"
    content_type: ClassVar[str] = "text/html; charset=utf-8"

    @abstractmethod
    def html(self) -> Mapping[str, Callable[[], str]]:
        """Every page by its target (path and query)."""

    @abstractmethod
    def documents(self) -> Iterable[GoldDocument]:
        """The gold of all pages, in the order of the pages."""

    def files(self) -> Mapping[str, Callable[[], Response]]:
        """What is no page: feeds."""
        return {}

    @cached_property
    def _makers(self) -> dict[str, Callable[[], Response]]:
        robots = Response(200, "text/plain", b"User-agent: *\nDisallow: /admin/\n")
        pages = {target: self._page(make) for target, make in self.html().items()}
        return {**pages, **self.files(), "/robots.txt": lambda: robots}

    def _page(self, make: Callable[[], str]) -> Callable[[], Response]:
        return lambda: self.response(make())

    def response(self, text: str) -> Response:
        body = text.encode(self.codec, "xmlcharrefreplace")
        return Response(200, self.content_type, body)

    def answer(self, target: str) -> Response:
        if maker := self._makers.get(target):
            return maker()
        return not_found(self.url(target))

    @property
    def pages(self) -> list[str]:
        """Every page's URL."""
        return [self.url(target) for target in self.html()]

    def url(self, target: str) -> str:
        return f"http://{self.host}{target}"


def pager(page: int, pages: int, target_of: Callable[[int], str]) -> str:
    """Links to the other pages of a list or thread; nothing where there is one page."""
    if pages == 1:
        return ""
    numbers = [
        f"<strong>{number}</strong>" if number == page else anchor(target_of(number), str(number))
        for number in range(1, pages + 1)
    ]
    back = [anchor(target_of(page - 1), "上一页")] if page > 1 else []
    on = [anchor(target_of(page + 1), "下一页")] if page < pages else []
    return " ".join([*back, *numbers, *on])
