from __future__ import annotations

import errno
import sqlite3

import pytest
from OpenSSL import SSL
from scrapy import exceptions as scrapy_errors
from scrapy.http import Headers
from twisted.internet import error as network_errors
from twisted.python.failure import Failure
from twisted.web.client import ResponseFailed, ResponseNeverReceived

from spider.faults import (
    WORDS,
    BadEncodingError,
    BodyTooLargeError,
    Fault,
    FaultKind,
    ForbiddenAddressError,
    HeadersTooLargeError,
    RobotsForbidError,
    RobotsUnreachableError,
    fault_of_failure,
    fault_of_response,
)

URL = "http://shop.example/"


def failed(*reasons: BaseException) -> Exception:
    """A failure as Scrapy hands it on: its own exception from one of Twisted's."""
    error = scrapy_errors.DownloadFailedError()
    error.__cause__ = ResponseFailed([Failure(reason) for reason in reasons])
    return error


def disk_full() -> sqlite3.Error:
    """A real one: SQLite says so when a database may not grow."""
    ledger = sqlite3.connect(":memory:")
    try:
        ledger.execute("PRAGMA max_page_count = 1")
        ledger.execute("CREATE TABLE pages (body BLOB)")
    except sqlite3.Error as error:
        return error
    finally:
        ledger.close()
    raise AssertionError


@pytest.mark.parametrize(
    ("exception", "kind"),
    [
        (scrapy_errors.CannotResolveHostError(), "dns"),
        (scrapy_errors.DownloadConnectionRefusedError(), "connection"),
        (scrapy_errors.DownloadTimeoutError(), "timeout"),
        (scrapy_errors.DownloadCancelledError(), "too-large"),
        (scrapy_errors.ResponseDataLossError(), "data-loss"),
        (network_errors.TimeoutError(), "timeout"),
        (network_errors.TCPTimedOutError(), "timeout"),
        (network_errors.NoRouteError(), "connection"),
        (ResponseNeverReceived([Failure(network_errors.ConnectionLost())]), "connection"),
        (failed(network_errors.ConnectionDone()), "connection"),
        (failed(HeadersTooLargeError(100)), "headers-too-large"),
        (failed(ValueError("two lengths")), "not-http"),
        (failed(KeyError(b"unknown transfer encoding")), "not-http"),
        (failed(SSL.Error([("SSL routines", "", "certificate verify failed")])), "bad-certificate"),
        (failed(SSL.Error([("SSL routines", "", "wrong version number")])), "tls"),
        (BodyTooLargeError(), "too-large"),
        (BadEncodingError(), "bad-encoding"),
        (RobotsForbidError(URL), "robots"),
        (OSError(errno.ENOSPC, "No space left on device"), "disk-full"),
        (disk_full(), "disk-full"),
        (KeyError("a slip of ours"), "internal"),
    ],
)
def test_every_failure_has_its_kind(exception: BaseException, kind: str) -> None:
    assert fault_of_failure(exception).kind == kind


def test_a_refused_address_says_which_and_why() -> None:
    fault = fault_of_failure(ForbiddenAddressError("http://127.0.0.1/", "it is loopback"))
    words = "http://127.0.0.1/ was not contacted: it is loopback."
    assert fault == Fault(FaultKind.FORBIDDEN_ADDRESS, words, retry=False)


def test_robots_txt_out_of_reach_is_of_the_kind_that_kept_it_out_of_reach() -> None:
    cause = fault_of_failure(scrapy_errors.CannotResolveHostError())
    fault = fault_of_failure(RobotsUnreachableError("http://shop.example", cause, until=0.0))
    assert fault.kind == FaultKind.DNS
    assert fault.retry
    assert fault.words.startswith("http://shop.example/robots.txt could not be read")
    assert fault.words.endswith(WORDS[FaultKind.DNS])


def test_no_failure_shows_its_inside() -> None:
    try:
        raise KeyError("secret detail")  # noqa: TRY301 - a traceback is wanted
    except KeyError as error:
        words = fault_of_failure(error).words
    assert "Traceback" not in words
    assert "secret" not in words


def test_causes_in_a_circle_come_to_an_end() -> None:
    one, other = RuntimeError(), RuntimeError()
    one.__cause__, other.__cause__ = other, one
    assert fault_of_failure(one).kind == FaultKind.INTERNAL


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, "client-error"),
        (403, "client-error"),
        (404, "gone"),
        (408, "timeout"),
        (410, "gone"),
        (429, "rate-limited"),
        (500, "server-error"),
        (503, "server-error"),
        (599, "server-error"),
        (0, "not-http"),
        (999, "not-http"),
        (99999, "not-http"),
    ],
)
def test_every_bad_status_has_its_kind_and_is_named(status: int, kind: str) -> None:
    fault = fault_of_response(status, Headers())
    assert fault is not None
    assert fault.kind == kind
    assert str(status) in fault.words


def test_a_503_that_says_when_to_come_back_is_a_plea_for_fewer_requests() -> None:
    fault = fault_of_response(503, Headers({"retry-after": "10"}))
    assert fault is not None
    assert fault.kind == FaultKind.RATE_LIMITED


@pytest.mark.parametrize("status", [200, 204, 206, 301, 304, 308])
def test_other_answers_are_no_fault(status: int) -> None:
    assert fault_of_response(status, Headers()) is None


def test_every_kind_has_words_and_passing_ones_are_tried_again() -> None:
    assert set(WORDS) == set(FaultKind)
    assert Fault.of(FaultKind.TIMEOUT).retry
    assert not Fault.of(FaultKind.GONE).retry
    assert Fault.of(FaultKind.TRAP, "A calendar.").words == "A calendar."
