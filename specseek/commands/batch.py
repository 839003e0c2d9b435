"""`specseek batch`: read the pages of many WARC files with all processors."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import closing
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.progress import DownloadColumn

from batch.run import run_batch
from batch.tasks import ArticleTask, ClusterTask, ExtractTask, PostsTask
from core.processes import new_processes
from core.settings import load_settings
from core.spark import spark_workers
from specseek.inputs import archive_address, files_of, least_option, rules_option, spark_option
from specseek.output import progress_bar
from store.spool import file_size

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from batch.run import Outcome
    from batch.tasks import Task
    from core.processes import StartWorkers
    from store.bucket import BucketPath
    from store.spool import ArchiveFile


@click.group()
def batch() -> None:
    """Read the pages of many WARC files with all processors.

    FILE may be a folder of WARC files, too, and both may be in S3-compatible storage
    (s3://bucket/folder; server and credentials are those of the AWS_ variables).

    Every HTML page with status 200 is read, as the command of the same name does for one archive.
    Each FILE has one output in the folder, a JSON line per page in the order of the file: of
    a.warc.gz the output of `extract` is a.extract.jsonl. It is the same whatever the number of
    processes, and the same if a Spark cluster does the work (--spark).

    Outputs that are there are skipped: a run that was ended or killed can be started again and
    does only what was not finished. Remove outputs to make them anew.

    A page that cannot be parsed has a line with "status": "refused" and "why". If a file is
    damaged or cut off, all that is readable is read, the damage is told on standard error and in
    the last lines of the output ("status": "damaged"), other files go on, and the exit status is
    1; the next run tries the file again.
    """


_OPTIONS = (
    click.argument(
        "files",
        metavar="FILE...",
        nargs=-1,
        required=True,
        type=archive_address,
    ),
    click.option(
        "--output",
        required=True,
        type=click.Path(file_okay=False, path_type=Path),
        help="Folder for the outputs; created if it does not exist.",
    ),
    click.option(
        "--workers",
        type=click.IntRange(min=1),
        show_default="one for each processor",
        help="Number of processes.",
    ),
    spark_option,
)


def _batch_options(make_task: Callable[..., Task]) -> Callable[..., None]:
    """A command that runs the task which the function makes of the command's own options."""

    @wraps(make_task)
    def command(
        *,
        files: Sequence[Path | BucketPath],
        output: Path,
        workers: int | None,
        spark: str | None,
        **own: object,
    ) -> None:
        task = make_task(**own)
        inputs = [file for path in files for file in files_of(path)]
        if not spark:
            number = workers or len(os.sched_getaffinity(0))
            _run(task, inputs, output, partial(new_processes, number))
            return
        if workers:
            raise click.UsageError("--workers is for this machine: Spark knows its own cores.")
        name = f"SpecSeek batch {task.name}"
        start = partial(spark_workers, spark, name, folders=task.folders)
        _run(task, [file.absolute() for file in inputs], output, start)

    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@batch.command(
    epilog="\b\nExample:\n  specseek batch extract data/archive/*.warc.gz --output records"
)
@_batch_options
@rules_option
@least_option
def extract(rules_folder: Path | None, least: float) -> Task:
    """Extract the records of all pages.

    Lines as of `specseek extract`. What the pages of a site have in common is learned from the
    first 60 of each file.
    """
    return ExtractTask(rules_folder.resolve() if rules_folder else None, least)


@batch.command(epilog="\b\nExample:\n  specseek batch article data/archive/*.warc.gz --output out")
@_batch_options
def article() -> Task:
    """Read the articles of all pages.

    Lines: {"file", "url", "title", "date", "author", "text"}, as of `specseek article`. Which texts
    the pages of a site share is learned from the first 60 of each file.
    """
    return ArticleTask()


@batch.command(epilog="\b\nExample:\n  specseek batch posts data/archive/*.warc.gz --output out")
@_batch_options
def posts() -> Task:
    """Read the posts of all threads.

    Lines: {"file", "url", "posts": [{"author", "time", "text"}]}, as of `specseek posts`. A page
    that is no thread has no posts.
    """
    return PostsTask()


@batch.command(epilog="\b\nExample:\n  specseek batch cluster data/archive/*.warc.gz --output out")
@_batch_options
def cluster() -> Task:
    """Tell which pages of each file share a layout.

    Lines: {"file", "url", "cluster"}. Clusters are numbered within each file.
    """
    return ClusterTask()


def _run(task: Task, files: Sequence[ArchiveFile], output: Path, start: StartWorkers) -> None:
    total: Counter[str] = Counter()
    failed = False
    with progress_bar(task.name, DownloadColumn()) as progress:
        bar = progress.add_task(task.name, total=sum(map(file_size, set(files))))
        limits = load_settings().crawl.reading_limits
        advance = partial(progress.advance, bar)
        outcomes = run_batch(task, files, output, start, advance, limits=limits)
        with closing(outcomes):
            for outcome in outcomes:
                click.echo(_told(outcome), err=True)
                for problem in outcome.problems:
                    click.echo(f"Error: {problem}", err=True)
                total += outcome.counts
                failed = failed or bool(outcome.problems)
    click.echo(f"Files: {len(set(files))}; {_counts_text(total)}", err=True)
    if failed:
        raise click.exceptions.Exit(1)


def _told(outcome: Outcome) -> str:
    if outcome.was_finished:
        return f"{outcome.path.name}: finished before ({outcome.output})"
    return f"{outcome.path.name}: {_counts_text(outcome.counts)}"


def _counts_text(counts: Counter[str]) -> str:
    told = (f"{count:,} {status}" for status, count in counts.most_common() if status != "pages")
    return ", ".join((f"{counts.total():,} pages", *told))
