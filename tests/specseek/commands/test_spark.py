"""What Spark does is what this machine does; `make test-all` installs it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from shutil import copytree
from typing import TYPE_CHECKING

import pytest
from warcio.warcwriter import WARCWriter

from evaluation.ledger_contents import contents as contents_of
from evaluation.made_up_archive import make_scene, variables
from evaluation.servers.process import ServerMissingError
from evaluation.servers.s3 import make_bucket, storage_server
from evaluation.servers.spark import ON_LOOPBACK, check_spark, spark_cluster
from rules.library import LIBRARIES
from store.bucket import BucketPath
from store.ledger import Ledger, ledger_url
from store.proposals import proposals_of
from tests.batch.archives import phone_pages, write_page, write_warc
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True, scope="module")
def spark() -> None:
    try:
        check_spark()
    except ServerMissingError as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A large file, one of many sites, one that is cut off, one with nothing, one with a bomb."""
    folder = tmp_path_factory.mktemp("archives")
    write_warc(folder / "large.warc.gz", phone_pages(400))
    many = [page for n in range(40) for page in phone_pages(2, site=f"s{n}.example")]
    write_warc(folder / "many.warc", [*phone_pages(30), *many], compressed=False)
    cut = write_warc(folder / "cut.warc.gz", phone_pages(9))
    cut.write_bytes(cut.read_bytes()[:-10])
    (folder / "empty.warc.gz").touch()
    with (folder / "odd.warc.gz").open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        write_page(writer, "https://a.example/1", b"\xff\xfe<\x00" + b"<div>" * 3000)
        write_page(writer, "https://a.example/2", "<p>新机\ud800".encode("utf-8", "surrogatepass"))
    return sorted(folder.iterdir())


def started(archives: Sequence[Path | str], output: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "specseek", "batch", "extract", *map(str, archives)]
    return subprocess.Popen(
        [*command, "--output", str(output), "--rules", str(LIBRARIES / "phones"), *options],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        env={**os.environ, **ON_LOOPBACK},
        start_new_session=True,
        text=True,
    )


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def local(archives: list[Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What local processes write."""
    folder = tmp_path_factory.mktemp("local")
    with started(archives, folder) as process:
        process.communicate()
    return contents(folder)


def test_outputs_are_those_of_local_processes_and_finished_ones_are_skipped(
    archives: list[Path], local: dict[str, bytes], tmp_path: Path
) -> None:
    (tmp_path / "large.extract.jsonl").write_text('{"kept": true}\n')
    with started(archives, tmp_path, "--spark", "local[2]") as process:
        words = process.communicate()[1]
    assert process.returncode == 1, words  # one file is cut off
    assert "Error: cut.warc.gz: record at byte" in words
    assert "large.warc.gz: finished before" in words
    kept = {"large.extract.jsonl": b'{"kept": true}\n'}
    assert contents(tmp_path) == {**local, **kept}


def test_a_worker_that_is_killed_costs_nothing(
    archives: list[Path], local: dict[str, bytes], tmp_path: Path
) -> None:
    with (
        spark_cluster(tmp_path / "cluster", workers=2) as cluster,
        started(archives, tmp_path / "out", "--spark", cluster.master) as process,
    ):
        wait_until(lambda: process.poll() is not None or any((tmp_path / "out").glob("*.jsonl")))
        assert process.poll() is None, process.communicate()[1]
        cluster.kill_worker()
        words = process.communicate()[1]
    assert "Files: 5" in words
    assert contents(tmp_path / "out") == local


def test_files_in_a_bucket_are_read_by_the_workers(
    archives: list[Path], local: dict[str, bytes], tmp_path: Path
) -> None:
    pytest.importorskip("boto3", reason="boto3 is not installed (pip install 'specseek[s3]')")
    pytest.importorskip("moto", reason="moto is not installed (pip install 'specseek[dev]')")
    with storage_server(tmp_path) as server, pytest.MonkeyPatch.context() as patch:
        for name, value in server.variables.items():
            patch.setenv(name, value)
        make_bucket(server, "pages")
        bucket = BucketPath("pages")
        for archive in archives:
            (bucket / archive.name).upload(archive)
        inputs = [str(bucket / archive.name) for archive in archives]
        with started(inputs, tmp_path / "out", "--spark", "local[2]") as process:
            words = process.communicate()[1]
    assert "Files: 5" in words
    assert contents(tmp_path / "out") == local


def test_ctrl_c_ends_it(archives: list[Path], tmp_path: Path) -> None:
    with started(archives, tmp_path / "out", "--spark", "local[2]") as process:
        wait_until(lambda: process.poll() is not None or any((tmp_path / "out").glob("*.jsonl")))
        os.killpg(process.pid, signal.SIGINT)
        words = process.communicate(timeout=300)[1]
    assert process.returncode in {130, 1}, words  # 1: it was done
    assert not list((tmp_path / "out").glob(".*"))
    assert "Traceback" not in words


def test_pages_that_a_cluster_reads_again_give_the_same_records(tmp_path: Path) -> None:
    """The ledger knows them as other rules read them, for a topic without weights."""
    make_scene(tmp_path / "scene", 120)
    before = contents_of(tmp_path / "scene" / "data")
    words = {}
    for name, options in (("here", ()), ("spark", ("--spark", "local[2]"))):
        copytree(tmp_path / "scene", tmp_path / name)
        settings = {**variables(tmp_path / name), "SPECSEEK_RULES": str(LIBRARIES)}
        del settings["SPECSEEK_TOPICS"]
        done = subprocess.run(
            [sys.executable, "-m", "specseek", "reread", *options],
            cwd=ROOT,
            env={**os.environ, **ON_LOOPBACK, **settings},
            capture_output=True,
            text=True,
            check=True,
        )
        words[name] = done.stderr.splitlines()[-1]
    assert words["spark"] == words["here"]
    here, spark = (contents_of(tmp_path / name / "data") for name in words)
    assert here == spark
    assert here.records != before.records
    assert proposals(tmp_path / "here") == proposals(tmp_path / "spark")


def proposals(folder: Path) -> list[tuple[str, str, str]]:
    with Ledger.open(ledger_url(folder / "data")) as ledger, ledger.reading() as conn:
        return [(one.name, one.value, one.evidence) for one in proposals_of(conn, "phones")]


def test_an_index_whose_products_a_cluster_prepared(tmp_path: Path) -> None:
    make_scene(tmp_path, 60)
    settings = {**os.environ, **ON_LOOPBACK, **variables(tmp_path)}
    for arguments in (("build", "--spark", "local[2]"), ("verify",)):
        done = subprocess.run(
            [sys.executable, "-m", "specseek", "index", *arguments],
            cwd=ROOT,
            env=settings,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert "all as the ledger has them" in done.stderr
