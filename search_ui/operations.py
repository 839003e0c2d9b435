"""For those who run the server: `/healthz`, `/readyz` and `/metrics`.

`/healthz` says that the process answers, `/readyz` that the ledger and every topic's index can be
read: a load balancer sends visitors to servers that are ready, and restarts those that are not
healthy. `/metrics` has figures for Prometheus; only the networks of the setting `metrics` may read
them.
"""

from __future__ import annotations

import time
from contextlib import suppress
from ipaddress import ip_address, ip_network
from mmap import mmap
from threading import Lock
from typing import TYPE_CHECKING, Final, cast

from flask import Blueprint, Response, abort, current_app, g, jsonify, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
)
from prometheus_client.registry import Collector
from sqlalchemy import text

from core.errors import SpecSeekError
from index.generations import IndexUnusable
from search_ui.site import all_sites, site_settings
from store.frontier import link_counts
from store.runs import error_counts, run_totals

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from flask import Flask
    from prometheus_client import Metric
    from sqlalchemy import Connection


operation_views = Blueprint("operations", __name__)


@operation_views.get("/healthz")
def healthz() -> Response:
    """Checks nothing else: restarting a server does not bring back its database."""
    return Response("ok\n", content_type="text/plain; charset=utf-8")


@operation_views.get("/readyz")
def readyz() -> tuple[Response, int]:
    problems = list(_problems())
    return jsonify(ready=not problems, problems=problems), 503 if problems else 200


def _problems() -> Iterator[str]:
    for name, site in all_sites().items():
        try:
            if site.ledger is not None:
                with site.ledger.reading() as conn:
                    conn.execute(text("SELECT 1"))
            site.index()
        except SpecSeekError as error:  # the index cannot be used, or the ledger not reached
            yield f"{name}: {error}"


@operation_views.get("/metrics")
def metrics() -> Response:
    if not _may_read_figures():
        abort(403, "Figures are for the networks that the setting `metrics` names.")
    registry = CollectorRegistry()
    registry.register(_counts())
    registry.register(_StoredFigures())
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _may_read_figures() -> bool:
    """Not through a proxy: there, every client has the address of the proxy."""
    if "X-Forwarded-For" in request.headers or "Forwarded" in request.headers:
        return False
    peer = ip_address(request.remote_addr or "0.0.0.0")  # noqa: S104 - nobody's address
    return any(peer in ip_network(network) for network in site_settings().search.metrics)


# Requests and their durations, counted across all processes of the server.


_KEY = "specseek-requests"
_CLASSES: Final = ("1xx", "2xx", "3xx", "4xx", "5xx")
_LIMITS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
_PER_VIEW: Final = len(_CLASSES) + len(_LIMITS) + 2  # times above the last limit, and their sum
_PROCESSES: Final = 64
_OTHER: Final = "other"  # static files, and addresses that do not exist


