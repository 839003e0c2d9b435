"""Requests of a page as the spider sends them; answers to the spider as a page gets them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy import Request
from scrapy.http.request import NO_CALLBACK

if TYPE_CHECKING:
    from playwright.async_api import Request as PageRequest
    from scrapy.http import Response

# The spider's own are sent in their place, or none: a spider is nobody.
NOT_SENT = frozenset(
    "accept-encoding accept-language connection content-length cookie host user-agent".split()
)
# True of the bytes as they were sent, not as they are handed on; or not for a page that is read.
NOT_HANDED_ON = frozenset(
    "connection content-disposition content-encoding content-length set-cookie "
    "transfer-encoding".split()
)


def scrapy_request(asked: PageRequest) -> Request:
    headers = {
        name: value
        for name, value in asked.headers.items()
        if name not in NOT_SENT and not name.startswith("sec-")
    }
    return Request(
        asked.url,
        method=asked.method,
        headers=headers,
        body=asked.post_data_buffer or b"",
        callback=NO_CALLBACK,
    )


def handed_on(response: Response) -> dict[str, str]:
    """The headers that the page gets to see."""
    return {
        name.decode("latin-1"): b", ".join(values).decode("latin-1")
        for name, values in response.headers.items()
        if name.decode("latin-1").lower() not in NOT_HANDED_ON
    }
