from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.specseek.commands.broken_reader import break_on

if TYPE_CHECKING:
    from click.testing import Result

    from tests.specseek.commands.conftest import SmallSite

MANIFEST = ("extract", "--rules", "rules", "--manifest", "pages.jsonl")


def lines(result: Result) -> list[Any]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def shown(line: dict[str, Any]) -> dict[str, str]:
    (record,) = line["records"]
    return {pair["name"]: pair["value"] for pair in record["pairs"]}


def test_every_page_of_a_manifest_in_order(site: SmallSite) -> None:
    site.train("n95")
    done = site.run(*MANIFEST)
    assert done.exit_code == 0
    first, second, third = lines(done)
    assert list(first) == ["file", "url", "status", "rule", "records"]
    assert [first["file"], second["file"], third["file"]] == ["n95.html", "n73.html", "6300.html"]
    assert {line["status"] for line in (first, second, third)} == {"ok"}
    assert shown(second) == {"参考价格": "￥1580", "上市时间": "2006年8月", "手机外形": "直板"}
    assert "Pages: 3; 3 ok" in done.stderr


def test_a_name_that_no_sample_showed_has_no_attribute(site: SmallSite) -> None:
    site.train("n95")
    *_, line = lines(site.run(*MANIFEST))
    (record,) = line["records"]
    assert {"attribute": None, "name": "电子字典", "value": "支持"} in record["pairs"]
    assert {"attribute": "参考价格", "name": "参考价格", "value": "￥1020"} in record["pairs"]


def test_one_page_by_its_url(site: SmallSite) -> None:
    site.train("n95")
    done = site.run("extract", "--rules", "rules", "--url", site.url("n73"), "n73.html")
    (line,) = lines(done)
    assert (line["file"], line["url"], line["status"]) == ("n73.html", site.url("n73"), "ok")
    assert "直板" in done.stdout  # Chinese stands as it is, not escaped


def test_a_site_without_rules_is_a_result_and_no_failure(site: SmallSite) -> None:
    site.train("n95")
    other = "https://other.example/n95.html"
    done = site.run("extract", "--rules", "rules", "--url", other, "n95.html")
    assert done.exit_code == 0
    (line,) = lines(done)
    assert line == {
        "file": "n95.html", "url": other, "status": "no-rule", "rule": None, "records": []
    }  # fmt: skip
    assert "specseek train" in done.stderr


def test_pages_that_cannot_be_read_do_not_stop_the_others(site: SmallSite) -> None:
    site.train("n95")
    files = ["missing.html", "n95.html", "rules", "n\0.html", "n73.html"]
    site.write_lines("pages.jsonl", [{"file": file, "url": site.url("n95")} for file in files])
    done = site.run(*MANIFEST)
    assert done.exit_code == 1
    assert [line["file"] for line in lines(done)] == ["n95.html", "n73.html"]
    assert "missing.html: cannot be read: No such file or directory" in done.stderr
    assert "rules: cannot be read: Is a directory" in done.stderr
    assert "Pages: 5; 3 unreadable, 2 ok" in done.stderr


def test_a_page_that_breaks_the_reader_costs_that_page(
    site: SmallSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.train("n95")
    break_on(monkeypatch, "specseek.commands.extract.extracted", site.url("n73"))
    done = site.run(*MANIFEST)
    assert done.exit_code == 1
    assert [line["status"] for line in lines(done)] == ["ok", "refused", "ok"]
    assert lines(done)[1]["why"] == "ValueError: broken"
    assert lines(done)[1]["records"] == []
    assert "n73.html: cannot be understood: ValueError: broken" in done.stderr


def test_a_bad_manifest_line_is_found_before_any_page_is_read(site: SmallSite) -> None:
    site.train("n95")
    with (site.folder / "pages.jsonl").open("a") as manifest:
        manifest.write('{"file": "n95.html"}\n')
    done = site.run(*MANIFEST)
    assert done.exit_code == 1
    assert not done.stdout
    assert "pages.jsonl:4:1: url: Field required" in done.stderr


def test_a_broken_rule_file_is_named(site: SmallSite) -> None:
    site.train("n95")
    (rule_file,) = (site.folder / "rules").rglob("*.yaml")
    rule_file.write_text("layouts: [\n")
    done = site.run(*MANIFEST)
    assert done.exit_code == 1
    assert rule_file.name in done.stderr
    assert not done.stdout


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--rules", "rules"], "Give either --manifest M.jsonl, or"),
        (["--rules", "rules", "n95.html"], "Give either"),
        (["--rules", "rules", "--manifest", "pages.jsonl", "n95.html"], "Give either"),
        (["--rules", "none", "--manifest", "pages.jsonl"], "'none' does not exist"),
        (["--rules", "rules", "--manifest", "none.jsonl"], "'none.jsonl' does not exist"),
        (["--rules", "rules", "--url", "n95", "n95.html"], "'n95' is no web address"),
        (["--rules", "rules", "--url", "http://a.example", "none.html"], "'none.html' does not"),
        (["--manifest", "pages.jsonl"], "Missing option '--rules'"),
    ],
)
def test_a_wrong_call_says_what_is_wrong(site: SmallSite, wrong: list[str], said: str) -> None:
    site.train("n95")
    done = site.run("extract", *wrong)
    assert done.exit_code == 2
    assert said in done.stderr
