"""`specseek new-topic`: draft a topic file from a few product pages."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from core.errors import FileProblems, SpecSeekError, error_text
from core.files import create_file
from core.settings import load_settings
from core.sources import Channel
from core.topic import Topic, topic_file
from core.yaml_files import parse_yaml
from pages.nesting import outline
from pages.page import Page
from review.draft import currency_of, draft_text, draft_topic, language_of
from rules.page_facts import page_facts
from rules.page_rows import SiteMemory
from search_ui.label_bring import fetch_page
from specseek.commands.web import crawl_command
from specseek.output import with_progress
from specseek.saved_pages import saved_file, saved_pages
from spider.display.words import safe, several

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.settings import Settings
    from specseek.saved_pages import SavedCapture, SavedFile

_MOST_PAGES = 60
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_TAKEN = frozenset({"topic", *Channel})
_EXAMPLES = """\b
Examples:
  specseek new-topic cameras saved-pages
  specseek new-topic cameras a.html b.html https://shop.example/cameras/3
  specseek new-topic monitore seiten --language de --title Monitore --currency €
"""


@click.command("new-topic", epilog=_EXAMPLES)
@click.argument("name")
@click.argument("pages", nargs=-1, required=True, metavar="PAGE...")
@click.option("--title", help="What the kind of product is called.  [default: NAME]")
@click.option("--language", metavar="CODE", help="Language of the pages.  [default: guessed]")
@click.option(
    "--currency", metavar="SIGN", help="What prices are in, such as $ or €.  [default: guessed]"
)
def new_topic(
    name: str, pages: tuple[str, ...], title: str | None, language: str | None, currency: str | None
) -> None:
    """Draft the topic file NAME.yaml from a few product pages, for you to check.

    PAGE is a saved page, a folder of saved pages (as for `specseek web`), or the address of a page,
    which is fetched. Ten pages of each of two or three sites are a good start: what they have in
    common tells facts from everything else. At most 60 are read.

    The draft has the attributes that the pages show, with types, units and groups, roles for what
    every product has (name, brand, codes, price …), facets and key specs. Comments tell on how many
    pages an attribute is, with examples. On a terminal it asks what was not given; an existing file
    is never overwritten.
    """
    settings = load_settings()
    file = _free_file(settings, name)
    read = list(with_progress(_read(pages, settings), None, "Reading pages"))
    if not read:
        raise SpecSeekError("None of the pages can be read.")
    language = language or _asked("Language", language_of(read))
    title = title or _asked("Title", name.replace("-", " ").capitalize())
    currency = currency if currency is not None else _asked("Currency", currency_of(read))
    draft = draft_topic(name, read, title, language, currency)
    text = draft_text(draft)
    try:
        parse_yaml(text, Topic, str(file))
    except FileProblems as problems:
        raise SpecSeekError(
            f"The draft would have mistakes; nothing is written. {problems}"
        ) from problems
    _write_new(file, text)
    click.echo(
        f"{file}: {several(len(draft.attributes), 'attribute')} from "
        f"{several(draft.pages, 'page')} of {several(draft.sites, 'site')}. Check it, then crawl:\n"
        f"  {crawl_command(name, {})}       # the sites under `seeds`\n"
        "  specseek web FOLDER       # or serve saved pages first; it tells how to crawl them",
        err=True,
    )


def _free_file(settings: Settings, name: str) -> Path:
    if not _NAME.fullmatch(name):
        raise click.BadParameter(
            f"{name!r} should have small letters, digits and hyphens only, like action-cameras",
            param_hint="NAME",
        )
    if name in _TAKEN:
        raise click.BadParameter(f"{name!r} is another spider's name", param_hint="NAME")
    file = topic_file(settings.topics, name)
    if file.exists():
        raise SpecSeekError(f"{file} is there already; choose another name, or remove it.")
    return file


def _write_new(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        create_file(file, text.encode())
    except FileExistsError as error:
        raise SpecSeekError(f"{file} is there already; choose another name.") from error


def _asked(what: str, guess: str) -> str:
    """The answer to a question, if a person is at the terminal."""
    if not _is_terminal():
        return guess
    return str(click.prompt(what, default=guess, err=True))


def _is_terminal() -> bool:
    return sys.stdin.isatty()


# The pages: files, folders and addresses.


def _read(given: Sequence[str], settings: Settings) -> Iterator[Page]:
    saved: list[SavedFile | SavedCapture] = []
    for one in given:
        if re.match(r"https?://", one):
            try:
                yield fetch_page(one, settings)
            except SpecSeekError as problem:
                _warn(str(problem))
        elif Path(one).is_dir():
            saved += (page for page in saved_pages(Path(one), _warn) if page.is_page)
        elif found := saved_file(Path(one), _warn):
            saved.append(found)
    for one_saved in _evenly(saved):
        if answer := one_saved.read():
            page = Page.read(answer.body, one_saved.url, answer.content_type)
            if _can_be_parsed(page):
                yield page


def _can_be_parsed(page: Page) -> bool:
    """Whether the page can be parsed, so that one bad page does not stop the draft."""
    try:
        SiteMemory().add_page(page)
        page_facts(page, outline(page))
    except Exception as error:  # noqa: BLE001 - whatever a page holds
        _warn(f"{page.url}: cannot be parsed: {error_text(error)}")
        return False
    return True


def _warn(text: str) -> None:
    click.echo(f"Warning: {safe(text)}", err=True)


def _evenly(saved: Sequence[SavedFile | SavedCapture]) -> Iterable[SavedFile | SavedCapture]:
    """Some of many pages, from all parts of the list."""
    step = max(1, -(-len(saved) // _MOST_PAGES))
    return saved[::step]
