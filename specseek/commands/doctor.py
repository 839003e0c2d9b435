"""`specseek doctor`: checks the whole installation.

Each check is a function that yields `Diagnosis`es; a check that fails is one itself, so that one
problem never hides another. Nothing is changed.
"""

from __future__ import annotations

import os
import shutil
import stat
import time
from contextlib import closing, suppress
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

import click
from rich.table import Table
from rich.text import Text

from core.errors import FileProblems, SpecSeekError
from core.settings import SettingsError, load_settings
from core.sources import load_sources, sources_file
from core.topic import load_topic, topic_names
from core.yaml_files import read_yaml
from index.engines.engine import EngineError
from index.generations import IndexUnusable, MissingIndex, index_place, trusted_manifest
from index.opening import open_trusted
from rules.model import SiteRules
from search_ui.credentials import CREDENTIALS_FILE
from specseek.output import local_time, print_table, write_line
from spider.display.words import several, shown, size
from store.bucket import StorageError
from store.health import archive_health, ledger_health
from store.ledger import Ledger, ledger_file, ledger_url, seal_of
from store.records import changed_since
from store.redis_frontier import connect
from store.runs import RUNNING, crawled_topics, last_runs
from store.seal import LEDGER_FILE
from store.spool import archive_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from core.settings import Settings


class HealthState(StrEnum):
    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


class Diagnosis(NamedTuple):
    what: str
    state: HealthState
    text: str
    advice: str = ""


_EXAMPLES = (
    "\b\nExamples:\n  specseek doctor\n  specseek doctor --json | jq 'select(.state != \"ok\")'"
)


