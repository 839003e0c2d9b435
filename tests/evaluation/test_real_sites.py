from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from evaluation import real_sites
from evaluation.datasets import AttributesPage, PairsPage
from evaluation.real_sites import (
    SiteTrial,
    attributes_trial,
    candidates_trial,
    gsmarena_tasks,
    pairs_read,
    pairs_trial,
    read_trial,
    rows_of,
    rules_from,
    trials,
    zol_trial,
)
from evaluation.scoring import Spread, Tally, Trial, is_whole
from pages.page import Page
from rules import choose
from rules import extract as extracting
from rules.choose import Stage, shipped_weights
from rules.learn import Example, Sample

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from rules.choose import Weights


MODELS = ["1200", "N95", "8800", "3310"]


@pytest.fixture
def small_gsmarena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data set like the real one, of four pages that say the same in class names."""
    pages = tmp_path / "gsmarena" / "pages"
    pages.mkdir(parents=True)
    gold = {}
    for model in MODELS:
        pairs = {"Model": model, "Weight": f"{len(model)}0 g"}
        rows = "".join(
            f'<tr><td class="ttl">{name}</td><td class="nfo">{value}</td></tr>'
            for name, value in pairs.items()
        )
        (pages / f"{model}.html").write_text(f"<html><body><table>{rows}</table></body></html>")
        gold[f"{model}.html"] = {
            "url": f"https://phones.example/{model}",
            "pairs": [{"name": name, "value": value} for name, value in pairs.items()],
        }
    (tmp_path / "gsmarena" / "gold.json").write_text(json.dumps(gold))
    monkeypatch.setenv("SPECSEEK_DATA_SETS", str(tmp_path))


@pytest.mark.usefixtures("small_gsmarena")
def test_one_sample_and_three_as_they_are_and_stripped() -> None:
    with ThreadPoolExecutor() as pool:
        rows = rows_of(list(gsmarena_tasks(draws=2)), pool, {})
    assert [(row.name, row.samples) for row in rows] == [
        ("gsmarena", 1),
        ("gsmarena", 3),
        ("gsmarena", 0),
        ("candidates, gsmarena", 0),
        ("gsmarena, stripped", 1),
        ("gsmarena, stripped", 3),
        ("gsmarena, stripped", 0),
        ("candidates, gsmarena, stripped", 0),
    ]
    assert all(row.figure("f1") == Spread((1.0, 1.0)) for row in rows if row.samples)
    candidates = [row for row in rows if row.name.startswith("candidates")]
    assert all(row.figure("recall") == Spread((1.0,)) for row in candidates)


def test_sites_of_a_set_are_counted_alone_and_together() -> None:
    def half_right() -> Trial:
        return Trial((Tally(1, 2, 2),))

    def all_right() -> Trial:
        return Trial((Tally(2, 2, 2),))

    tasks = [
        SiteTrial("books", "a", 1, half_right),
        SiteTrial("books", "b", 1, all_right),
        SiteTrial("phones", "", 1, all_right),
    ]
    with ThreadPoolExecutor() as pool:
        rows = rows_of(tasks, pool, {})
    assert [(row.name, row.figure("f1")) for row in rows] == [
        ("books, a", Spread((0.5,))),
        ("books, b", Spread((1.0,))),
        ("books", Spread((0.75,))),
        ("phones", Spread((1.0,))),
    ]


def test_a_site_is_read_by_weights_that_never_saw_it(monkeypatch: pytest.MonkeyPatch) -> None:
    learned = [
        *("gsmarena", "gsmarena stripped", "zol", "detail.zol.example"),
        "swde-more book-buy",
    ]
    seen: list[list[str]] = []

    def learn(without: Callable[[str], bool]) -> Weights:
        seen.append([name for name in learned if not without(name)])
        return shipped_weights()

    monkeypatch.setattr(real_sites, "learned_weights", learn)
    for words in ("gsmarena", "zol", "book- amazon buy"):
        real_sites.weights_without(words)
    assert seen == [learned[2:], [*learned[:2], learned[-1]], learned[:-1]]


def test_each_task_runs_with_its_own_weights() -> None:
    asked: list[tuple[Weights | None, Weights, Weights]] = []

    def run(weights: Weights | None = None) -> Trial:
        asked.append((weights, choose.shipped_weights(), vars(extracting)["shipped_weights"]()))
        return Trial((Tally(1, 1, 1),))

    shipped = shipped_weights()
    learned = shipped._replace(sample=Stage(0.0, ()))

    tasks = [SiteTrial("a", "", 1, run, "held back"), SiteTrial("b", "", 1, run)]
    with ThreadPoolExecutor(1) as pool:
        rows_of(tasks, pool, {"held back": learned})
    assert asked == [(learned, learned, learned), (None, shipped, shipped)]


@pytest.mark.parametrize("most", [1, 3])
def test_every_trial_trains_with_other_pages_and_reads_the_rest(most: int) -> None:
    chosen = []
    for train, read in trials(range(40), most, count=10):
        assert len(set(train)) == most
        assert sorted([*train, *read]) == list(range(40))
        chosen.append(tuple(train))
    assert len(set(chosen)) == 10


def test_trials_are_the_same_every_time() -> None:
    assert list(trials("abcdefgh", 2, 3)) == list(trials("abcdefgh", 2, 3))


def _page(model: str, weight: str) -> Page:
    rows = f"<tr><th>型号</th><td>{model}</td></tr><tr><th>重量</th><td>{weight}</td></tr>"
    body = f"<html><body><h1>手机</h1><table>{rows}</table></body></html>"
    return Page.read(body.encode(), f"http://shop.example/{model}", "text/html; charset=utf-8")


def _labelled(model: str, weight: str) -> Sample:
    return Sample(
        _page(model, weight),
        (
            Example(attribute="型号", name="型号", value=model),
            Example(attribute="重量", name="重量", value=weight),
        ),
    )


def test_what_one_page_teaches_reads_another() -> None:
    rules = rules_from([_labelled("1200", "77克")])
    found = [(pair.name, pair.value) for pair in pairs_read(_page("N95", "120克"), rules)]
    assert found == [("型号", "N95"), ("重量", "120克")]


def test_a_sample_that_teaches_nothing_changes_nothing() -> None:
    nonsense = Sample(_page("N95", "120克"), (Example(attribute="颜色", name="颜色", value="紫"),))
    assert rules_from([nonsense]) is None
    rules = rules_from([_labelled("1200", "77克"), nonsense])
    assert pairs_read(_page("N95", "120克"), rules)


def phone(model: str, *pairs: tuple[str, str]) -> PairsPage:
    rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in pairs)
    body = f"<html><body><h1>{model}</h1><table>{rows}</table></body></html>".encode()
    return PairsPage(f"https://phones.example/{model}", body, model, pairs)


def camera(model: str, price: str) -> AttributesPage:
    body = f"<html><body><h1 id=t>{model}</h1><p id=p>${price}</p></body></html>".encode()
    gold = {"model": (model,), "price": (price,)}
    return AttributesPage(f"https://shop.example/{model}", body, model, "shop", gold)


SAMPLE = phone("N95", ("Weight", "120 g"), ("Colors", "Sand"))

OTHER = phone("1200", ("Weight", "77 g"), ("Talk time", "7 h"), ("Colors", "Blue"))


def test_pairs_of_other_pages_are_read_unseen_names_too() -> None:
    trial = pairs_trial([SAMPLE], [OTHER])
    assert trial.pages == (Tally(3, 3, 3),)
    assert trial.unseen == Tally(1, 1, 1)
    assert trial.whole == 1


def test_values_are_read_by_attribute() -> None:
    trial = attributes_trial([camera("S90", "349.00")], [camera("A1", "99.50")])
    assert trial.pages == (Tally(2, 2, 2),)
    assert trial.unseen is None


def test_a_few_pairs_of_a_page_teach_all_of_it() -> None:
    page = phone("NEX", *((f"参数{number}", f"{number}号值") for number in range(30)))
    pairs = zol_trial(page, draw=1)
    assert is_whole(pairs.pooled)
    assert is_whole(zol_trial(page, draw=1, names_alone=True).pooled)
    assert pairs.unseen == Tally(20, 20, 20)


def test_candidates_are_counted_whole_and_item_by_item() -> None:
    whole = phone("N95", ("Weight", "120 g"), ("Colors", "Sand, Plum"))
    assert candidates_trial([whole]).pooled.recall == 1
    body = b"<h3>Colors</h3><ul><li>Sand</li><li>Plum</li></ul>"
    items = PairsPage("", body, "N95", (("Colors", "Sand"), ("Colors", "Plum")))
    assert candidates_trial([items]).pooled.recall == 1


def test_a_candidate_may_hold_more_than_the_value() -> None:
    body = b"<p><b>Score:</b> <i>92</i> <u>out of 100</u></p>"
    page = PairsPage("", body, "N95", (("Score", "92"),))
    assert candidates_trial([page]).pooled.recall == 1
    assert candidates_trial([replace(page, pairs=(("Score", "9"),))]).pooled.recall == 0


def test_pages_are_read_without_labels() -> None:
    names = ("Weight", "Colors", "Battery", "Display size", "Talk time")
    pages = [
        phone(f"N{number}", *((name, f"{number}{len(name)} units") for name in names))
        for number in range(5)
    ]
    trial = read_trial(pages)
    assert trial.pooled == Tally(25, 25, 25)
    assert trial.calibration is not None
    assert sum(trial.calibration.right[5:]) == 25
