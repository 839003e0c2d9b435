"""Fetches one page by a short crawl in its own process: `python -m` this, URL on stdin.

It runs with the spider's settings: the same guards, resolver, limits, robots.txt and user agent as
any crawl. Redirects come back as new requests, so each hop is checked.
Prints one line of JSON (`url` and `content_type`, or `fault`), then the body.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.settings import Settings

from spider.faults import WORDS, FaultKind, fault_of_failure, fault_of_response

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from scrapy.http import Response
    from twisted.python.failure import Failure

_OTHERWISE: dict[str, Any] = {
    "SCHEDULER": "scrapy.core.scheduler.Scheduler",
    "HTTPERROR_ALLOW_ALL": True,
    "LOG_ENABLED": False,
    "DOWNLOAD_DELAY": 0,
    "AUTOTHROTTLE_START_DELAY": 0,
    "CRAWL_DELAY_MAX": 2,  # a person is waiting, and two requests are no burden
}


class OnePage(Spider):
    """Requests one URL and follows its redirects."""

    name = "one-page"
    url: str
    answer: dict[str, str]
    body = b""

    async def start(self) -> AsyncIterator[Request]:
        yield Request(self.url, errback=self.failed)

    def parse(self, response: Response, hops: int = 0) -> Iterator[Request]:
        target = response.headers.get("Location")
        if 300 <= response.status < 400 and target:
            if hops >= self.settings["SPECSEEK"].crawl.redirects:
                self.answer["fault"] = WORDS[FaultKind.REDIRECT_LOOP]
                return
            url = response.urljoin(target.decode("utf-8", "replace"))
            following = {"hops": hops + 1}
            yield Request(url, errback=self.failed, cb_kwargs=following, dont_filter=True)
        elif fault := fault_of_response(response.status, response.headers):
            self.answer["fault"] = fault.words
        else:
            content_type = response.headers.get("Content-Type") or b""
            self.answer |= {"url": response.url, "content_type": content_type.decode("latin-1")}
            type(self).body = response.body

    def failed(self, failure: Failure) -> None:
        error = failure.value or RuntimeError(str(failure))
        self.answer["fault"] = fault_of_failure(error).words


def main() -> None:
    answer: dict[str, str] = {}
    settings = Settings()
    settings.setmodule("spider.settings", priority="project")
    settings.update(_OTHERWISE, priority="cmdline")
    process = AsyncCrawlerProcess(settings)
    process.crawl(OnePage, url=sys.stdin.read(), answer=answer)
    process.start()
    head = answer or {"fault": WORDS[FaultKind.INTERNAL]}
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\n" + OnePage.body)


if __name__ == "__main__":
    main()
