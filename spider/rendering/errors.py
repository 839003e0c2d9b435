"""Why a page could not be shown."""

from __future__ import annotations

from core.errors import SpecSeekError


class CannotRenderError(SpecSeekError):
    """What showing pages needs is not installed; the words say what to do."""


class NeverShownError(SpecSeekError, TimeoutError):
    """The page kept the browser busy until its time was over."""


class BrowserFailedError(SpecSeekError, ConnectionError):
    """The browser broke down over a page, or did not start."""
