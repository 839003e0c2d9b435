"""Tests of `index.engines.engine`."""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import TYPE_CHECKING

import pytest

from core.settings import load_settings
from core.topic import shipped_topic
from index.engines.engine import EngineError, engine_named
from index.generations import index_place
from store.seal import Seal

if TYPE_CHECKING:
    from pathlib import Path


def test_an_engine_by_its_name() -> None:
    assert engine_named("whoosh").name == "whoosh"


def test_its_version_tells_the_library() -> None:
    assert engine_named("whoosh").version.startswith(
        f"whoosh-reloaded {version('whoosh-reloaded')}"
    )


def test_an_engine_nobody_knows() -> None:
    with pytest.raises(EngineError, match="no engine 'lucene': choose whoosh or tantivy"):
        engine_named("lucene")


def test_an_extra_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("index.engines.tantivy")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "tantivy", None)
    with pytest.raises(EngineError, match=r"pip install 'specseek\[fast\]'"):
        engine_named("tantivy")


def test_opensearch_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("index.engines.opensearch")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "index.shared_place", raising=False)
    monkeypatch.setitem(sys.modules, "opensearchpy", None)
    settings = load_settings(tmp_path, {"SPECSEEK_SEARCH_ENGINE": "opensearch"})
    with pytest.raises(EngineError, match=r"pip install 'specseek\[opensearch\]'"):
        index_place(settings, shipped_topic("phones"), Seal("0" * 16, b""))
