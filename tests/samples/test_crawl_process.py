from __future__ import annotations

from typing import TYPE_CHECKING

from samples.crawl_process import CrawlProcess

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

PROXY = "http://127.0.0.1:9"


def test_its_world_is_the_proxy_and_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPECSEEK_LEDGER", "sqlite:///my-own.sqlite")
    crawl = CrawlProcess(PROXY, tmp_path, settings={"SPECSEEK_CRAWL_PAGES": "3"})
    told = crawl.environment
    assert told["SPECSEEK_CRAWL_PROXY"] == PROXY
    assert told["SPECSEEK_DATA"] == str(tmp_path)
    assert told["SPECSEEK_LEDGER"] == ""  # a person's own ledger is left alone
    assert told["SPECSEEK_CRAWL_PAGES"] == "3"


def test_status_and_words_are_kept(tmp_path: Path) -> None:
    done = CrawlProcess(PROXY, tmp_path, "topic", ("-a", "topic=nonsense", "--nolog")).run()
    assert done.returncode == 1
    assert done.stderr.startswith(b"Error: there is no topic 'nonsense'")
