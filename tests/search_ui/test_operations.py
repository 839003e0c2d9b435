"""What load balancers and Prometheus ask for."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest
from prometheus_client.parser import text_string_to_metric_families

from search_ui.operations import RequestCounts
from tests.search_ui.product_shop import shop
from tests.search_ui.site_for_tests import site_on

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return shop(tmp_path).test_client()


ORDER = ("topic", "view", "status", "le")


def samples(text: str) -> dict[tuple[str, str], float]:
    """(name, labels in one text) → value."""
    return {
        (sample.name, " ".join(sample.labels[name] for name in ORDER if name in sample.labels)): (
            sample.value
        )
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def figures(client: FlaskClient) -> dict[tuple[str, str], float]:
    return samples(client.get("/metrics").text)


def test_a_server_with_an_index_is_healthy_and_ready(client: FlaskClient) -> None:
    assert client.get("/healthz").text == "ok\n"
    answer = client.get("/readyz")
    assert (answer.status_code, answer.get_json()) == (200, {"ready": True, "problems": []})


def test_a_server_without_an_index_is_healthy_but_not_ready(tmp_path: Path) -> None:
    client = site_on(tmp_path, ("phones", "monitors")).test_client()
    assert client.get("/healthz").status_code == 200
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert [text.partition(":")[0] for text in answer.get_json()["problems"]] == [
        "phones",
        "monitors",
    ]


def test_a_damaged_ledger_is_not_ready_and_costs_only_its_figures(tmp_path: Path) -> None:
    shop(tmp_path)
    (tmp_path / "ledger.sqlite").write_bytes(b"no database" * 1000)
    for left in tmp_path.glob("ledger.sqlite-*"):
        left.unlink()
    client = site_on(tmp_path).test_client()
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "ledger.sqlite" in answer.get_json()["problems"][0]
    assert ("specseek_requests_total", "operations 5xx") in figures(client)


def test_requests_are_counted_by_kind_of_page_and_status(client: FlaskClient) -> None:
    for path in ("/search?q=小米", "/search", "/p/nothing", "/no/such/page"):
        client.get(path)
    told = figures(client)
    assert told["specseek_requests_total", "search 2xx"] == 2
    assert told["specseek_requests_total", "product 4xx"] == 1
    assert told["specseek_requests_total", "other 4xx"] == 1
    assert told["specseek_request_seconds_count", "search"] == 2
    assert told["specseek_request_seconds_sum", "search"] > 0
    assert told["specseek_request_seconds_bucket", "search +Inf"] == 2


def test_the_index_and_the_ledger_are_told(client: FlaskClient) -> None:
    told = figures(client)
    products = client.get("/search.json").get_json()["total"]
    assert told["specseek_index_products", "phones"] == products
    assert told["specseek_index_built_timestamp_seconds", "phones"] > 1_700_000_000


@pytest.mark.parametrize(
    ("peer", "headers"),
    [("203.0.113.9", {}), ("127.0.0.1", {"X-Forwarded-For": "203.0.113.9"})],
)
def test_figures_are_not_for_everybody(
    client: FlaskClient, peer: str, headers: dict[str, str]
) -> None:
    answer = client.get("/metrics", headers=headers, environ_base={"REMOTE_ADDR": peer})
    assert answer.status_code == 403
    assert "specseek_" not in answer.text


def test_networks_that_the_setting_names_may_read_figures(tmp_path: Path) -> None:
    client = site_on(tmp_path, metrics=("203.0.113.0/24",)).test_client()
    assert client.get("/metrics", environ_base={"REMOTE_ADDR": "203.0.113.9"}).status_code == 200
    assert client.get("/metrics").status_code == 403


def test_all_processes_are_counted_together_also_those_that_were_killed() -> None:
    counts = RequestCounts(["search"])
    for number in (1, 2):
        process = os.fork()
        if not process:
            counts.use_part(number)
            counts.add("search", 200, 0.02)
            os.kill(os.getpid(), signal.SIGKILL)
        os.waitpid(process, 0)
    counts.use_part(3)
    counts.add("search", 200, 100.0)
    answered, times = counts.collect()
    totals = {tuple(one.labels.values()): one.value for one in answered.samples}
    assert totals["search", "2xx"] == 3
    buckets = {
        one.labels.get("le"): one.value for one in times.samples if "search" in one.labels.values()
    }
    assert (buckets["0.01"], buckets["0.025"], buckets["10.0"], buckets["+Inf"]) == (0, 2, 2, 3)
