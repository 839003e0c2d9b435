"""Unpack bodies within limits; what cannot be unpacked is told by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
from scrapy.exceptions import IgnoreRequest

from spider.safety.errors import BadEncodingError, BodyTooLargeError

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import Response

# One is usual. Thousands fit into a header, and each may cost as much as the largest body.
MOST_LAYERS = 3


class SafeCompression(HttpCompressionMiddleware):
    """Scrapy's own, which keeps to DOWNLOAD_MAXSIZE, with a limit to layers and clear errors."""

    def process_response(self, request: Request, response: Response) -> Request | Response:  # type: ignore[override]  # the spider argument of old is deprecated
        layers = sum(line.count(b",") + 1 for line in response.headers.getlist("Content-Encoding"))
        if layers > MOST_LAYERS:
            message = f"The body is packed {layers} times over; at most {MOST_LAYERS} are undone."
            raise BadEncodingError(message)
        try:
            return super().process_response(request, response)
        except IgnoreRequest as error:  # raised for the size alone
            raise BodyTooLargeError("The body is too large when unpacked.") from error
        except Exception as error:
            raise BadEncodingError("The body could not be unpacked.") from error
