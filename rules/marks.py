"""Training by marks: a person marks the region, and what each tag's content is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import ValidationError

from pages.alphabet import Alphabet
from pages.sequence import tag_sequence
from pages.stretch import TagStretch
from rules.areas import read_region
from rules.errors import SpecSeekError
from rules.examples import Example
from rules.learn import Sample
from rules.learn_area import surroundings, written
from rules.model import AreaRule, AttributeFormat, Position
from rules.names import clean_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pages.page import Page


class MarksError(SpecSeekError):
    """The marks do not fit the page they were made on."""


def sample_from_marks(
    page: Page,
    start: int,
    length: int,
    formats: Sequence[AttributeFormat] = (),
    positions: Sequence[Position] = (),
) -> Sample:
    """The sample whose area is the marked region; `start` counts the page's tags from 0.

    No positions at all: a layout that is known and holds nothing to extract.
    """
    names = tag_sequence(page).names
    if not (start >= 0 and length > 0 and start + length <= len(names)):
        raise MarksError(
            f"the marked region is tags {start} to {start + length - 1}, but the page has only "
            f"tags 0 to {len(names) - 1}"
        )
    end = start + length
    sequence = written(names[start:end])
    if not sequence:
        raise MarksError("the marked region is too long, or has tags that no rule can name")
    try:
        area = AreaRule(
            area=sequence,
            pos=tuple(positions),
            formats=tuple(formats),
            **surroundings(names, start, end),
        )
    except ValidationError as error:
        raise MarksError("; ".join(fault["msg"] for fault in error.errors())) from error
    pairs = read_region(TagStretch(page.body, page.encoding, Alphabet(names)), area, start)
    if pairs is None:
        raise MarksError(
            "a tag that is marked as holding a name does not hold it; "
            "names must be written as the page shows them"
        )
    examples = tuple(
        Example(attribute=pair.attribute or clean_name(pair.name), name=pair.name, value=pair.value)
        for pair in pairs
    )
    return Sample(page, examples, area)
