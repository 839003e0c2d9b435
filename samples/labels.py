"""The labelled pages of the pocket web to learn from, and its gold to compare records with.

`python -m samples.labels` writes the rules that come with SpecSeek for its sites.
"""

from __future__ import annotations

import json
import unicodedata
from dataclasses import replace
from shutil import rmtree
from typing import TYPE_CHECKING

from pages.page import Page
from rules.learn import Example, Sample, train
from rules.library import LIBRARIES, RuleLibrary
from rules.record import Record
from samples.labelled_pages import folders

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from samples.site import ProductPage
NameAndValue = tuple[str, str]


def labelled_samples(topic: str = "phones") -> Iterator[Sample]:
    """One labelled page for each layout of a topic's sites in the pocket web."""
    for folder in folders(topic):
        expected = json.loads((folder / "expected.json").read_bytes())
        body = (folder / "page.html").read_bytes()
        page = Page.read(body, expected["url"], expected["content_type"])
        yield Sample(page, tuple(Example(**pair) for pair in expected["pairs"]))


def labelled_library(folder: Path, topic: str = "phones") -> RuleLibrary:
    """A library that has learned every layout of a topic's sites."""
    library = RuleLibrary(folder)
    for sample in labelled_samples(topic):
        train(library, sample.page, sample.examples)
    return library


def page_of(product: ProductPage) -> Page:
    return Page.read(product.body, product.url, product.content_type)


def is_right(found: Sequence[Record], product: ProductPage) -> bool:
    """One record came out, and it says all that the page says and nothing else.

    A name that no sample showed comes out without an attribute: then the name counts.
    """
    gold = compared((pair.attribute, pair.value) for pair in product.gold)
    return [compared(named_as(product, record).joined().items()) for record in found] == [gold]


def letters_and_digits(text: str) -> str:
    """What is left of a text when punctuation, white space, width and case do not matter.

    >>> letters_and_digits("ＣＰＵ 型号：") == letters_and_digits("cpu型号")
    True
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(filter(str.isalnum, folded))


def compared(pairs: Iterable[NameAndValue]) -> frozenset[NameAndValue]:
    return frozenset((letters_and_digits(name), letters_and_digits(value)) for name, value in pairs)


def named_as(product: ProductPage, record: Record) -> Record:
    attributes = {letters_and_digits(pair.name): pair.attribute for pair in product.gold}
    return Record(
        tuple(
            replace(pair, attribute=attributes.get(letters_and_digits(pair.name)))
            if pair.attribute is None
            else pair
            for pair in record.pairs
        )
    )


if __name__ == "__main__":
    for name in ("phones", "monitors"):
        rmtree(LIBRARIES / name, ignore_errors=True)
        learned = labelled_library(LIBRARIES / name, name)
        rmtree(learned.folder / "samples")  # they are in samples/labelled
