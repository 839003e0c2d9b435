"""The search page while the server of its engine is away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.settings import load_settings
from search_ui.app import create_app
from store.ledger import Ledger, ledger_url, seal_of

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    pytest.importorskip("opensearchpy", reason="the extra 'opensearch' is not installed")
    from index.engines.opensearch_cluster import Wait  # noqa: PLC0415 - may be missing

    for name in ("opensearch_cluster.SEARCHING", "opensearch_cluster.BUILDING"):
        monkeypatch.setattr(f"index.engines.{name}", Wait(0.1, 1.0))
    with Ledger.open(ledger_url(tmp_path)) as ledger:
        seal_of(ledger)
    settings = load_settings(
        environ={
            "SPECSEEK_DATA": str(tmp_path),
            "SPECSEEK_SEARCH_ENGINE": "opensearch",
            "SPECSEEK_SEARCH_OPENSEARCH_HOSTS": "http://127.0.0.1:9",
        }
    )
    return create_app(settings, ["phones"]).test_client()


def test_visitors_are_told_to_come_back_and_nothing_about_servers(client: FlaskClient) -> None:
    for path in ("/search?q=小米", "/search.json?q=小米", "/p/phone-1"):
        answer = client.get(path)
        assert answer.status_code == 503, path
        assert answer.headers["Retry-After"] == "10"
        assert "127.0.0.1:9" not in answer.text
