from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import FileProblems
from core.settings import SHIPPED_TOPICS
from rules.learn import Example
from specseek.commands.learn import discover, read_examples
from specseek.commands.learn import suggest as command
from tests.specseek.commands.broken_reader import break_on

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

    from tests.specseek.commands.conftest import SmallSite


def test_the_folder_is_made_and_the_words_tell_what_was_learned(site: SmallSite) -> None:
    done = site.train("n95")
    assert done.exit_code == 0
    assert not done.stdout
    assert [file.name for file in (site.folder / "rules").rglob("*.yaml")] == ["site.example.yaml"]
    assert "site.example.yaml" in done.stderr
    assert "3 labelled names" in done.stderr


def test_a_second_sample_widens_the_rules(site: SmallSite) -> None:
    site.train("n95")
    assert site.train("6300").exit_code == 0
    done = site.run("extract", "--rules", "rules", "--url", site.url("6300"), "6300.html")
    assert '"attribute": "电子字典"' in done.stdout


def test_values_that_are_not_on_the_page_are_named(site: SmallSite) -> None:
    site.write_json("n95.json", [{"attribute": "参考价格", "name": "参考价格：", "value": "￥1"}])
    done = site.train("n95")
    assert done.exit_code == 1
    assert "￥1" in done.stderr
    assert not list(site.folder.rglob("*.yaml"))


def test_a_mistake_in_the_values_is_told_with_its_line(site: SmallSite) -> None:
    (site.folder / "n95.json").write_text('[\n{"attribute": "参考价格"}]', "utf-8")
    done = site.train("n95")
    assert done.exit_code == 1
    assert "n95.json:2:1: value: Field required" in done.stderr
    assert not (site.folder / "rules").exists()


def values_file(folder: Path, body: str | bytes) -> Path:
    path = folder / "values.json"
    path.write_bytes(body.encode() if isinstance(body, str) else body)
    return path


def problems(folder: Path, body: str | bytes) -> list[tuple[int, str]]:
    with pytest.raises(FileProblems) as raised:
        read_examples(values_file(folder, body))
    *found, advice = raised.value.problems
    assert advice.text.startswith("allowed: [{")
    return [(problem.line, problem.text) for problem in found]


def test_a_list_of_examples(tmp_path: Path) -> None:
    body = '\ufeff[{"attribute": "手机名", "name": "", "value": "诺基亚 N95"}]'
    assert read_examples(values_file(tmp_path, body)) == [
        Example(attribute="手机名", name="", value="诺基亚 N95")
    ]


def test_every_mistake_is_told_with_the_line_of_its_entry(tmp_path: Path) -> None:
    body = """
    [
      {"attribute": "手机名", "name": "", "value": "诺基亚\\nN95, ]"},
      {"attribute": "参考价格",
       "name": "参考价格：",
       "value": 2350},
      17, {"name": "上市时间", "value": "2007", "vlaue": ""}
    ]"""
    assert problems(tmp_path, body) == [
        (4, "value: Input should be a valid string"),
        (7, "Input should be an object"),
        (7, "attribute: Field required"),
        (7, "vlaue: Extra inputs are not permitted"),
    ]


@pytest.mark.parametrize(
    ("body", "line", "said"),
    [
        ('[\n{"attribute": "手机名",}]', 2, "not JSON: trailing comma"),
        ("", 1, "not JSON: EOF while parsing a value"),
        (b'[\n"\xff"]', 2, "not JSON: invalid unicode code point"),
        ("{}", 1, "Input should be a valid array"),
        ("[]", 1, "List should have at least 1 item after validation, not 0"),
    ],
)
def test_what_is_no_list_of_examples(
    tmp_path: Path, body: str | bytes, line: int, said: str
) -> None:
    assert problems(tmp_path, body) == [(line, said)]


anything = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.binary() | st.builds(lambda data: json.dumps(data).encode(), anything))
@settings(max_examples=200, deadline=None)
def test_whatever_the_file_holds_there_are_examples_or_problems(
    tmp_path_factory: pytest.TempPathFactory, body: bytes
) -> None:
    with suppress(FileProblems):
        assert read_examples(values_file(tmp_path_factory.getbasetemp(), body))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--url", "no address"], "is not a web address"),
        (["--values", "none.json"], "'none.json' does not exist"),
        (["--rules", "n95.html"], "'n95.html' is a file"),
    ],
)
def test_a_wrong_call_says_what_is_wrong(site: SmallSite, wrong: list[str], said: str) -> None:
    options = ["--url", site.url("n95"), "--values", "n95.json", "--rules", "rules"]
    done = site.run("train", *options, *wrong, "n95.html")
    assert done.exit_code == 2
    assert said in done.stderr


