"""`/sources`: where articles and threads come from, and how each source is doing.

The page edits the topic's file of sources (`core/sources.py`), the same that people edit by hand:
it is read anew for every request, and replaced in one step.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from pydantic import ValidationError

from core.errors import FileProblems, SpecSeekError
from core.files import lock
from core.sources import (
    Channel,
    Source,
    SourceKind,
    Sources,
    crawl_name,
    load_sources,
    save_sources,
    sources_file,
)
from search_ui.access import admin_only
from search_ui.addresses import web_link
from search_ui.site import this_site
from search_ui.text import one_way
from store.reports import SourceReport, source_reports

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from werkzeug import Response


source_views = Blueprint("sources", __name__, url_prefix="/sources")
_FIELDS = ("name", "channel", "kind", "address", "pattern", "every", "encoding", "timezone")


@source_views.get("")
@admin_only
def source_list() -> str:
    return _list()


def _list(problem: str = "") -> str:
    site = this_site()
    rows: list[SourceRow] = []
    try:
        rows = source_rows(_load())
    except FileProblems as problems:
        problem = str(problems)
    return render_template(
        "sources/sources.html",
        problem=one_way(problem),
        file=str(sources_file(site.settings.sources, site.topic_name)),
        rows=rows,
    )


@source_views.get("/source")
@admin_only
def source_form() -> str:
    """The form of the source with this name, or of a new one."""
    name = request.args.get("name", "")
    if not name:
        return _form({"channel": Channel.NEWS, "kind": SourceKind.FEED, "on": True}, "", {})
    source = _source(name)
    return _form(source.model_dump() | {"queries": "\n".join(source.queries)}, source.name, {})


@source_views.post("/save")
@admin_only
def save_source() -> Response | tuple[str, int]:
    """Add a source, or replace the one that was called `was`."""
    was = request.form.get("was", "")
    typed = _typed()
    try:
        source = Source.model_validate(_values(typed))
        with _editing() as editing:
            if not was:
                editing.keep([*editing.sources, source])
            else:
                _source(was, editing.sources)
                editing.keep([source if one.name == was else one for one in editing.sources])
    except ValidationError as mistakes:
        return _form(typed, one_way(was), _problems(mistakes)), 400
    except SpecSeekError as problems:
        return _form(typed, one_way(was), {"": one_way(str(problems))}), 400
    return redirect(url_for("sources.source_list"), 303)


@source_views.post("/switch")
@admin_only
def switch_source() -> Response | tuple[str, int]:
    """Switch a source on or off; what is known from it stays."""
    name, on = request.form.get("name", ""), request.form.get("on") == "1"
    try:
        with _editing() as editing:
            _source(name, editing.sources)
            changed = (
                one.model_copy(update={"on": on}) if one.name == name else one
                for one in editing.sources
            )
            editing.keep(list(changed))
    except SpecSeekError as problems:
        return _list(str(problems)), 400
    return redirect(url_for("sources.source_list"), 303)


@source_views.get("/delete")
@admin_only
def ask_before_deleting() -> str:
    """What deleting the source would do."""
    name = request.args.get("name", "")
    source = _source(name)
    (row,) = source_rows(Sources(sources=(source,)))
    return render_template("sources/delete.html", source=source, documents=row.documents)


@source_views.post("/delete")
@admin_only
def delete_source() -> Response | tuple[str, int]:
    """Take a source out of the file; what was collected from it stays."""
    name = request.form.get("name", "")
    try:
        with _editing() as editing:
            _source(name, editing.sources)
            editing.keep([one for one in editing.sources if one.name != name])
    except SpecSeekError as problems:
        return _list(str(problems)), 400
    return redirect(url_for("sources.source_list"), 303)


# The file.


def _load() -> Sources:
    site = this_site()
    return load_sources(site.settings.sources, site.topic_name)


def _source(name: str, among: tuple[Source, ...] | None = None) -> Source:
    """404 if there is none of this name, or if the file cannot be read."""
    try:
        known = _load().sources if among is None else among
    except FileProblems:
        abort(404)
    return next((one for one in known if one.name == name), None) or abort(404)


class _Editing:
    def __init__(self, sources: tuple[Source, ...]) -> None:
        self.sources = sources

    def keep(self, sources: list[Source]) -> None:
        """Write the file; ValidationError if two have one name or address."""
        site = this_site()
        save_sources(site.settings.sources, site.topic_name, Sources(sources=tuple(sources)))


@contextmanager
def _editing() -> Iterator[_Editing]:
    """One at a time: of two who save at once, neither loses the other's change."""
    with lock(this_site().settings.data / "sources.lock"):
        yield _Editing(_load().sources)


# The list: sources with what the ledger knows of them.


class SourceRow(NamedTuple):
    source: Source
    link: str
    report: SourceReport

    @property
    def documents(self) -> int:
        return self.report.articles + self.report.posts


def source_rows(sources: Sources) -> list[SourceRow]:
    reports = _reports()
    return [
        SourceRow(
            one,
            web_link(one.address.partition("{")[0]),
            reports.get((one.channel, one.name)) or SourceReport(one.name),
        )
        for one in sources.sources
    ]


def _reports() -> dict[tuple[Channel, str], SourceReport]:
    site = this_site()
    if site.ledger is None:
        return {}
    with site.ledger.reading() as conn:
        return {
            (channel, report.source): report
            for channel in Channel
            for report in source_reports(conn, crawl_name(site.topic_name, channel))
        }


# The form.


def _form(typed: Mapping[str, object], was: str, problems: Mapping[str, str]) -> str:
    return render_template(
        "sources/source.html",
        typed=typed,
        was=was,
        problems=problems,
        channels=list(Channel),
        kinds=list(SourceKind),
    )


def _typed() -> dict[str, object]:
    """What was typed, to be shown again if there is a mistake in it."""
    typed: dict[str, object] = {
        name: one_way(request.form.get(name, "")).strip() for name in (*_FIELDS, "queries")
    }
    return typed | {"on": request.form.get("on") == "1"}


def _values(typed: Mapping[str, object]) -> dict[str, object]:
    """As the file has them: without empty ones, and queries one by one."""
    queries = str(typed["queries"]).splitlines()
    filled = {name: value for name, value in typed.items() if value != ""}
    return filled | {"queries": tuple(query.strip() for query in queries if query.strip())}


def _problems(mistakes: ValidationError) -> dict[str, str]:
    """Field → what is wrong with it."""
    found: dict[str, str] = {}
    for mistake in mistakes.errors():
        field = next((str(part) for part in reversed(mistake["loc"]) if part in _FORM), "")
        found.setdefault(field, one_way(mistake["msg"].removeprefix("Value error, ")))
    return found


_FORM = frozenset((*_FIELDS, "queries"))
