"""Pages of the pocket web whose weights nobody knows yet: something to decide about."""

from __future__ import annotations

import json
from contextlib import contextmanager
from itertools import cycle, islice
from typing import TYPE_CHECKING

from core.settings import load_settings
from core.topic import Attribute, ValueType, shipped_topic
from core.yaml_files import write_yaml
from evaluation.deciding.made_archive import FetchedBody, store_pages
from pages.page import Page
from review.context import ReviewContext
from rules.learn import Example
from rules.library import RuleLibrary
from rules.training import train
from samples.labelled_pages import FOLDER
from samples.pocket_web import PocketWeb
from store.ledger import Ledger, ledger_url
from store.proposals import proposals_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SITE = "detail.zol.example"
NAME = "手机重量"
WEIGHT = Attribute(name="重量", label="Weight", group="外观", type=ValueType.QUANTITY, unit="g")


def variables(folder: Path) -> dict[str, str]:
    """The settings of a scene, as a command line takes them."""
    return {
        "SPECSEEK_DATA": str(folder / "data"),
        "SPECSEEK_LEDGER": "",
        "SPECSEEK_TOPICS": str(folder / "topics"),
        "SPECSEEK_RULES": str(folder / "rules"),
    }


@contextmanager
def opened(folder: Path) -> Iterator[ReviewContext]:
    settings = load_settings(folder, variables(folder))
    with Ledger.open(ledger_url(settings.data)) as ledger:
        yield ReviewContext(settings, "phones", ledger)


def make_scene(folder: Path, pages: int) -> int:
    """A topic without weights, rules from one labelled page, an archive; the proposal's id."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "topics").mkdir()
    shipped = shipped_topic("phones")
    known = tuple(one for one in shipped.attributes if one.name != WEIGHT.name)
    topic = shipped.model_copy(update={"attributes": known})
    write_yaml(folder / "topics" / "phones.yaml", topic)
    _train(RuleLibrary(folder / "rules" / "phones"))
    with opened(folder) as context:
        store_pages(context, made_pages(pages))
        with context.ledger.reading() as conn:
            return next(one.id for one in proposals_of(conn, "phones") if one.name == NAME)


def made_pages(many: int) -> Iterator[FetchedBody]:
    """Product pages of one site, each again and again under other addresses."""
    pages = list(PocketWeb().product_pages(SITE))
    for number, page in enumerate(islice(cycle(pages), many)):
        yield FetchedBody(f"{page.url}?copy={number}", page.body, page.content_type)


def _train(library: RuleLibrary) -> None:
    """With half of what the page shows: who labels nearly all leaves the rest out on purpose."""
    folder = FOLDER / "zol"
    told = json.loads((folder / "expected.json").read_bytes())
    page = Page.read((folder / "page.html").read_bytes(), told["url"], told["content_type"])
    pairs = [pair for pair in told["pairs"] if pair["attribute"] != WEIGHT.name]
    train(library, page, [Example.model_validate(pair) for pair in pairs[::2]])
