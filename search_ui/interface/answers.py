"""Answers that programs read: with a name for the file, and a tag that tells what is new."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flask import Response, request

from search_ui.interface.csv_text import csv_text
from search_ui.site import this_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from werkzeug import Response as AnyResponse

    from search_ui.interface.csv_text import CsvCell

# Part of every tag: raise it when the same index is to give other answers.
ANSWER_FORMAT = 1


def csv_answer(rows: Iterable[Iterable[CsvCell]], name: str) -> Response:
    """To be saved under a name that every file system takes."""
    answer = Response(csv_text(rows), content_type="text/csv; charset=utf-8; header=present")
    plain = re.sub(r"[^A-Za-z0-9.-]+", "_", name).strip("._") or "products"
    answer.headers["Content-Disposition"] = f'attachment; filename="{plain[:100]}.csv"'
    return answer


def tagged_by_index(make: Callable[[], Response]) -> Response:
    """As long as the index stays, so does the answer: it is not even made anew."""
    tag = f"{ANSWER_FORMAT}-{this_site().index().manifest.generation}"
    answer = Response(status=304) if request.if_none_match.contains_weak(tag) else make()
    answer.set_etag(tag, weak=True)
    return answer


def tagged_by_content(answer: Response) -> AnyResponse:
    """The tag is made of the content: for what comes from more than the index."""
    answer.add_etag(weak=True)
    return answer.make_conditional(request)
