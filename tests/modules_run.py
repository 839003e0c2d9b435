"""Which modules take part in a crawl of one site (`crawl`), or in accepting one name (`accept`).

`python -m tests.modules_run crawl` prints them. Counted are modules of the product with a function
that runs outside of imports, and pairs of modules of different rooms of which one calls the other.
Each count needs a process of its own: caches filled by others would hide modules.
"""

from __future__ import annotations

import sys
import threading
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from review.apply import apply_changes
from review.decide import accept_proposals
from tests.review.small_review import small_review
from tests.review.tiny_sites import FIRST, NFC, PAGES, proposal, store_site
from tests.spider.simulated_crawl import SmallCrawl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

ROOT = Path(__file__).parent.parent
NOT_SHIPPED = {"tests", "evaluation", "samples", "docs", ".venv"}


class ModulesRun:
    """Modules whose functions ran, and which of them called one of another room."""

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self.calls_between_rooms: set[tuple[str, str]] = set()
        self._names: dict[str, str] = {}
        self._imports: Counter[int] = Counter()  # by thread: how many are under way

    @contextmanager
    def counting(self) -> Iterator[None]:
        threading.setprofile(self._event)
        sys.setprofile(self._event)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def _event(self, frame: FrameType, event: str, _: object) -> None:
        if event not in ("call", "return"):
            return
        if frame.f_code.co_name == "<module>":
            self._imports[threading.get_ident()] += 1 if event == "call" else -1
        elif event == "call" and self._imports[threading.get_ident()] <= 0:
            self._ran(frame)

    def _ran(self, frame: FrameType) -> None:
        module = self._module(frame)
        if not module:
            return
        self.modules.add(module)
        caller = self._module(frame.f_back) if frame.f_back else ""
        if caller and caller.partition("/")[0] != module.partition("/")[0]:
            self.calls_between_rooms.add((caller, module))

    def _module(self, frame: FrameType) -> str:
        file = frame.f_code.co_filename
        if file not in self._names:
            path = Path(file)
            inside = (
                path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] not in NOT_SHIPPED
            )
            self._names[file] = path.relative_to(ROOT).as_posix() if inside else ""
        return self._names[file]


def run_by_a_crawl(folder: Path) -> ModulesRun:
    """A simulated crawl of one site of the pocket web."""
    run = ModulesRun()
    with run.counting(), SmallCrawl(folder) as crawl:
        crawl.run()
    return run


def run_by_an_accepted_name(folder: Path) -> ModulesRun:
    """One name is accepted; its pages are read again, and the index is built."""
    run = ModulesRun()
    with small_review(folder) as context:
        store_site(context, FIRST, PAGES)
        known = proposal(context)
        with run.counting():
            accept_proposals(context, [known], NFC, "ana")
            apply_changes(context)
    return run


WAYS: dict[str, Callable[[Path], ModulesRun]] = {
    "crawl": run_by_a_crawl,
    "accept": run_by_an_accepted_name,
}


def main() -> None:
    with TemporaryDirectory() as made:
        counted = WAYS[sys.argv[1]](Path(made))
    between = len(counted.calls_between_rooms)
    sys.stdout.writelines(f"{module}\n" for module in sorted(counted.modules))
    sys.stderr.write(f"{len(counted.modules)} modules, {between} calls between rooms\n")


if __name__ == "__main__":
    main()
