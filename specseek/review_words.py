"""The queue of proposals, for people and for scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spider.display.tables import figures_table
from spider.display.words import several, shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.table import Table

    from review.kinds import AttributeGuess
    from review.queue import QueuedProposal
    from review.regions import Region

_NAMES = 6


def regions_table(found: Sequence[Region]) -> Table:
    table = figures_table("region")
    for heading in ("site", "heading"):
        table.add_column(heading, overflow="fold")
    table.add_column("sure", justify="right", no_wrap=True)
    table.add_column("what", overflow="fold", ratio=1)
    for one in found:
        examples = "; ".join(f"{name.name}: {name.values[0]}" for name in one.names[:_NAMES])
        more = "; …" if len(one.names) > _NAMES else ""
        kind = "a further table" if one.further else "a table"
        what = f"{kind} on {several(one.pages, 'page')}, {several(len(one.names), 'name')}: "
        table.add_row(
            *(one.id, shown(one.site, longest=40), shown(one.heading, longest=40)),
            *(f"{one.confidence:.0%}", shown(what + examples + more)),
        )
    return table


def region_json(one: Region) -> dict[str, object]:
    return {
        "id": one.id,
        "site": one.site,
        "heading": one.heading,
        "further": one.further,
        "pages": one.pages,
        "confidence": round(one.confidence, 4),
        "names": [
            {
                "name": name.name,
                "attribute": name.attribute,
                "pages": name.pages,
                "values": list(name.values),
            }
            for name in one.names
        ],
    }


def queue_table(found: Sequence[QueuedProposal], guessed: Mapping[int, AttributeGuess]) -> Table:
    table = figures_table("id", "site", "name", "value", "pages", "score", "may be")
    for one in found:
        table.add_row(
            str(one.id),
            *(shown(text, longest=40) for text in (one.site, one.name, one.value)),
            *(f"{one.pages_seen:,}", f"{one.score.probability:.2f}"),
            shown(_may_be(guessed.get(one.id))),
        )
    return table


def proposal_json(one: QueuedProposal, guess: AttributeGuess | None) -> dict[str, object]:
    told = {} if guess is None else _guess_json(guess)
    return {
        "id": one.id,
        "site": one.site,
        "name": one.name,
        "value": one.value,
        "state": one.state,
        "score": round(one.score.probability, 4),
        "contributions": {key: round(part, 4) for key, part in one.score.contributions.items()},
        **one.factors._asdict(),
        "signals": dict(one.signals),
        "support": one.support._asdict(),
        "pages": [{"url": page.url, "value": page.value} for page in one.examples],
        **told,
    }


def _guess_json(guess: AttributeGuess) -> dict[str, object]:
    return {
        "alias_of": guess.alias_of,
        "alias_probability": round(guess.alias_probability, 4),
        "attribute": guess.attribute.model_dump(mode="json", exclude_defaults=True),
    }


def _may_be(guess: AttributeGuess | None) -> str:
    if guess is None:
        return ""
    if guess.alias_of:
        return f"= {guess.alias_of} ({guess.alias_probability:.2f})"
    unit = f" ({guess.attribute.unit})" if guess.attribute.unit else ""
    return f"new, {guess.attribute.type}{unit}"
