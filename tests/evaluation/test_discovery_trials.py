from __future__ import annotations

from evaluation.datasets import PairsPage
from evaluation.discovery_trials import GIVEN, site_trial
from evaluation.scoring import Tally

NAMES = "Weight Height Width Depth Colour Material Battery Screen Camera Memory Sound Radio".split()


def page(number: int, *, gold: list[str], shown: list[str]) -> PairsPage:
    values = {name: f"{place + number} units" for place, name in enumerate([*NAMES, "Gift"])}
    rows = "".join(f"<tr><td>{name}</td><td>{values[name]}</td></tr>" for name in shown)
    body = f"<body><h1>Phone {number}</h1><table>{rows}</table>"
    url = f"https://site.example/{number}"
    pairs = tuple((name, values[name]) for name in gold)
    return PairsPage(f"{number}.html", url, body.encode(), pairs)


def test_all_but_the_known_ones_are_wanted() -> None:
    pages = [page(number, gold=NAMES, shown=NAMES) for number in range(5)]
    trial = site_trial(pages, draw=1)
    others = len(NAMES) - GIVEN
    assert trial.names == Tally(others, others, others)
    assert trial.shown == trial.values == Tally(4 * others, 4 * others, 4 * others)
    assert set(trial.figures().values()) == {1.0}


def test_what_gold_does_not_know_is_wrong_and_what_is_not_shown_is_missed() -> None:
    pages = [page(number, gold=NAMES, shown=[*NAMES, "Gift"]) for number in range(5)]
    trial = site_trial(pages, draw=1)
    assert (trial.names.extracted, trial.names.correct) == (3, 2)
    assert trial.shown.precision == 2 / 3


def test_the_same_draw_is_the_same_trial() -> None:
    pages = [page(number, gold=NAMES, shown=NAMES) for number in range(3)]
    assert site_trial(pages, draw=4) == site_trial(pages, draw=4)


def test_a_page_alone_is_looked_at_itself() -> None:
    assert site_trial([page(0, gold=NAMES, shown=NAMES)], draw=0).names.should == 2
