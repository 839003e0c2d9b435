"""What came back for a link, and when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from store.archive import Capture

if TYPE_CHECKING:
    from scrapy.http import Response

    from spider.crawl.link_queue import TakenLink
    from store.frontier import QueuedLink
    from store.visits import PageState


@dataclass(frozen=True)
class FetchResult:
    taken: TakenLink
    response: Response
    now: float

    @property
    def link(self) -> QueuedLink:
        return self.taken.link

    @property
    def known(self) -> PageState | None:
        return self.taken.known

    @property
    def status(self) -> int:
        return self.response.status

    def header(self, name: str) -> str:
        """The first header of this name; empty where there is none."""
        value = self.response.headers.get(name)
        return _text(value) if value else ""

    def capture(self) -> Capture:
        """The answer as the archive keeps it."""
        headers = tuple(
            (_text(name), _text(value))
            for name, values in self.response.headers.items()
            for value in values
        )
        return Capture(self.response.url, self.now, self.status, headers, self.response.body)


def _text(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")
