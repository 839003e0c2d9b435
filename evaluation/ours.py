"""Ours at the start of the speed benchmark: bytes in, values out, decoding included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evaluation.contestants import Contestant
from evaluation.trials import rules_from
from pages.page import Page
from rules.examples import Example
from rules.extraction import extract, extract_exact
from rules.learn_layout import Sample

if TYPE_CHECKING:
    from collections.abc import Callable

    from evaluation.reading_task import Answer, Labelled, ReadingTask
    from rules.model import SiteRules
    from rules.record import Extraction


def exact(task: ReadingTask) -> Callable[[], Answer]:
    return _reader(task, extract_exact)


def everyday(task: ReadingTask) -> Callable[[], Answer]:
    return _reader(task, extract)


def _reader(
    task: ReadingTask, read: Callable[[Page, SiteRules | None], Extraction]
) -> Callable[[], Answer]:
    examples = tuple(
        Example(attribute=pair.attribute, name=pair.name, value=pair.value)
        for pair in task.sample.gold
    )
    rules = rules_from([Sample(_page(task.sample), examples)])

    def run() -> Answer:
        records = read(_page(task.page), rules).records
        return {name: [value] for record in records for name, value in record.joined().items()}

    return run


def _page(labelled: Labelled) -> Page:
    return Page.read(labelled.body, labelled.url, labelled.content_type)


OURS = (
    Contestant("SpecSeek, everyday (anchored)", "ours", "evaluation.ours:everyday"),
    Contestant("SpecSeek, exact, full scan", "ours", "evaluation.ours:exact"),
    Contestant("SpecSeek, generalised", "ours", "evaluation.ours:everyday", reads="new attributes"),
)
