"""One proposal as the page shows it: its texts safe to show, its figures worked out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from flask import g, url_for

from search_ui.languages import phrase, words
from search_ui.products.readable import cut, one_way, readable
from search_ui.reviewing.attribute_form import form_fields
from search_ui.reviewing.bars import BAR_STEP, ContributionBar, contribution_bars
from search_ui.reviewing.reasons import reason_text
from store.proposals import OPEN, SKIPPED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from review.kinds import AttributeGuess
    from review.queue import QueuedProposal
    from store.proposals import KnownDecision, ShownOn

_LONGEST_NAME = 120
_LONGEST_VALUE = 160
_MOST_EXAMPLES = 6
_PROBABILITY_WIDTH = 60
_WORTH_TELLING = 0.05


class ShownExample(NamedTuple):
    value: str
    url: str
    address: str


class LabelledBar(NamedTuple):
    label: str
    bar: ContributionBar


@dataclass(frozen=True)
class ProposalCard:
    """`fields` are those of the form of a new attribute; `problem` what was wrong with them."""

    id: int
    site: str
    name: str
    state: str
    probability: str
    probability_width: float
    support: str
    examples: Sequence[ShownExample]
    bars: Sequence[LabelledBar]
    guess: str
    likely_alias: bool
    alias_of: str
    reasons: Sequence[str]
    others: str
    fields: Mapping[str, str]
    problem: str
    decision: KnownDecision | None

    @property
    def is_open(self) -> bool:
        """May it be decided? What was skipped may, too."""
        return self.state in {OPEN, SKIPPED}

    @property
    def strip_width(self) -> int:
        return max(len(self.bars), 1) * BAR_STEP

    @property
    def summary(self) -> str:
        """The attribute in a few words."""
        kind = phrase(f"review.type.{self.fields['type']}", g.language) if self._known_type else ""
        return " · ".join(filter(None, (self.fields["name"], kind, self.fields["unit"])))

    @property
    def _known_type(self) -> bool:
        return f"review.type.{self.fields['type']}" in words()


class GuessedProposal(NamedTuple):
    queued: QueuedProposal
    guess: AttributeGuess


class SentFields(NamedTuple):
    """What a person had typed in, to be shown again with what was wrong with it."""

    fields: Mapping[str, str]
    alias_of: str
    problem: str


def proposal_card(
    judged: GuessedProposal, sent: SentFields | None = None, decision: KnownDecision | None = None
) -> ProposalCard:
    queued, guess = judged
    language = g.language
    return ProposalCard(
        id=queued.id,
        site=one_way(queued.site),
        name=shown_text(queued.name, _LONGEST_NAME),
        state=queued.state,
        probability=percent(queued.score.probability),
        probability_width=round(_PROBABILITY_WIDTH * queued.score.probability, 1),
        support=_support(queued),
        examples=shown_examples(queued.id, queued.examples[:_MOST_EXAMPLES]),
        bars=[
            LabelledBar(_label(bar.key), bar)
            for bar in contribution_bars(queued.score.contributions)
        ],
        guess=_guess(guess),
        likely_alias=guess.alias_of is not None,
        alias_of=sent.alias_of if sent else guess.alias_of or "",
        reasons=[reason_text(reason, language) for reason in guess.reasons]
        if guess.alias_of
        else [],
        others=_others(guess),
        fields=(sent.fields if sent else None) or form_fields(guess.attribute),
        problem=sent.problem if sent else "",
        decision=decision,
    )


def shown_examples(proposal: int, examples: Iterable[ShownOn]) -> list[ShownExample]:
    return [
        ShownExample(
            shown_text(example.value, _LONGEST_VALUE),
            one_way(example.url),
            url_for("review.proposal_on_page", number=proposal, link=example.link_id),
        )
        for example in examples
    ]


def shown_text(text: str, longest: int) -> str:
    """For a `<bdi>`: the beginning of a long text is enough to tell what it is."""
    shown = cut(readable(text), longest)
    return f"{shown.start}…" if shown.rest else shown.start


def percent(part: float) -> str:
    return f"{100 * part:.0f} %"


def _support(queued: QueuedProposal) -> str:
    parts = {name: f"{value:,}" for name, value in queued.support._asdict().items()}
    return phrase("review.support", g.language, **parts)


def _guess(guess: AttributeGuess) -> str:
    language = g.language
    if guess.alias_of is not None:
        likely = percent(guess.alias_probability)
        return phrase("review.guess.alias", language, attribute=guess.alias_of, percent=likely)
    kind = phrase(f"review.type.{guess.attribute.type}", language)
    return phrase("review.guess.new", language, type=f"{kind} {guess.attribute.unit}".strip())


def _others(guess: AttributeGuess) -> str:
    likely = [(name, part) for name, part in guess.others if part >= _WORTH_TELLING]
    names = ", ".join(f"{name} ({percent(part)})" for name, part in likely)
    return phrase("review.guess.others", g.language, names=names) if names else ""


def _label(key: str) -> str:
    """In the page's language; signals that have no words there are called as they are."""
    name = f"review.factor.{key}"
    return phrase(name, g.language) if name in words() else key
