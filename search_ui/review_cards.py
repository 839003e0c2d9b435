"""One proposal on the page: readable texts, evidence as bars, the guess, and its form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from flask import g, url_for
from pydantic import ValidationError

from core.errors import SpecSeekError
from core.topic import Attribute
from core.topic_parts import ENGLISH
from discovery.credibility import Factors
from index.values.local_format import count_in, percent_in
from search_ui.languages import phrase, words
from search_ui.text import cut, one_way, readable
from store.proposals import OPEN, SKIPPED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from review.guesses import AliasReason, AttributeGuess
    from review.queue import QueuedProposal
    from search_ui.languages import Language
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
    """`fields` are those of the new attribute's form; `problem` is what was wrong with them."""

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
        """Whether it can be decided; skipped proposals can, too."""
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
        return f"review.type.{self.fields['type']}" in words(ENGLISH)


class GuessedProposal(NamedTuple):
    queued: QueuedProposal
    guess: AttributeGuess


class SentFields(NamedTuple):
    """Rejected input, to be shown again with the problem."""

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
    """For a `<bdi>`: the beginning of a long text is enough."""
    shown = cut(readable(text), longest)
    return f"{shown.start}…" if shown.rest else shown.start


def percent(part: float) -> str:
    return percent_in(part, g.language)


def _support(queued: QueuedProposal) -> str:
    parts = {name: count_in(value, g.language) for name, value in queued.support._asdict().items()}
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
    """In the page's language; signals without a translation keep their key."""
    name = f"review.factor.{key}"
    return phrase(name, g.language) if name in words(g.language) else key


# The form of a new attribute: the guess, as edited by a person.


FIELDS = ("name", "label", "group", "type", "unit", "facet")
_LONGEST = 100


class BadAttributeError(SpecSeekError):
    """The input is not a valid attribute; the message says why, field by field."""


def form_fields(attribute: Attribute) -> dict[str, str]:
    """The fields of an attribute as the form shows them."""
    fields = {name: str(getattr(attribute, name)) for name in FIELDS}
    return fields | {"label": attribute.label.get(ENGLISH, "")}


def typed_fields(form: Mapping[str, str]) -> dict[str, str]:
    """The submitted fields, made readable; {} if there were none."""
    if not any(name in form for name in FIELDS):
        return {}
    return {name: one_way(form.get(name, "")).strip()[:_LONGEST] for name in FIELDS}


def read_attribute(typed: Mapping[str, str], guessed: Attribute) -> Attribute:
    """The attribute in the form; fields that it does not show keep the guess."""
    fields: dict[str, object] = dict(typed)
    fields["label"] = {**guessed.label, **({ENGLISH: typed["label"]} if typed["label"] else {})}
    if typed["type"] == guessed.type:
        fields["words"] = guessed.words
    try:
        return Attribute.model_validate(fields)
    except ValidationError as error:
        raise BadAttributeError("; ".join(map(_told, error.errors()))) from error


def _told(mistake: Mapping[str, object]) -> str:
    where = mistake["loc"]
    words = str(mistake["msg"]).removeprefix("Value error, ")
    return f"{where[0] if isinstance(where, tuple) and where else ''}: {one_way(words)}"


# The contribution of each factor and signal to a proposal's probability, as bars.


BAR_WIDTH, BAR_HEIGHT = 100, 24  # of the axis of one bar; of the small chart of all
BAR_STEP = 6  # of the small chart, for each bar


class ContributionBar(NamedTuple):
    """`start` and `length` on an axis of `BAR_WIDTH` with zero in the middle; `value` as text.

    `top` and `tall` are the same for a vertical bar on an axis of `BAR_HEIGHT`.
    """

    key: str
    value: str
    start: float
    length: float
    top: float
    tall: float
    against: bool


def contribution_bars(contributions: Mapping[str, float]) -> list[ContributionBar]:
    """The published factors in their order, then the signals, the strongest first.

    Bars are scaled to the longest: contributions have no common unit.

    >>> bars = contribution_bars({"table": -0.5, "font": 1.0})
    >>> [(bar.key, bar.start, bar.length) for bar in bars]
    [('font', 50.0, 50.0), ('table', 25.0, 25.0)]
    """
    known = [key for key in Factors._fields if key in contributions]
    others = sorted(contributions.keys() - known, key=lambda key: (-abs(contributions[key]), key))
    most = max(map(abs, contributions.values()), default=0.0) or 1.0
    return [_bar(key, contributions[key], contributions[key] / most) for key in (*known, *others)]


def _bar(key: str, value: float, part: float) -> ContributionBar:
    length, tall = abs(part) * BAR_WIDTH / 2, abs(part) * BAR_HEIGHT / 2
    against = part < 0
    return ContributionBar(
        key,
        f"{value:+.2f}".replace("-", "−"),
        round(BAR_WIDTH / 2 - length if against else BAR_WIDTH / 2, 2),
        round(length, 2),
        round(BAR_HEIGHT / 2 if against else BAR_HEIGHT / 2 - tall, 2),
        round(tall, 2),
        against,
    )


# Reasons why a name may be an alias, in the page's language.


_LONGEST_REASON = 120
_OF_TYPES = ("type-and-unit", "other-type")


def reason_text(reason: AliasReason, language: Language) -> str:
    detail = one_way(reason.detail)[:_LONGEST_REASON]
    if reason.kind in _OF_TYPES:
        kind, _, unit = detail.partition(" ")
        detail = f"{phrase(f'review.type.{kind}', language)} {unit}".rstrip()
    return phrase(f"review.reason.{reason.kind}", language, detail=detail)
