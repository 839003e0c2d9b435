"""Ours at the start of the speed benchmark: bytes in, values out, decoding included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evaluation.contestants import Contestant, NotTakingPartError
from evaluation.trials import rules_from
from pages.page import Page
from rules.extract import extract, extract_scanned
from rules.learn import Example, Sample

if TYPE_CHECKING:
    from collections.abc import Callable

    from evaluation.reading_task import Answer, Labelled, ReadingTask
    from rules.model import SiteRules
    from rules.record import Extraction


def everyday(task: ReadingTask) -> Callable[[], Answer]:
    return _reader(task, extract)


def scanned(task: ReadingTask) -> Callable[[], Answer]:
    return _reader(task, extract_scanned)


def _reader(
    task: ReadingTask, read: Callable[[Page, SiteRules], Extraction]
) -> Callable[[], Answer]:
    examples = tuple(
        Example(attribute=pair.attribute, name=pair.name, value=pair.value)
        for pair in task.sample.gold
    )
    rules = rules_from([Sample(_page(task.sample), examples)])
    if rules is None:
        raise NotTakingPartError("SpecSeek: not timed, the sample taught it nothing")

    def run() -> Answer:
        records = read(_page(task.page), rules).records
        return {name: [value] for record in records for name, value in record.joined().items()}

    return run


def _page(labelled: Labelled) -> Page:
    return Page.read(labelled.body, labelled.url, labelled.content_type)


OURS = (
    Contestant("SpecSeek, everyday (anchored)", "ours", "evaluation.ours:everyday"),
    Contestant("SpecSeek, exact, full scan", "ours", "evaluation.ours:scanned"),
    Contestant(
        "SpecSeek, general, full scan", "ours", "evaluation.ours:scanned", reads="new attributes"
    ),
)
