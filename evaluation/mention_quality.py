"""Are the products found that a text speaks of, and no others?

Sentences judged by hand (`judged_mentions.yaml`) in Chinese and English, with names as people write
them and with texts that only look like names. Half of them were held back when the rules were made.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field
from rich.table import Table

from core.topic import shipped_topic
from core.yaml_files import read_yaml
from evaluation.scoring import Tally
from index.mentions import MentionFinder
from index.products.names import name_reader
from index.products.spellings import NamedProduct
from samples.pocket_web import PocketWeb

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType


_FLOORS = {"precision": 0.97, "recall": 0.93}  # on each half
_FILE = Path(__file__).with_name("judged_mentions.yaml")


class _FileModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class JudgedText(_FileModel):
    text: str
    of: tuple[str, ...]


class JudgedMentions(_FileModel):
    products: tuple[str, ...]
    tuned: Annotated[tuple[JudgedText, ...], Field(min_length=1)]
    held_back: Annotated[tuple[JudgedText, ...], Field(min_length=1)]


@dataclass(frozen=True)
class MentionScore:
    """On one half of the sentences; `wrong` are described for people."""

    sentences: str
    count: int
    tally: Tally
    wrong: tuple[str, ...]


@dataclass(frozen=True)
class MentionReport:
    products: int
    scores: tuple[MentionScore, ...]

    @property
    def below_floors(self) -> list[str]:
        return [
            f"{figure} on sentences {score.sentences}: {value:.3f}, below {floor}"
            for score in self.scores
            for figure, floor in _FLOORS.items()
            if (value := getattr(score.tally, figure)) < floor
        ]

    def table(self) -> RenderableType:
        table = Table(title=f"Products that texts speak of, among {self.products} products")
        for heading in ("sentences", "count", "mentions", "precision", "recall", "wrong"):
            table.add_column(heading)
        for score in self.scores:
            tally = score.tally
            rates = (f"{tally.precision:.3f}", f"{tally.recall:.3f}")
            table.add_row(
                score.sentences, str(score.count), str(tally.should), *rates, "\n".join(score.wrong)
            )
        return table

    def as_json(self) -> dict[str, Any]:
        return {
            "products": self.products,
            "scores": [asdict(score) | score.tally.as_json() for score in self.scores],
        }


def measure_mentions() -> MentionReport:
    judged = read_yaml(_FILE, JudgedMentions)
    pocket = {phone["手机名"] for site in PocketWeb().sites.values() for phone in site.products}
    titles = sorted({*pocket, *judged.products})
    finder = MentionFinder(shipped_topic("phones"), map(_product, titles))
    return MentionReport(
        len(titles),
        (
            _score("the rules were made with", judged.tuned, finder),
            _score("held back", judged.held_back, finder),
        ),
    )


def _product(title: str) -> NamedProduct:
    read = name_reader(shipped_topic("phones")).read(title)
    brand = read.brand or title.partition(" ")[0].casefold()
    return NamedProduct(title, title, brand)


def _score(name: str, texts: Iterable[JudgedText], finder: MentionFinder) -> MentionScore:
    total, count, wrong = Tally(), 0, []
    for judged in texts:
        found, wanted = set(finder.find(judged.text)), set(judged.of)
        total += Tally(len(found & wanted), len(found), len(wanted))
        count += 1
        if found != wanted:
            missed = "".join(f" -{one}" for one in sorted(wanted - found))
            extra = "".join(f" +{one}" for one in sorted(found - wanted))
            wrong.append(f"{judged.text}{missed}{extra}")
    return MentionScore(name, count, total, tuple(wrong))
