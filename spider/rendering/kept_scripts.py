"""Scripts are the same on all pages of a site: each is fetched once in a crawl."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy.http import Response

MOST_SCRIPT_BYTES = 32_000_000


class KeptScripts:
    """Answers by address; those used longest ago are forgotten first."""

    def __init__(self, most_bytes: int = MOST_SCRIPT_BYTES) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._answers: OrderedDict[str, Response] = OrderedDict()

    def get(self, url: str) -> Response | None:
        if url in self._answers:
            self._answers.move_to_end(url)
        return self._answers.get(url)

    def keep(self, url: str, answer: Response) -> None:
        if answer.status != 200 or b"no-store" in (answer.headers.get("Cache-Control") or b""):
            return
        if url in self._answers:
            self._bytes -= len(self._answers.pop(url).body)
        self._answers[url] = answer
        self._bytes += len(answer.body)
        while self._bytes > self._most_bytes:
            _, forgotten = self._answers.popitem(last=False)
            self._bytes -= len(forgotten.body)
