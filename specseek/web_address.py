"""The option `--url`: where a page stood on the web decides whose rules are used."""

from __future__ import annotations

from urllib.parse import urlsplit

import click


def web_address(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Check an option's value: an address of the web, or None where it was not given."""
    if value is not None and not _is_web_address(value):
        advice = "it should be like https://site.example/page.html"
        raise click.BadParameter(f"{value!r} is no web address; {advice}")
    return value


def _is_web_address(value: str) -> bool:
    try:
        parts = urlsplit(value)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname)