@click.command(epilog=_EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line and check.")
def doctor(*, as_json: bool) -> None:
    """Check settings, files, disk, ledger, archive and indexes.

    Says for each what is wrong and what to do about it. Nothing is changed. The exit status is 1 if
    there is a problem; warnings do not count.
    """
    diagnoses = list(_all_diagnoses())
    if as_json:
        for diagnosis in diagnoses:
            write_line(diagnosis._asdict())
    else:
        print_table(_table(diagnoses))
    if any(diagnosis.state is HealthState.PROBLEM for diagnosis in diagnoses):
        raise click.exceptions.Exit(1)


def _all_diagnoses() -> Iterator[Diagnosis]:
    try:
        settings = load_settings()
    except SettingsError as error:
        yield Diagnosis(
            "settings", HealthState.PROBLEM, str(error), "correct them; nothing else was checked"
        )
        return
    yield Diagnosis("settings", HealthState.OK, "no mistakes")
    for what, check in _CHECKS.items():
        try:
            yield from check(settings)
        except (SpecSeekError, OSError) as error:
            yield Diagnosis(what, HealthState.PROBLEM, str(error), "mend it, and check again")


_STYLES = {HealthState.OK: "green", HealthState.WARNING: "yellow", HealthState.PROBLEM: "bold red"}


def _table(diagnoses: Iterable[Diagnosis]) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in ("", "checked", "found"):
        table.add_column(heading, overflow="fold")
    for diagnosis in diagnoses:
        found = shown(diagnosis.text)
        if diagnosis.advice:
            found = Text.assemble(found, "\n", (f"What to do: {diagnosis.advice}", "italic"))
        table.add_row(Text(diagnosis.state, _STYLES[diagnosis.state]), shown(diagnosis.what), found)
    return table


# Files that people write.


def _files(settings: Settings) -> Iterator[Diagnosis]:
    names = topic_names(settings.topics)
    if not names:
        advice = "set `topics` to the folder of topic files, or restore it"
        yield Diagnosis(
            "topics", HealthState.PROBLEM, f"no topic file in {settings.topics}", advice
        )
    for name in names:
        for what, summary in (("topic", _topic), ("sources", _sources), ("rules", _rules)):
            try:
                yield Diagnosis(f"{what} {name}", HealthState.OK, summary(settings, name))
            except (SpecSeekError, OSError) as error:
                yield Diagnosis(
                    f"{what} {name}", HealthState.PROBLEM, str(error), "correct the file"
                )


def _topic(settings: Settings, name: str) -> str:
    topic = load_topic(settings.topics, name)
    return f"{several(len(topic.attributes), 'attribute')}, {several(len(topic.seeds), 'seed')}"


def _sources(settings: Settings, name: str) -> str:
    if not sources_file(settings.sources, name).exists():
        return "no articles or threads are collected"
    return several(len(load_sources(settings.sources, name).sources), "source")


def _rules(settings: Settings, name: str) -> str:
    if not settings.rules.is_dir():
        raise SpecSeekError(f"the folder of rules {settings.rules} is not there (not mounted?)")
    files = sorted((settings.rules / name).glob("*.yaml"))
    for file in files:
        read_yaml(file, SiteRules)
    return several(len(files), "site")


# The data folder and its disk.


_ENOUGH = 2_000_000_000  # bytes: an index is built beside the old one
_TOO_LITTLE = 100_000_000


def _data_folder(settings: Settings) -> Iterator[Diagnosis]:
    folder = settings.data
    if not folder.exists():
        yield Diagnosis(
            "data", HealthState.OK, f"{folder} does not exist yet; the first crawl makes it"
        )
        return
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        advice = "make it writable; searching alone works without"
        yield Diagnosis("data", HealthState.PROBLEM, f"{folder} cannot be written", advice)
    for needed in (folder / "archive", folder / LEDGER_FILE):
        if needed.exists() and not os.access(needed, os.R_OK | os.W_OK):
            advice = "make it readable and writable for whoever crawls"
            yield Diagnosis("data", HealthState.PROBLEM, f"{needed} cannot be written", advice)
    free = shutil.disk_usage(folder).free
    state = HealthState.OK if free > _ENOUGH else HealthState.WARNING
    yield Diagnosis(
        "disk",
        HealthState.PROBLEM if free < _TOO_LITTLE else state,
        f"{size(free)} free",
        "" if state is HealthState.OK else "free some space before the next crawl or index build",
    )
    secret = folder / CREDENTIALS_FILE
    if secret.exists() and stat.S_IMODE(secret.stat().st_mode) & 0o077:
        advice = f"chmod 600 {secret}"
        yield Diagnosis("password", HealthState.WARNING, f"others may read {secret}", advice)


# The ledger, and what belongs to it.


_OLD_HEARTBEAT = 600.0  # seconds
_CLOCKS_DIFFER = 300.0


def _ledger(settings: Settings) -> Iterator[Diagnosis]:
    url = settings.ledger or ledger_url(settings.data)
    file = ledger_file(url)
    if file is not None and not file.exists():
        yield Diagnosis("ledger", HealthState.OK, f"no crawl yet: {file} does not exist")
        return
    if file is not None and not file.stat().st_size:
        yield Diagnosis("ledger", HealthState.PROBLEM, f"{file} is empty", _RESTORE)
        return
    health = ledger_health(url)
    for text in health.problems:
        yield Diagnosis("ledger", HealthState.PROBLEM, text, _RESTORE)
    if health.problems:
        return
    if health.is_old:
        text = f"version {health.version}; the next command upgrades it"
        yield Diagnosis("ledger", HealthState.WARNING, text, "make a back-up before")
        return
    yield Diagnosis("ledger", HealthState.OK, f"version {health.version}, no damage found")
    with Ledger.open(url) as ledger:
        yield from _runs(ledger)
        yield from _archive(ledger, settings)
        yield from _indexes(ledger, settings)


_RESTORE = "restore a back-up of the ledger; docs/ledger.md says what else can be done"


def _runs(ledger: Ledger) -> Iterator[Diagnosis]:
    now = time.time()
    with ledger.reading() as conn:
        runs = [run for name in crawled_topics(conn) for run in last_runs(conn, name, 1)]
    for run in runs:
        if run.seen_at > now + _CLOCKS_DIFFER:
            text = f"the last crawl of {run.topic} was at {local_time(run.seen_at)}, in the future"
            yield Diagnosis("clock", HealthState.WARNING, text, "set this machine's clock")
        if run.outcome == RUNNING and run.seen_at < now - _OLD_HEARTBEAT:
            text = f"the crawl of {run.topic} has been silent since {local_time(run.seen_at)}"
            yield Diagnosis(
                "crawl", HealthState.WARNING, text, "if it was killed, start it again: it goes on"
            )


def _archive(ledger: Ledger, settings: Settings) -> Iterator[Diagnosis]:
    try:
        with ledger.reading() as conn:
            health = archive_health(conn, archive_of(settings))
    except StorageError as error:
        yield Diagnosis(
            "archive", HealthState.PROBLEM, str(error), "check `archive` in the settings"
        )
        return
    elsewhere = ledger.is_shared and not settings.archive
    for text in health.missing:
        if elsewhere:
            state, advice = HealthState.WARNING, "if another machine has it: set `archive` on all"
        else:
            advice = "put the file back; if it is lost for good: specseek archive repair"
            state = HealthState.PROBLEM
        yield Diagnosis("archive", state, f"missing: {text}", advice)
    if health.mismatch:
        advice = "put back what belongs together, or: specseek archive repair"
        yield Diagnosis("archive", HealthState.PROBLEM, health.mismatch, advice)
    elif not health.missing:
        text = f"{several(health.files, 'file')}, {size(health.bytes)}, all that the ledger names"
        yield Diagnosis("archive", HealthState.OK, text)


def _indexes(ledger: Ledger, settings: Settings) -> Iterator[Diagnosis]:
    seal = seal_of(ledger)
    with ledger.reading() as conn:
        crawled = {name.partition(":")[0] for name in crawled_topics(conn)}
    for name in topic_names(settings.topics):
        try:
            topic = load_topic(settings.topics, name)
            place = index_place(settings, topic, seal)
            manifest = trusted_manifest(place, thorough=True)
            open_trusted(place, manifest).close()
        except FileProblems:
            continue  # told above
        except EngineError as error:  # not installed, or its server does not answer
            yield Diagnosis(
                "engine", HealthState.PROBLEM, str(error), "check [search] in the settings"
            )
            return
        except MissingIndex:
            if name in crawled:
                yield Diagnosis(
                    f"index {name}", HealthState.WARNING, "none yet", "specseek index build"
                )
        except IndexUnusable as error:
            yield Diagnosis(f"index {name}", HealthState.PROBLEM, error.why, "specseek index build")
        else:
            text = f"{several(manifest.products, 'product')}, built {local_time(manifest.made_at)}"
            with ledger.reading() as conn:
                is_behind = changed_since(conn, name, manifest.made_at)
            if is_behind:
                text += "; the ledger has newer records"
            yield Diagnosis(
                f"index {name}",
                HealthState.WARNING if is_behind else HealthState.OK,
                text,
                "specseek index build" if is_behind else "",
            )


# What crawls need.


def _crawling(settings: Settings) -> Iterator[Diagnosis]:
    if settings.frontier:
        with closing(connect(settings.frontier, patience=1.0)) as redis:
            version = redis.info("server")["redis_version"]
        yield Diagnosis("queue", HealthState.OK, f"Redis {version} answers")
    if not settings.crawl.contact:
        advice = "set SPECSEEK_CRAWL_CONTACT to a mail or web address"
        yield Diagnosis(
            "contact", HealthState.WARNING, "sites are not told who crawls them", advice
        )
    renders = []
    for name in topic_names(settings.topics):
        with suppress(FileProblems):  # told above
            renders += [name] if load_topic(settings.topics, name).render else []
    if renders and not os.access(settings.crawl.chromium, os.X_OK):
        text = f"{', '.join(renders)} needs a browser, and {settings.crawl.chromium} is none"
        yield Diagnosis(
            "browser", HealthState.PROBLEM, text, "install chromium, or set crawl.chromium"
        )


_CHECKS: dict[str, Callable[[Settings], Iterator[Diagnosis]]] = {
    "files": _files,
    "data": _data_folder,
    "ledger": _ledger,
    "crawl": _crawling,
}