class RequestCounts(Collector):
    """Each process writes to its own part of shared memory, so that none has to wait.

    Made before the processes fork. A process that replaces another continues its numbers,
    so that counters never fall.
    """

    def __init__(self, views: Sequence[str]) -> None:
        self._views = {view: number for number, view in enumerate((*views, _OTHER))}
        self._size = len(self._views) * _PER_VIEW
        self._numbers = memoryview(mmap(-1, 8 * self._size * _PROCESSES)).cast("d")
        self._adding = Lock()  # between threads of this process
        self._process = 0

    def use_part(self, process: int) -> None:
        """Called in each process, with its number."""
        self._process = process % _PROCESSES

    def add(self, view: str | None, status: int, seconds: float) -> None:
        number = self._views.get(view or _OTHER, self._views[_OTHER])
        first = self._process * self._size + number * _PER_VIEW
        slower_than = sum(seconds > limit for limit in _LIMITS)
        with self._adding:
            self._numbers[first + min(status // 100, 5) - 1] += 1
            self._numbers[first + len(_CLASSES) + slower_than] += 1
            self._numbers[first + _PER_VIEW - 1] += seconds

    def collect(self) -> Iterable[Metric]:
        answered = CounterMetricFamily(
            "specseek_requests", "Requests that were answered.", labels=("view", "status")
        )
        times = HistogramMetricFamily(
            "specseek_request_seconds", "Seconds until the answer began.", labels=("view",)
        )
        for view, number in self._views.items():
            totals = self._totals(number)
            for status, count in zip(_CLASSES, totals, strict=False):
                answered.add_metric((view, status), count)
            times.add_metric((view,), _buckets(totals[len(_CLASSES) : -1]), totals[-1])
        return answered, times

    def _totals(self, view: int) -> list[float]:
        """The numbers of a view, of all processes together."""
        firsts = range(view * _PER_VIEW, len(self._numbers), self._size)
        return [sum(self._numbers[first + at] for first in firsts) for at in range(_PER_VIEW)]


def _buckets(counts: Sequence[float]) -> list[tuple[str, float]]:
    """Cumulative, as Prometheus has them: for each limit, the requests within it."""
    names = (*map(str, _LIMITS), "+Inf")
    return [(name, sum(counts[: number + 1])) for number, name in enumerate(names)]


def count_requests(app: Flask) -> None:
    """Call it when all views are registered."""
    counts = app.extensions[_KEY] = RequestCounts(sorted(app.blueprints))

    @app.before_request
    def begin() -> None:
        g.request_began = time.perf_counter()

    @app.after_request
    def end(answer: Response) -> Response:
        began = g.get("request_began")
        if began is not None:
            took = time.perf_counter() - began
            counts.add(request.blueprint, answer.status_code, took)
        return answer


def counts_of(app: Flask) -> RequestCounts:
    return cast("RequestCounts", app.extensions[_KEY])


def _counts() -> RequestCounts:
    return cast("RequestCounts", current_app.extensions[_KEY])


# What ledger and indexes hold.


class _StoredFigures(Collector):
    """Read on request. What cannot be read is left out: `/readyz` says why."""

    def collect(self) -> Iterable[Metric]:
        figures: list[Metric] = []
        with suppress(SpecSeekError):
            ledger = next(iter(all_sites().values())).ledger
            if ledger is not None:
                with ledger.reading() as conn:
                    figures += _ledger_figures(conn)
                figures += _index_figures()
        return figures


def _index_figures() -> list[Metric]:
    products = GaugeMetricFamily(
        "specseek_index_products", "Products in the index.", labels=("topic",)
    )
    built = GaugeMetricFamily(
        "specseek_index_built_timestamp_seconds", "When the index was built.", labels=("topic",)
    )
    for name, site in all_sites().items():
        with suppress(IndexUnusable):
            manifest = site.index().manifest
            products.add_metric((name,), manifest.products)
            built.add_metric((name,), manifest.made_at)
    return [products, built]


def _ledger_figures(conn: Connection) -> list[Metric]:
    links = GaugeMetricFamily(
        "specseek_links", "Links that the crawls know.", labels=("crawl", "group", "state")
    )
    errors = CounterMetricFamily(
        "specseek_crawl_errors", "What went wrong in crawls.", labels=("crawl", "kind")
    )
    running = GaugeMetricFamily(
        "specseek_crawls_running", "Crawls that have not ended.", labels=("crawl",)
    )
    pages = CounterMetricFamily("specseek_pages_fetched", "Pages fetched.", labels=("crawl",))
    size = CounterMetricFamily("specseek_bytes_fetched", "Bytes fetched.", labels=("crawl",))
    for crawl, totals in run_totals(conn).items():
        for (group, state), count in link_counts(conn, crawl).items():
            links.add_metric((crawl, group, state.value), count)
        for kind, count in error_counts(conn, crawl).items():
            errors.add_metric((crawl, kind), count)
        running.add_metric((crawl,), totals.running)
        pages.add_metric((crawl,), totals.pages)
        size.add_metric((crawl,), totals.bytes)
    return [links, errors, running, pages, size]
