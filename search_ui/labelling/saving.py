"""Keep what was marked: as a draft, or as a sample that the site's rules are learned from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import SpecSeekError
from rules.drafts import key_of
from rules.learn import Sample
from rules.library import RuleLibrary
from rules.training import train_sample
from search_ui.labelling.opened_page import drafts, rules_folder
from search_ui.labelling.pairs import examples_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.training import TrainingReport
    from search_ui.labelling.marking import MarkedPair
    from search_ui.labelling.opened_page import OpenedPage


class NotSavedError(SpecSeekError):
    """The disk would not take it."""


def keep_draft(opened: OpenedPage, pairs: Sequence[MarkedPair]) -> str:
    """The draft's key; pairs without an attribute are proposed again when work goes on."""
    try:
        return drafts().keep(Sample(opened.page, examples_of(pairs)))
    except OSError as error:
        raise NotSavedError(f"the draft could not be kept: {error}") from error


def make_active(opened: OpenedPage, pairs: Sequence[MarkedPair]) -> TrainingReport:
    """Train the site's rules; every labelled page is read again, or nothing is changed."""
    folder = rules_folder()
    try:
        report = train_sample(RuleLibrary(folder), Sample(opened.page, examples_of(pairs)))
    except OSError as error:
        raise NotSavedError(
            f"rules cannot be kept in {folder}: {error.strerror or error}. Set `rules` in "
            "specseek.toml to a folder of your own (copy the rules that you want to keep into it)"
        ) from error
    drafts().remove(key_of(opened.page))
    return report
