"""The OpenSearch servers of tests, where what they need is missing.

The trial itself kills nodes and takes minutes: `python -m evaluation opensearch --products 500`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from evaluation.servers.opensearch import opensearch_cluster
from evaluation.servers.process import ServerMissingError

if TYPE_CHECKING:
    from pathlib import Path


def test_without_java(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ServerMissingError, match="java is not installed"), opensearch_cluster():
        pass


def test_without_maven(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And without what Maven got earlier."""
    java = tmp_path / "java"
    java.write_text("#!/bin/sh\necho 'openjdk version \"17.0.1\"' >&2\n", "utf-8")
    java.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with pytest.raises(ServerMissingError, match="mvn is not installed"), opensearch_cluster():
        pass
