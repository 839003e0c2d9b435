"""Redirects are facts for the ledger, which pages' answers tell; only robots.txt follows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.downloadermiddlewares.redirect import RedirectMiddleware
from scrapy.exceptions import IgnoreRequest

from spider.politeness.robots import IS_ROBOTS

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import Response
    from scrapy.settings import BaseSettings

MOST_HOPS = 5  # as RFC 9309 asks


class RobotsRedirects(RedirectMiddleware):
    """In the place of Scrapy's own. Every hop is a new request, and guarded like one."""

    def __init__(self, settings: BaseSettings) -> None:
        super().__init__(settings)
        self.max_redirect_times = MOST_HOPS

    def process_response(self, request: Request, response: Response) -> Request | Response:  # type: ignore[override]  # the spider argument of old is deprecated
        if not request.meta.get(IS_ROBOTS):
            return response
        try:
            return super().process_response(request, response)
        except IgnoreRequest:  # too many hops
            return response