def test_a_folder_that_cannot_be_made_is_named(site: SmallSite) -> None:
    options = ["--url", site.url("n95"), "--values", "n95.json", "--rules", "n95.html/rules"]
    done = site.run("train", *options, "n95.html")
    assert done.exit_code == 1
    assert "n95.html/rules: Not a directory" in done.stderr


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments)


def suggest(site: SmallSite, phone: str, *options: str) -> Result:
    return run("--url", site.url(phone), f"{phone}.html", *options)


def drafts(done: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_page_of_an_unknown_site_yields_a_draft(site: SmallSite) -> None:
    done = suggest(site, "6300")
    assert done.exit_code == 0
    assert drafts(done) == [
        {
            "file": "6300.html",
            "url": site.url("6300"),
            "region": {"tag": "table", "id": "", "classes": ["spec"], "path": ["html"]},
            "examples": [
                {"attribute": "手机名", "name": "", "value": "诺基亚 6300"},
                {"attribute": "参考价格", "name": "参考价格", "value": "￥1020"},
                {"attribute": "手机外形", "name": "手机外形", "value": "直板"},
                {"attribute": None, "name": "电子字典", "value": "支持"},
            ],
        }
    ]
    assert "Pages: 1; 1 with a draft" in done.stderr


def test_the_draft_trains_a_rule_that_reads_the_other_pages(site: SmallSite) -> None:
    site.write_json("6300.json", drafts(suggest(site, "6300"))[0]["examples"])
    assert site.train("6300").exit_code == 0
    done = site.run("extract", "--rules", "rules", "--url", site.url("n95"), "n95.html")
    [record] = json.loads(done.stdout)["records"]
    assert [(pair["attribute"], pair["value"]) for pair in record["pairs"]] == [
        ("手机名", "诺基亚 n95"),
        ("参考价格", "￥2350"),
        (None, "2007年3月"),
        ("手机外形", "滑盖"),
    ]


def test_pages_of_a_manifest_come_in_order_and_one_that_is_missing_is_told_of(
    site: SmallSite,
) -> None:
    names = ["n95", "gone", "6300"]
    lines = [{"file": f"{name}.html", "url": site.url(name)} for name in names]
    site.write_lines("pages.jsonl", lines)
    done = run("--manifest", "pages.jsonl")
    assert [draft["file"] for draft in drafts(done)] == ["n95.html", "6300.html"]
    assert done.exit_code == 1
    assert "gone.html: cannot be read" in done.stderr


def test_a_page_without_the_topics_words_has_an_empty_draft(site: SmallSite) -> None:
    (site.folder / "n95.html").write_text("<h1>关于我们</h1>", "utf-8")
    done = suggest(site, "n95")
    assert done.exit_code == 0
    assert drafts(done)[0]["region"] is None
    assert drafts(done)[0]["examples"] == []
    assert "1 without" in done.stderr


def test_colons_between_names_and_values_belong_to_neither(site: SmallSite) -> None:
    rows = "".join(f"<li><b>{name}</b>: {value}" for name, value in ROWS)
    (site.folder / "n95.html").write_text(f"<h1>N95</h1><ul>{rows}</ul>", "utf-8")
    [draft] = drafts(suggest(site, "n95"))
    assert [(pair["name"], pair["value"]) for pair in draft["examples"]] == [("", "N95"), *ROWS]


ROWS = [("Weight", "120 g"), ("Colors", "Black"), ("Taste", "Sweet"), ("Battery", "950 mAh")]


def test_another_topic_knows_other_words(site: SmallSite, monkeypatch: pytest.MonkeyPatch) -> None:
    topic = (SHIPPED_TOPICS / "phones.yaml").read_text("utf-8").replace("name: phones", "name: tea")
    (site.folder / "tea.yaml").write_text(topic, "utf-8")
    monkeypatch.setenv("SPECSEEK_TOPICS", str(site.folder))
    assert suggest(site, "n95", "--topic", "tea").exit_code == 0
    done = suggest(site, "n95", "--topic", "phones")
    assert done.exit_code == 2
    assert "there is no topic 'phones'" in done.stderr
    assert "(known: tea)" in done.stderr


WINE = [("Grape", "Merlot"), ("Vintage", "2004"), ("Region", "Bordeaux"), ("Alcohol", "13.5 %")]


def test_a_page_of_which_no_topic_knows_a_word_has_a_draft_without_attributes(
    site: SmallSite,
) -> None:
    rows = "".join(f"<tr><td>{name}</td><td>{value}</td></tr>" for name, value in WINE)
    (site.folder / "n95.html").write_text(f"<h1>Pomerol</h1><table>{rows}</table>", "utf-8")
    [draft] = drafts(suggest(site, "n95"))
    assert draft["region"]["tag"] == "table"
    assert [tuple(one.values()) for one in draft["examples"]] == [(None, *row) for row in WINE]


def test_a_page_that_breaks_the_reader_costs_that_page(
    site: SmallSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_on(monkeypatch, "specseek.commands.learn.guess_region", site.url("n73"))
    done = run("--manifest", "pages.jsonl")
    assert done.exit_code == 1
    assert [len(draft["examples"]) for draft in drafts(done)] == [4, 0, 4]
    assert (drafts(done)[1]["status"], drafts(done)[1]["why"]) == ("refused", "ValueError: broken")
    assert "n73.html: cannot be parsed: ValueError: broken" in done.stderr


@pytest.mark.parametrize("wrong", [[], ["n95.html"], ["--manifest", "pages.jsonl", "n95.html"]])
@pytest.mark.usefixtures("site")
def test_a_wrong_call_is_told(wrong: list[str]) -> None:
    done = run(*wrong)
    assert done.exit_code == 2
    assert "Give either --manifest" in done.stderr


MANIFEST = ("--rules", "rules", "--manifest", "pages.jsonl")
KEYS = "name value font background parent format interest cf score".split()


def discovered(*arguments: str) -> Result:
    return CliRunner().invoke(discover, arguments)


def lines(result: Result) -> list[Any]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_name_that_no_sample_showed_is_proposed_with_its_value(site: SmallSite) -> None:
    site.train("n95")
    done = discovered(*MANIFEST)
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
    done = discovered("--rules", "rules", "--url", site.url("6300"), "6300.html")
    [line] = lines(done)
    assert [proposal["name"] for proposal in line["proposals"]] == ["电子字典"]
    assert "电子字典" in done.stdout  # Chinese stands as it is, not escaped


def test_pages_that_cannot_be_read_do_not_stop_the_others(site: SmallSite) -> None:
    site.train("n95")
    files = ["missing.html", "6300.html"]
    site.write_lines("pages.jsonl", [{"file": file, "url": site.url("n95")} for file in files])
    done = discovered(*MANIFEST)
    assert done.exit_code == 1
    assert [line["file"] for line in lines(done)] == ["6300.html"]
    assert "missing.html: cannot be read: No such file or directory" in done.stderr
    assert "Pages: 2; 1 unreadable; proposals: 1" in done.stderr


@pytest.mark.parametrize("arguments", [(), ("--manifest", "pages.jsonl", "n95.html")])
def test_pages_come_from_one_place(site: SmallSite, arguments: tuple[str, ...]) -> None:
    site.train("n95")
    done = discovered("--rules", "rules", *arguments)
    assert done.exit_code == 2
    assert (
        "Give either --manifest M.jsonl, or --archive PATH, or --url URL and one PAGE."
        in done.stderr
    )


def test_a_page_that_no_rule_reads_is_looked_at_by_the_topics_words(site: SmallSite) -> None:
    (site.folder / "none").mkdir()
    done = discovered("--rules", "none", "--url", site.url("6300"), "6300.html")
    [line] = lines(done)
    assert [each["name"] for each in line["proposals"]] == ["参考价格", "手机外形", "电子字典"]


def test_a_page_that_breaks_the_reader_costs_that_page_of_discover(
    site: SmallSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.train("n95")
    break_on(monkeypatch, "discovery.candidates.outline", site.url("n73"))
    done = discovered(*MANIFEST)
    assert done.exit_code == 1
    first, second, third = lines(done)
    assert list(first) == ["file", "url", "proposals"]
    assert (second["status"], second["why"]) == ("refused", "ValueError: broken")
    assert second["proposals"] == []
    assert [proposal["name"] for proposal in third["proposals"]] == ["电子字典"]
    assert "Error: n73.html: cannot be parsed: ValueError: broken" in done.stderr
    assert "Pages: 3; 1 refused; proposals: 1" in done.stderr


def test_a_page_of_which_no_topic_knows_a_word_is_looked_at_all_the_same(site: SmallSite) -> None:
    names = ["Grape", "Vintage", "Region", "Alcohol", "Cellar"]
    rows = "".join(f"<tr><td>{name}</td><td>{at} %</td></tr>" for at, name in enumerate(names))
    (site.folder / "wine.html").write_text(f"<h1>Pomerol</h1><table>{rows}</table>", "utf-8")
    (site.folder / "none").mkdir()
    done = discovered("--rules", "none", "--url", "https://wine.example/1", "wine.html")
    [line] = lines(done)
    assert [each["name"] for each in line["proposals"]] == names


def test_an_unknown_topic_is_refused(site: SmallSite) -> None:
    site.train("n95")
    done = discovered(*MANIFEST, "--topic", "ships")
    assert done.exit_code == 2
    assert "there is no topic 'ships'" in done.stderr
