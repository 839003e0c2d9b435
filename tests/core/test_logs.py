"""Logs as JSON: a record is a line."""

from __future__ import annotations

import json
import logging
from io import StringIO

from hypothesis import given
from hypothesis import strategies as st

from core.logs import log_as_json


def written(message: str, *parts: object, error: bool = False) -> str:
    stream = StringIO()
    logger = logging.getLogger("spider.crawl")
    logger.handlers = [logging.StreamHandler(stream)]
    logger.propagate = False  # pytest would send lone surrogates on, as part of its report
    log_as_json(logger)
    try:
        _ = 1 / (0 if error else 1)
    except ZeroDivisionError:
        logger.exception(message, *parts)
    else:
        logger.warning(message, *parts)
    logger.propagate = True
    return stream.getvalue()


def test_a_record_has_its_time_level_logger_and_message() -> None:
    told = json.loads(written("%d pages of %s", 3, "手机之家.example"))
    assert told.pop("time").endswith("+00:00")
    assert told == {
        "level": "warning",
        "logger": "spider.crawl",
        "message": "3 pages of 手机之家.example",
    }


def test_a_traceback_is_part_of_its_line() -> None:
    line = written("failed", error=True)
    assert line.count("\n") == 1
    assert "ZeroDivisionError" in json.loads(line)["error"]


@given(st.text(st.characters(codec=None)))
def test_whatever_a_site_sends_stays_one_line(text: str) -> None:
    line = written("%s", text)
    assert line.isascii()
    assert line.splitlines() == [line.removesuffix("\n")]
    assert json.loads(line)["message"] == text
