"""A reader that breaks on one page."""

from __future__ import annotations

from pydoc import locate
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from pages.page import Page


def break_on(monkeypatch: pytest.MonkeyPatch, name: str, url: str) -> None:
    """Let the function of this name raise what nobody expects, for the page of this address."""
    really_read = cast("Callable[..., Any]", locate(name))

    def read(page: Page, *others: Any, **options: Any) -> Any:
        if page.url == url:
            raise ValueError("broken")
        return really_read(page, *others, **options)

    monkeypatch.setattr(name, read)
