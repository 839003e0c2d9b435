from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from specseek.commands.discover import discover
from tests.specseek.commands.broken_reader import break_on

if TYPE_CHECKING:
    from click.testing import Result

    from tests.specseek.commands.conftest import SmallSite

MANIFEST = ("--rules", "rules", "--manifest", "pages.jsonl")
KEYS = "name value font background parent format interest cf score".split()


def run(*arguments: str) -> Result:
    return CliRunner().invoke(discover, arguments)


def lines(result: Result) -> list[Any]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_name_that_no_sample_showed_is_proposed_with_its_value(site: SmallSite) -> None:
    site.train("n95")
    done = run(*MANIFEST)
    assert done.exit_code == 0
    assert [line["file"] for line in lines(done)] == ["n95.html", "n73.html", "6300.html"]
    first, second, third = lines(done)
    assert list(third) == ["file", "url", "proposals"]
    assert first["proposals"] == second["proposals"] == []
    [proposal] = third["proposals"]
    assert list(proposal) == KEYS
    assert (proposal["name"], proposal["value"]) == ("电子字典", "支持")
    assert (proposal["parent"], proposal["interest"], proposal["cf"]) == (1, -1, 0.4)
    assert 0.5 < proposal["score"] <= 1
    assert "Pages: 3; proposals: 1" in done.stderr


def test_one_page_by_its_url(site: SmallSite) -> None:
    site.train("n95")
    done = run("--rules", "rules", "--url", site.url("6300"), "6300.html")
    [line] = lines(done)
    assert [proposal["name"] for proposal in line["proposals"]] == ["电子字典"]
    assert "电子字典" in done.stdout  # Chinese stands as it is, not escaped


def test_pages_that_cannot_be_read_do_not_stop_the_others(site: SmallSite) -> None:
    site.train("n95")
    files = ["missing.html", "6300.html"]
    site.write_lines("pages.jsonl", [{"file": file, "url": site.url("n95")} for file in files])
    done = run(*MANIFEST)
    assert done.exit_code == 1
    assert [line["file"] for line in lines(done)] == ["6300.html"]
    assert "missing.html: cannot be read: No such file or directory" in done.stderr
    assert "Pages: 2; 1 unreadable; proposals: 1" in done.stderr


@pytest.mark.parametrize("arguments", [(), ("--manifest", "pages.jsonl", "n95.html")])
def test_pages_come_from_one_place(site: SmallSite, arguments: tuple[str, ...]) -> None:
    site.train("n95")
    done = run("--rules", "rules", *arguments)
    assert done.exit_code == 2
    assert (
        "Give either --manifest M.jsonl, or --archive PATH, or --url URL and one PAGE."
        in done.stderr
    )


def test_a_page_that_no_rule_reads_is_looked_at_by_the_topics_words(site: SmallSite) -> None:
    (site.folder / "none").mkdir()
    done = run("--rules", "none", "--url", site.url("6300"), "6300.html")
    [line] = lines(done)
    assert [each["name"] for each in line["proposals"]] == ["参考价格", "手机外形", "电子字典"]


def test_a_page_that_breaks_the_reader_costs_that_page(
    site: SmallSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.train("n95")
    break_on(monkeypatch, "discovery.candidates.outline", site.url("n73"))
    done = run(*MANIFEST)
    assert done.exit_code == 1
    first, second, third = lines(done)
    assert list(first) == ["file", "url", "proposals"]
    assert (second["status"], second["why"]) == ("refused", "ValueError: broken")
    assert second["proposals"] == []
    assert [proposal["name"] for proposal in third["proposals"]] == ["电子字典"]
    assert "Error: n73.html: cannot be understood: ValueError: broken" in done.stderr
    assert "Pages: 3; 1 refused; proposals: 1" in done.stderr


def test_a_page_of_which_no_topic_knows_a_word_is_looked_at_all_the_same(site: SmallSite) -> None:
    names = ["Grape", "Vintage", "Region", "Alcohol", "Cellar"]
    rows = "".join(f"<tr><td>{name}</td><td>{at} %</td></tr>" for at, name in enumerate(names))
    (site.folder / "wine.html").write_text(f"<h1>Pomerol</h1><table>{rows}</table>", "utf-8")
    (site.folder / "none").mkdir()
    done = run("--rules", "none", "--url", "https://wine.example/1", "wine.html")
    [line] = lines(done)
    assert [each["name"] for each in line["proposals"]] == names


def test_an_unknown_topic_is_refused(site: SmallSite) -> None:
    site.train("n95")
    done = run(*MANIFEST, "--topic", "ships")
    assert done.exit_code == 2
    assert "there is no topic 'ships'" in done.stderr
