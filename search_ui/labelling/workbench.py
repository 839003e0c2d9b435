"""What the labelling page of one page shows, put together for its templates."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from flask import g
from markupsafe import Markup

from rules.region_guess import Guess, guess_region
from search_ui.labelling.marking import MOST_PAIRS, MarkedPair, Marking, in_page_order
from search_ui.labelling.texts import markable_texts
from search_ui.site import this_site

if TYPE_CHECKING:
    from core.topic import Topic
    from pages.page import Page
    from search_ui.labelling.opened_page import OpenedPage
    from search_ui.labelling.trial import RuleTrial
    from search_ui.languages import Language


def first_marking(opened: OpenedPage) -> Marking:
    """Where work begins: with the draft, or with what the page itself proposes."""
    if opened.pairs:
        return Marking(opened.pairs)
    proposed = map(MarkedPair.of_reading, guessed_region(opened.page).readings)
    return Marking(in_page_order(islice(proposed, MOST_PAIRS)))


def guessed_region(page: Page) -> Guess:
    return _guess(page, this_site().written_topic)


@lru_cache(maxsize=8)
def _guess(page: Page, topic: Topic) -> Guess:
    """Asked for again with every mark, and always the same."""
    return guess_region(page, (topic,))


def template_parts(
    opened: OpenedPage, marking: Marking, trial: RuleTrial | None = None, *, whole: bool = False
) -> dict[str, object]:
    """The names that the templates of one page use."""
    region = range(0) if whole else guessed_region(opened.page).region
    return {
        "opened": opened,
        "marking": marking,
        "marks": marking.marks,
        "texts": markable_texts(opened.outline, region),
        "trial": trial,
        "unread": {example.texts for example in trial.unread} if trial else set(),
        "choices": attribute_options(this_site().written_topic, g.language),
        "labels": _labels(this_site().written_topic, g.language),
    }


@cache
def _labels(topic: Topic, language: Language) -> dict[str, str]:
    """Attribute → what people read."""
    return {
        attribute.name: attribute.name if language == "zh" else attribute.label
        for attribute in topic.attributes
    }


@cache
def attribute_options(topic: Topic, language: Language) -> Markup:
    """The options of a list of all attributes, written once: each row has such a list."""
    labels = _labels(topic, language)
    groups: dict[str, list[Markup]] = {}
    for attribute in topic.attributes:
        option = Markup("<option value='{}'>{}</option>").format(
            attribute.name, labels[attribute.name]
        )
        groups.setdefault(attribute.group, []).append(option)
    return Markup("").join(
        Markup("<optgroup label='{}'>{}</optgroup>").format(group, Markup("").join(options))
        for group, options in groups.items()
    )
