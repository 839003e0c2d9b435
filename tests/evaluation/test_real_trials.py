from __future__ import annotations

from evaluation.datasets import AttributesPage, PairsPage
from evaluation.real_trials import attributes_trial, pairs_trial, zol_trial
from evaluation.scoring import is_whole
from evaluation.tally import Tally


def phone(model: str, *pairs: tuple[str, str]) -> PairsPage:
    rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in pairs)
    body = f"<html><body><h1>{model}</h1><table>{rows}</table></body></html>".encode()
    return PairsPage(model, f"https://phones.example/{model}", body, pairs)


def camera(model: str, price: str) -> AttributesPage:
    body = f"<html><body><h1 id=t>{model}</h1><p id=p>${price}</p></body></html>".encode()
    gold = {"model": (model,), "price": (price,)}
    return AttributesPage(model, "shop", f"https://shop.example/{model}", body, gold)


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
    names, pairs = zol_trial(page, draw=1)
    assert is_whole(names.pooled)
    assert is_whole(pairs.pooled)
    assert pairs.unseen == Tally(20, 20, 20)
