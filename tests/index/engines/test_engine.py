"""Tests of `index.engines.engine`."""

from __future__ import annotations

import sys
from importlib.metadata import version

import pytest

from index.engines.engine import EngineError, engine_named


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
