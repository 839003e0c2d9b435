"""The spider everybody writes first: follow every link of the sites, keep nothing.

Run by `scrapy runspider` with the seeds as an argument; its settings decide the order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scrapy import Request, Spider
from scrapy.http import HtmlResponse
from scrapy.linkextractors import LinkExtractor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.http import Response


class PlainSpider(Spider):
    name = "plain"

    def __init__(self, seeds: str = "", **arguments: Any) -> None:  # noqa: ANN401 - Scrapy's own
        super().__init__(**arguments)
        self.start_urls = seeds.split()
        hosts = [urlsplit(seed).hostname or "" for seed in self.start_urls]
        self._links = LinkExtractor(allow_domains=hosts)

    def parse(self, response: Response) -> Iterator[Request]:
        if isinstance(response, HtmlResponse):
            for link in self._links.extract_links(response):
                yield Request(link.url, self.parse)
