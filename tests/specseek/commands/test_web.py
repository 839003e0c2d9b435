"""`specseek web`, as a process of its own, and as a proxy for a client."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from typing import TYPE_CHECKING
from urllib.request import ProxyHandler, build_opener

import pytest
from click.testing import CliRunner

from specseek.cli import main
from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path

PAGE = "<title>Kito 3</title><h1>Kito 3</h1>"
TOPIC = """
name: cameras
title: {en: Cameras, zh: 相机}
seeds: ['SCHEME://shop.example/']
attributes: [{name: Name, label: Name, group: Camera}]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    saved = tmp_path / "saved" / "shop.example"
    saved.mkdir(parents=True)
    (saved / "kito-3.html").write_text(PAGE)
    return saved.parent


def test_it_tells_the_command_to_crawl_with_and_ends_at_ctrl_c(folder: Path) -> None:
    command = [sys.executable, "-m", "specseek", "web", "--port", "0", str(folder)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        told = [process.stderr.readline() for _ in range(5)]
        proxy = re.search(r"http://127\.0\.0\.1:\d+", told[1])
        assert proxy
        opener = build_opener(ProxyHandler({"http": proxy[0]}))
        with opener.open("http://shop.example/kito-3.html", timeout=PATIENCE) as response:
            assert response.read().decode() == PAGE
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE) == 0
    assert told[0] == f"1 page of 1 host in {folder}\n"
    assert told[2] == "  http://shop.example/  1 page\n"
    assert told[3].startswith("Crawl them from another terminal, with these addresses as `seeds`")
    assert told[4].endswith(
        f"SPECSEEK_CRAWL_PROXY={proxy[0]} SPECSEEK_CRAWL_DELAY_SECONDS=0 scrapy crawl NAME\n"
    )


def test_a_topic_that_begins_there_is_named(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cameras.yaml").write_text(TOPIC.replace("SCHEME", "http"), "utf-8")
    (tmp_path / "secure.yaml").write_text(TOPIC.replace("SCHEME", "https"), "utf-8")
    (tmp_path / "broken.yaml").write_text("name: [")
    monkeypatch.setenv("SPECSEEK_TOPICS", str(tmp_path))
    monkeypatch.setattr("specseek.commands.web.Event", _CtrlC)
    result = CliRunner().invoke(main, ["web", "--port", "0", str(folder)])
    assert result.exit_code == 0
    assert "Crawl them from another terminal:\n" in result.stderr
    assert result.stderr.endswith(" scrapy crawl cameras\n")


class _CtrlC:
    def wait(self) -> None:
        raise KeyboardInterrupt


def test_a_port_in_use_is_told(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        result = CliRunner().invoke(main, ["web", "--port", port, str(folder)])
    assert result.exit_code == 1
    assert f"cannot listen on port {port}" in result.stderr
    assert "choose another with --port" in result.stderr


def test_a_folder_without_pages_is_told(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no page")
    result = CliRunner().invoke(main, ["web", str(tmp_path)])
    assert (result.exit_code, "has no saved pages" in result.stderr) == (1, True)


def test_only_the_first_warnings_are_told(folder: Path) -> None:
    for number in range(30):
        (folder / f"{number}.json").write_text("{")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        result = CliRunner().invoke(main, ["web", "--port", port, str(folder)])
    assert result.stderr.count("Warning: ") == 21
    assert "Warning: and 10 more\n" in result.stderr
