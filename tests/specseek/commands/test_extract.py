from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from rules.extraction import extract

if TYPE_CHECKING:
    from click.testing import Result

    from pages.page import Page
    from rules.model import SiteRules
    from rules.record import Extraction
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
    known = {pair["name"]: (pair["attribute"], pair["value"]) for pair in record["pairs"]}
    assert known["电子字典"] == (None, "支持")
    assert known["参考价格"] == ("参考价格", "￥1020")


def test_a_pair_tells_how_it_was_read_and_how_sure_that_is(site: SmallSite) -> None:
    site.train("n95")
    first, *_, line = lines(site.run(*MANIFEST))
    by = {pair["by"] for pair in first["records"][0]["pairs"]}
    assert by == {"area"}
    sure = {pair["name"]: pair["confidence"] for pair in line["records"][0]["pairs"]}
    assert all(0.5 <= one <= 1 for one in sure.values())


def test_one_page_by_its_url(site: SmallSite) -> None:
    site.train("n95")
    done = site.run("extract", "--rules", "rules", "--url", site.url("n73"), "n73.html")
    (line,) = lines(done)
    assert (line["file"], line["url"], line["status"]) == ("n73.html", site.url("n73"), "ok")
    assert "直板" in done.stdout  # Chinese stands as it is, not escaped


def test_a_site_without_rules_is_read_all_the_same(site: SmallSite) -> None:
    site.train("n95")
    other = "https://other.example/n95.html"
    done = site.run("extract", "--rules", "rules", "--url", other, "n95.html")
    assert done.exit_code == 0
    (line,) = lines(done)
    assert (line["status"], line["rule"]) == ("read", None)
    assert shown(line)["参考价格"] == "￥2350"
    facts = {fact["role"]: fact["value"] for fact in line["records"][0]["facts"]}
    assert facts["name"] == "诺基亚 n95"


def test_without_rules_the_topic_that_fits_names_the_attributes(site: SmallSite) -> None:
    done = site.run("extract", "--manifest", "pages.jsonl")
    assert done.exit_code == 0
    assert {line["status"] for line in lines(done)} == {"read"}
    (record,) = lines(done)[0]["records"]
    attributes = {pair["name"]: pair["attribute"] for pair in record["pairs"]}
    assert attributes["上市时间"] == "上市时间"
    assert "Pages: 3; 3 read" in done.stderr


def test_what_is_less_sure_than_asked_for_is_left_out(site: SmallSite) -> None:
    done = site.run("extract", "--least", "1", "--url", site.url("n95"), "n95.html")
    assert done.exit_code == 0
    (line,) = lines(done)
    assert (line["status"], line["records"]) == ("no-match", [])


def test_a_page_that_breaks_the_reader_costs_that_page(
    site: SmallSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No page is known that does: the reader is broken for one of them."""

    def broken(page: Page, rules: SiteRules | None, *_: object, **__: object) -> Extraction:
        if page.url.endswith("n73.html"):
            raise RecursionError("too deep")
        return extract(page, rules)

    monkeypatch.setattr("specseek.commands.extract.extracted", broken)
    done = site.run("extract", "--manifest", "pages.jsonl")
    assert done.exit_code == 1
    assert [line["status"] for line in lines(done)] == ["read", "refused", "read"]
    assert lines(done)[1]["why"] == "the page cannot be read: RecursionError: too deep"
    assert "n73.html: the page cannot be read" in done.stderr


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
        (["--manifest", "pages.jsonl", "--least", "2"], "2.0 is not in the range"),
    ],
)
def test_a_wrong_call_says_what_is_wrong(site: SmallSite, wrong: list[str], said: str) -> None:
    site.train("n95")
    done = site.run("extract", *wrong)
    assert done.exit_code == 2
    assert said in done.stderr
