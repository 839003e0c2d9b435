from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
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


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--url", "no address"], "is no web address"),
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
