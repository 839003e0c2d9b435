"""What a site tells spiders: where not to go, and what there is."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from samples.response import modified

if TYPE_CHECKING:
    from collections.abc import Iterable

    from samples.site import Site


def robots(site: Site) -> bytes:
    """The calendar has no end: spiders are asked to stay away."""
    lines = ("User-agent: *", "Disallow: /calendar/", f"Sitemap: {site.url('/sitemap.xml')}", "")
    return "\n".join(lines).encode()


def sitemap(site: Site, targets: Iterable[str]) -> bytes:
    urls = "".join(
        f"<url><loc>{escape(url)}</loc><lastmod>{modified(url):%Y-%m-%d}</lastmod></url>\n"
        for url in map(site.url, targets)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{urls}</urlset>\n'
    ).encode()
