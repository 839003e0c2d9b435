"""Changes in words, tables and differences."""

from __future__ import annotations

from difflib import unified_diff
from typing import TYPE_CHECKING

from specseek.times import local_time, utc_time
from spider.display.tables import figures_table
from spider.display.words import several, shown
from store.changes import ChangeKind, ChangeState

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.table import Table

    from review.applying import AppliedChange
    from store.changes import FileChange, KnownChange

_TEXT_FILES = (".yaml", ".json")


def change_summary(change: KnownChange) -> str:
    """What it is about, in a few words."""
    names = "、".join(str(name) for name in _detail_list(change, "names"))
    told = change.detail.get("attribute")
    attribute = str(told.get("name", "")) if isinstance(told, dict) else str(told or "")
    if change.kind is ChangeKind.REVERT:
        return f"change {change.detail.get('reverts')} put back"
    if change.kind is ChangeKind.REPAIR:
        return f"rules of {change.site}"
    if change.kind in {ChangeKind.REGION, ChangeKind.UNWANTED}:
        headings = "、".join(str(one) for one in _detail_list(change, "headings")[:5] if one)
        many = several(len(_detail_list(change, "region_names")), "name")
        about = f"{many} of {change.site}" + (f" under {headings}" if headings else "")
        return f"rules for {about}" if change.kind is ChangeKind.REGION else f"not wanted: {about}"
    if change.kind is ChangeKind.ALIAS:
        return f"{names} = {attribute}"
    return f"new: {attribute}" + (f" ({names})" if names != attribute else "")


def outcome_text(applied: AppliedChange) -> str:
    change = applied.change
    about = f"Change {change.id} ({change_summary(change)})"
    if change.state is ChangeState.DONE:
        words = (
            f"{about} is done: {several(change.pages_all, 'stored page')} read again, "
            f"{applied.records:,} of them say something else now"
        )
        return f"{words}\n  {change.note}" if change.note else words
    if change.state is ChangeState.REFUSED:
        return f"{about} is refused, nothing was changed: {change.note}"
    return f"{about} is {change.state}: {change.note}"


def changes_table(changes: Sequence[KnownChange]) -> Table:
    table = figures_table("change", "state", "made", "who", "site", "what", "pages")
    for change in changes:
        table.add_row(
            *(str(change.id), change.state, local_time(change.made_at)),
            *(
                shown(text)
                for text in (change.who, _sites_of_change(change), change_summary(change))
            ),
            f"{change.pages_all:,}",
        )
    return table


def change_json(change: KnownChange, files: Sequence[FileChange]) -> dict[str, object]:
    return {
        "change": change.id,
        "kind": change.kind,
        "state": change.state,
        "site": change.site,
        "who": change.who,
        "detail": dict(change.detail),
        "note": change.note,
        "made_at": utc_time(change.made_at),
        "done_at": utc_time(change.done_at) if change.done_at else None,
        "pages": change.pages_all,
        "files": [file.path for file in files],
    }


def diff_lines(file: FileChange) -> Iterator[str]:
    """As `diff -u` writes it; of pages only how large they are."""
    if not file.path.endswith(_TEXT_FILES):
        sizes = [f"{len(body):,} bytes" if body else "no file" for body in file[1:]]
        yield f"{file.path}: {' → '.join(sizes)}"
        return
    before, after = ((body or b"").decode("utf-8", "replace").splitlines() for body in file[1:])
    yield from unified_diff(before, after, f"a/{file.path}", f"b/{file.path}", lineterm="")


def concerns_site(change: KnownChange, site: str) -> bool:
    return site in {change.site, *_detail_list(change, "sites")}


def _sites_of_change(change: KnownChange) -> str:
    return change.site or "、".join(str(site) for site in _detail_list(change, "sites"))


def _detail_list(change: KnownChange, key: str) -> list[object]:
    told = change.detail.get(key)
    return told if isinstance(told, list) else []
