"""Why a request was not sent, or its answer not taken."""

from __future__ import annotations

from scrapy.exceptions import IgnoreRequest

from core.errors import SpecSeekError


class ForbiddenAddressError(SpecSeekError, IgnoreRequest):
    """A request to what may not be contacted; no connection was made.

    Scrapy hands an IgnoreRequest to the errback and writes no error into the log.
    """

    def __init__(self, target: str, reason: str) -> None:
        super().__init__(f"{target} was not contacted: {reason}.")
        self.target = target
        self.reason = reason


class HeadersTooLargeError(SpecSeekError):
    """The header part of an answer is longer than is taken."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"The header of the answer is longer than {limit} bytes.")


class BodyTooLargeError(SpecSeekError, IgnoreRequest):
    """A body that grew past the limit while it was unpacked."""


class BadEncodingError(SpecSeekError, IgnoreRequest):
    """A body that cannot be unpacked, or is packed so often that only an attack does it."""
