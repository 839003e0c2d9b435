"""`specseek web`: serve saved pages as the hosts they came from."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click
from scrapy.utils.conf import closest_scrapy_cfg

from core.errors import SpecSeekError
from core.settings import load_settings
from core.topic import load_topic, topic_names
from samples.proxy import PocketProxy
from specseek.saved_web import SavedWeb
from spider.display.words import safe, several

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_MOST_WARNINGS = 20
_EXAMPLES = """\b
Examples:
  specseek web saved-pages
  specseek web data/archive --port 8081
"""


@click.command(epilog=_EXAMPLES)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8080,
    show_default=True,
    help="Port of the proxy; 0 chooses a free one.",
)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def web(folder: Path, port: int) -> None:
    """Serve the saved pages of FOLDER as the hosts they came from, until Ctrl-C.

    This is for trying a crawl on stored pages: it is a proxy on this machine, the command to crawl
    through it is printed, and nothing leaves the machine. Each host has a page that links to all
    its saved pages, to begin at, and a robots.txt that allows everything; addresses that are not
    saved answer 404. Pages are served over http, also those that came over https.

    FOLDER has WARC files, or HTML files. The address of an HTML file is told by a manifest
    ({"file", "url"} in lines, or {file: {"url"}}), else by the page (canonical link, og:url,
    "saved from url", base), else by its folders' names (HOST/PATH); if nothing tells, the host is
    made up. Files that cannot be used are reported on standard error.
    """
    warnings = _Warnings()
    saved = SavedWeb(folder, warnings.add)
    warnings.end()
    if not saved.seeds:
        raise SpecSeekError(f"{folder}: has no saved pages (*.html, *.warc.gz or *.warc)")
    try:
        with suppress(KeyboardInterrupt), PocketProxy(saved, port) as proxy:
            click.echo(_greeting(folder, saved, proxy.url), err=True)
            Event().wait()
    except OSError as problem:
        reason = problem.strerror or problem
        raise SpecSeekError(
            f"cannot listen on port {port}: {reason}; choose another with --port"
        ) from problem


class _Warnings:
    """Reports the first files that cannot be used, and the number of the others."""

    def __init__(self) -> None:
        self._count = 0

    def add(self, text: str) -> None:
        self._count += 1
        if self._count <= _MOST_WARNINGS:
            click.echo(f"Warning: {safe(text)}", err=True)

    def end(self) -> None:
        if self._count > _MOST_WARNINGS:
            click.echo(f"Warning: and {self._count - _MOST_WARNINGS} more", err=True)


def _greeting(folder: Path, saved: SavedWeb, proxy: str) -> str:
    pages = saved.pages
    width = max(map(len, saved.seeds.values()))
    hosts = [
        f"  {seed:{width}}  {several(pages[host], 'page')}" for host, seed in saved.seeds.items()
    ]
    topics = _topics_that_begin_at(saved.seeds.values())
    seeds = "" if topics else ", with these addresses as `seeds` in the topic file NAME.yaml"
    variables = {"SPECSEEK_CRAWL_PROXY": proxy, "SPECSEEK_CRAWL_DELAY_SECONDS": "0"}
    commands = [f"  {crawl_command(name, variables)}" for name in topics or ["NAME"]]
    lines = [
        f"{several(pages.total(), 'page')} of {several(len(pages), 'host')} in {folder}",
        f"are served by the proxy {proxy} (Ctrl-C stops it):",
        *hosts,
        f"Crawl them from another terminal{seeds}:",
        *commands,
    ]
    return "\n".join(lines)


def _topics_that_begin_at(seeds: Iterable[str]) -> list[str]:
    """The topics whose seeds are served: those over https are not."""
    folder = load_settings().topics
    served, found = set(map(_origin, seeds)), []
    for name in topic_names(folder):
        with suppress(SpecSeekError):  # the crawl tells what is wrong with a topic file
            if served & set(map(_origin, load_topic(folder, name).seeds)):
                found.append(name)
    return found


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def crawl_command(topic: str, variables: Mapping[str, str]) -> str:
    """As it is typed in the current folder: only within the project Scrapy finds it by itself."""
    project = {} if closest_scrapy_cfg() else {"SCRAPY_SETTINGS_MODULE": "specseek.crawl_settings"}
    set_before = (f"{name}={value}" for name, value in {**project, **variables}.items())
    return " ".join([*set_before, f"scrapy crawl {topic}"])
