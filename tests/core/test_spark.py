from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

import pytest

from core.spark import SparkUnusable, digest, spark_workers
from evaluation.servers.process import ServerMissingError, free_port
from evaluation.servers.spark import check_spark

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def spark() -> None:
    """Starts nothing: what is tried here fails before."""
    try:
        check_spark()
    except ServerMissingError as missing:
        pytest.skip(str(missing))


def why_not(master: str) -> str:
    with pytest.raises(SparkUnusable) as error, spark_workers(master, "test", gc.enable):
        pass
    return str(error.value)


def test_without_pyspark_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark", None)
    assert "pip install 'specseek[spark]'" in why_not("local")


@pytest.mark.usefixtures("spark")
def test_without_java_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert "Spark needs Java 17 or newer" in why_not("local")


@pytest.mark.usefixtures("spark")
@pytest.mark.parametrize("master", ["nonsense", "http://a:7077", "spark://a", "spark://a:b", ""])
def test_what_is_no_master(master: str) -> None:
    assert "is no address of a Spark master" in why_not(master)


@pytest.mark.usefixtures("spark")
def test_a_master_that_does_not_answer_is_told_at_once() -> None:
    nobody = f"127.0.0.1:{free_port()}"
    assert f"There is no Spark master at spark://{nobody}" in why_not(f"spark://{nobody}")
    assert "99999" in why_not("spark://127.0.0.1:99999")


def test_rules_that_differ_between_machines_are_noticed(tmp_path: Path) -> None:
    one, same, other = (tmp_path / name for name in ("one", "same", "other"))
    for folder, text in ((one, "a: 1"), (same, "a: 1"), (other, "a: 2")):
        folder.mkdir()
        (folder / "shop.example.yaml").write_text(text)
    assert digest((one,)) == digest((same,))
    assert digest((one,)) != digest((other,))
    assert digest((one,)) != digest((tmp_path / "missing",))
