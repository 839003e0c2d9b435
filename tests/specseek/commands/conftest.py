"""A small site on the disk, or a small one crawled, and the command line to read it with."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from review.context import ReviewContext
from specseek.cli import main
from tests.review.small_review import small_review
from tests.review.tiny_sites import FIRST, store_site

PHONES = {
    "n95": {"参考价格": "￥2350", "上市时间": "2007年3月", "手机外形": "滑盖"},
    "n73": {"参考价格": "￥1580", "上市时间": "2006年8月", "手机外形": "直板"},
    "6300": {"参考价格": "￥1020", "手机外形": "直板", "电子字典": "支持"},
}


class SmallSite:
    """Pages, example values and a manifest in one folder; commands run in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for phone, facts in PHONES.items():
            rows = "".join(f"<tr><th>{name}：</th><td>{facts[name]}</td>" for name in facts)
            page = f"<html><h1>诺基亚 {phone}</h1><table class=spec>{rows}</table><p>广告</p>"
            (folder / f"{phone}.html").write_bytes(page.encode("gbk"))
            self.write_json(f"{phone}.json", self.examples(phone))
        lines = [{"file": f"{phone}.html", "url": self.url(phone)} for phone in PHONES]
        self.write_lines("pages.jsonl", lines)

    def url(self, phone: str) -> str:
        return f"https://www.site.example/phones/{phone}.html"

    def examples(self, phone: str) -> list[dict[str, str]]:
        facts = PHONES[phone].items()
        return [{"attribute": name, "name": f"{name}：", "value": value} for name, value in facts]

    def write_json(self, name: str, data: object) -> None:
        (self.folder / name).write_text(json.dumps(data), "utf-8")

    def write_lines(self, name: str, lines: list[Any]) -> None:
        (self.folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")

    def run(self, *arguments: str) -> Result:
        return CliRunner().invoke(main, arguments)

    def train(self, phone: str) -> Result:
        options = ["--url", self.url(phone), "--values", f"{phone}.json", "--rules", "rules"]
        return self.run("train", *options, f"{phone}.html")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SmallSite:
    monkeypatch.chdir(tmp_path)
    return SmallSite(tmp_path)


@pytest.fixture
def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ReviewContext]:
    """A site was crawled that has one name which no rule knows."""
    monkeypatch.chdir(tmp_path)
    for name in ("TOPICS", "RULES", "DATA"):
        monkeypatch.setenv(f"SPECSEEK_{name}", str(tmp_path / name.lower()))
    with small_review(tmp_path) as opened:
        store_site(opened, FIRST)
        yield opened
