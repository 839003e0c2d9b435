from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rules.library import LIBRARIES
from rules.record import Pair, Record
from samples.labels import is_right, labelled_library, labelled_samples
from samples.pocket_web import ALL_SITES, PocketWeb

if TYPE_CHECKING:
    from pathlib import Path


TOPICS = ("phones", "monitors")


@pytest.mark.parametrize("topic", TOPICS)
def test_every_site_has_a_labelled_page_and_is_learned(topic: str, tmp_path: Path) -> None:
    library = labelled_library(tmp_path, topic)
    sites = [site for site in ALL_SITES if site.topic == topic]
    assert all(library.rules_for(f"http://{site.host}/") for site in sites)


@pytest.mark.parametrize("topic", TOPICS)
def test_the_rules_that_come_with_specseek_are_what_the_labelled_pages_teach(
    topic: str, tmp_path: Path
) -> None:
    """Mend with `python -m samples.labels`."""
    labelled_library(tmp_path, topic)
    shipped = LIBRARIES / topic
    files = {path.name for path in tmp_path.glob("*.yaml")}
    assert {path.name for path in shipped.iterdir()} == files
    for file in files:
        assert (shipped / file).read_bytes() == (tmp_path / file).read_bytes(), file


@pytest.mark.parametrize("topic", TOPICS)
def test_labels_stand_on_their_page(topic: str) -> None:
    for sample in labelled_samples(topic):
        assert sample.examples
        assert sample.page.url.startswith("http://")


def test_a_record_is_right_when_it_says_all_and_nothing_else() -> None:
    product = next(PocketWeb().product_pages("product.pconline.example"))
    pairs = tuple(Pair(pair.attribute, pair.name, pair.value) for pair in product.gold)
    whole = Record(pairs)
    assert is_right([whole], product)
    assert not is_right([], product)
    assert not is_right([whole, whole], product)
    assert not is_right([Record(pairs[1:])], product)
    assert is_right([Record((*pairs[:-1], Pair(None, *product.gold[-1][1:])))], product)
    assert not is_right([Record((*pairs[:-1], Pair("手机名", *product.gold[-1][1:])))], product)
    assert not is_right([Record((*pairs, Pair(None, "广告", "买一送一")))], product)
