"""What becomes of pages that earlier crawls have read, and when each is visited again."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from core.errors import SpecSeekError
from store.visits import HOUR, next_visit

if TYPE_CHECKING:
    from spider.crawl.answer import FetchResult
    from spider.crawl.context import CrawlContext


class Revisit(StrEnum):
    ALL = "all"
    DUE = "due"
    NONE = "none"

    @classmethod
    def named(cls, word: str) -> Revisit:
        try:
            return cls(word)
        except ValueError as error:
            choices = ", ".join(cls)
            raise SpecSeekError(f"revisit={word!r} is unknown; choose one of {choices}") from error


def next_visit_of(context: CrawlContext, answer: FetchResult, *, changed: bool) -> float:
    return next_visit(
        answer.now,
        answer.known,
        changed=changed,
        shortest=context.limits.revisit_hours_least * HOUR,
        longest=context.limits.revisit_hours_most * HOUR,
    )
