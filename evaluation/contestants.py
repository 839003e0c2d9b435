"""Who takes part in the speed benchmark, and how each is brought to the start."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Literal, cast

if TYPE_CHECKING:
    from collections.abc import Callable

    from evaluation.reading_task import Answer, Prepare, ReadingTask

Kind = Literal["ours", "tree", "rival"]
_FROM_EXTRA = "install specseek[bench]"


class NotTakingPartError(Exception):
    """One line: who, why not, and what to do."""


@dataclass(frozen=True)
class Contestant:
    name: str
    kind: Kind
    place: str
    """Module and function that prepare it; loaded late, since rivals are extras."""
    to_have_it: str = _FROM_EXTRA
    reads: str = "regular"
    """Which variant of the page it is given."""

    def prepared(self, task: ReadingTask) -> Callable[[], object]:
        """What is to be timed, once it has shown that it reads the page right."""
        module, function = self.place.split(":")
        try:
            prepare: Prepare = getattr(import_module(module), function)
            run = prepare(task)
        except ImportError as missing:
            raise NotTakingPartError(
                f"{self.name}: not timed, {missing.name} is not here ({self.to_have_it})"
            ) from missing
        if self.kind != "tree" and not task.is_answered_by(cast("Answer", run())):
            raise NotTakingPartError(f"{self.name}: not timed, it reads the page wrong")
        return run


LXML_TREE = Contestant("DOM only: lxml", "tree", "evaluation.rivals.trees:lxml_tree")
LEXBOR_TREE = Contestant(
    "DOM only: selectolax (lexbor)", "tree", "evaluation.rivals.trees:lexbor_tree"
)
RIVALS = (
    LXML_TREE,
    LEXBOR_TREE,
    Contestant("DOM only: BeautifulSoup (lxml)", "tree", "evaluation.rivals.trees:soup_tree"),
    Contestant("parsel, CSS", "rival", "evaluation.rivals.css:css_extraction"),
    Contestant(
        "scrapely",
        "rival",
        "evaluation.rivals.by_scrapely:scrapely_extraction",
        "docs/benchmarks.md says how to install it",
    ),
    Contestant("autoscraper", "rival", "evaluation.rivals.by_autoscraper:autoscraper_extraction"),
)
