from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from warcio.warcwriter import WARCWriter

from samples.pocket_web import PocketWeb
from specseek.cli import main
from tests.batch.archives import ARTICLE, phone_pages, write_page, write_warc
from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).parents[3]


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["batch", *map(str, arguments)])


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_each_file_has_its_output_whatever_the_number_of_processes(tmp_path: Path) -> None:
    pages = phone_pages(70)
    one = write_warc(tmp_path / "one.warc.gz", [*pages, ("https://shop.example/n", ARTICLE)])
    other = write_warc(tmp_path / "two.warc", phone_pages(3, site="b.example"), compressed=False)
    for workers in ("1", "2"):
        done = run("extract", one, other, "--output", tmp_path / workers, "--workers", workers)
        assert done.exit_code == 0, done.stderr
        assert "one.warc.gz: 71 pages" in done.stderr
        assert "Files: 2; 74 pages" in done.stderr
    assert contents(tmp_path / "1") == contents(tmp_path / "2")
    assert sorted(contents(tmp_path / "1")) == ["one.extract.jsonl", "two.extract.jsonl"]
    read = lines(tmp_path / "1" / "one.extract.jsonl")
    assert [line["url"] for line in read] == [url for url, _ in pages] + ["https://shop.example/n"]
    assert read[7]["file"].startswith("one.warc.gz:")
    pairs = {pair["name"]: pair["value"] for pair in read[7]["records"][0]["pairs"]}
    assert pairs["参考价格"] == "￥700"


def test_records_are_those_of_extract(tmp_path: Path) -> None:
    archive = write_warc(tmp_path / "one.warc.gz", phone_pages(5))
    run("extract", archive, "--output", tmp_path / "out", "--workers", "1")
    single = CliRunner().invoke(main, ["extract", "--archive", str(archive)])
    assert (tmp_path / "out" / "one.extract.jsonl").read_bytes() == single.stdout_bytes


@pytest.mark.parametrize(
    ("command", "host"),
    [
        pytest.param("posts", "club.zhangshang.example", marks=pytest.mark.slow),
        ("article", "blog.laowang.example"),
    ],
)
def test_what_is_read_is_the_same_as_for_one_archive(
    tmp_path: Path, command: str, host: str
) -> None:
    site = PocketWeb().channel_sites[host]
    pages = [(url, site.answer(url.partition(host)[2]).body.decode()) for url in site.pages]
    archive = write_warc(tmp_path / "one.warc.gz", pages[:9])
    assert run(command, archive, "--output", tmp_path / "out").exit_code == 0
    read = lines(tmp_path / "out" / f"one.{command}.jsonl")
    assert [line.pop("url") for line in read] == [url for url, _ in pages[:9]]
    single = CliRunner().invoke(main, [command, "--archive", str(archive)])
    assert read == [json.loads(line) for line in single.stdout.splitlines()]


def test_clusters_of_each_file(tmp_path: Path) -> None:
    first, *rest = phone_pages(4)
    archive = write_warc(
        tmp_path / "one.warc.gz", [first, ("https://shop.example/n", ARTICLE), *rest]
    )
    assert run("cluster", archive, "--output", tmp_path / "out").exit_code == 0
    read = lines(tmp_path / "out" / "one.cluster.jsonl")
    assert [line["cluster"] for line in read] == [0, 1, 0, 0, 0]
    assert list(read[0]) == ["file", "url", "cluster"]


@pytest.mark.slow
def test_finished_outputs_are_skipped(tmp_path: Path) -> None:
    one = write_warc(tmp_path / "one.warc.gz", phone_pages(2))
    two = write_warc(tmp_path / "two.warc.gz", phone_pages(2))
    out = tmp_path / "out"
    assert run("cluster", one, "--output", out).exit_code == 0
    (out / "one.cluster.jsonl").write_text('{"kept": true}\n')
    done = run("cluster", one, two, "--output", out)
    assert done.exit_code == 0
    assert "one.warc.gz: finished before" in done.stderr
    assert lines(out / "one.cluster.jsonl") == [{"kept": True}]
    assert len(lines(out / "two.cluster.jsonl")) == 2


@pytest.mark.slow
def test_a_file_that_is_cut_off_is_told_and_tried_again(tmp_path: Path) -> None:
    cut, whole = (write_warc(tmp_path / f"{name}.warc.gz", phone_pages(3)) for name in "ab")
    body = cut.read_bytes()
    cut.write_bytes(body[:-10])
    out = tmp_path / "out"
    for _ in range(2):
        done = run("cluster", cut, whole, "--output", out, "--workers", "1")
        assert done.exit_code == 1
        assert "Error: a.warc.gz: record at byte" in done.stderr
        assert "is cut off" in done.stderr
        *read, damage = lines(out / "a.cluster.jsonl")
        assert [line["cluster"] for line in read] == [0, 0]
        assert damage["status"] == "damaged"
        assert "is cut off" in damage["why"]
        assert len(lines(out / "b.cluster.jsonl")) == 3
    cut.write_bytes(body)
    assert run("cluster", cut, whole, "--output", out).exit_code == 0
    assert len(lines(out / "a.cluster.jsonl")) == 3


@pytest.mark.slow
def test_a_file_that_is_no_archive(tmp_path: Path) -> None:
    (tmp_path / "bad.warc.gz").write_bytes(b"\x1f\x8b\x08 not gzip at all")
    good = write_warc(tmp_path / "good.warc.gz", phone_pages(1))
    done = run("cluster", tmp_path / "bad.warc.gz", good, "--output", tmp_path / "out")
    assert done.exit_code == 1
    assert "Error: bad.warc.gz: record at byte 0 cannot be read" in done.stderr
    assert len(lines(tmp_path / "out" / "good.cluster.jsonl")) == 1


@pytest.mark.slow
def test_a_damaged_record_costs_that_record(tmp_path: Path) -> None:
    archive = write_warc(tmp_path / "one.warc.gz", phone_pages(5))
    body = bytearray(archive.read_bytes())
    records = [place for place in range(len(body)) if body[place : place + 3] == b"\x1f\x8b\x08"]
    body[records[2] + 40 : records[2] + 60] = bytes(20)
    archive.write_bytes(body)
    done = run("cluster", archive, "--output", tmp_path / "out")
    assert done.exit_code == 1
    *read, damage = lines(tmp_path / "out" / "one.cluster.jsonl")
    numbers = [line["url"].rpartition("/")[2] for line in read]
    assert numbers == ["0.html", "1.html", "3.html", "4.html"]
    assert damage["file"] == f"one.warc.gz:{records[2]}"


def test_only_pages_are_read(tmp_path: Path) -> None:
    archive = tmp_path / "one.warc.gz"
    with archive.open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        write_page(writer, "https://a.example/1", b"<p>page")
        write_page(writer, "https://a.example/2", b"\x89PNG", "image/png")
        write_page(writer, "https://a.example/3", b"<p>gone", status="404 Not Found")
        write_page(writer, "https://a.example/4", b"\xff\xfe<\x00" + b"<div>" * 3000)
    assert run("extract", archive, "--output", tmp_path / "out").exit_code == 0
    read = lines(tmp_path / "out" / "one.extract.jsonl")
    assert [line["url"][-1] for line in read] == ["1", "4"]


def test_inputs_of_one_name_are_not_written_over_each_other(tmp_path: Path) -> None:
    archives = [tmp_path / name / "one.warc.gz" for name in "ab"]
    for archive in archives:
        archive.parent.mkdir()
        write_warc(archive, phone_pages(1))
    done = run("cluster", *archives, "--output", tmp_path / "out")
    assert done.exit_code == 1
    assert "would both be written to one.cluster.jsonl" in done.stderr


def test_one_run_at_a_time_works_in_a_folder(tmp_path: Path) -> None:
    archive = write_warc(tmp_path / "one.warc.gz", phone_pages(1))
    handle = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    done = run("cluster", archive, "--output", tmp_path)
    os.close(handle)
    assert done.exit_code == 1
    assert "is in use by another run" in done.stderr


def started(archives: list[Path], out: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "specseek", "batch", "extract", *map(str, archives)]
    return subprocess.Popen(
        [*command, "--output", str(out), "--workers", "2"],
        cwd=ROOT,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("archives")
    return [
        write_warc(folder / f"{n}.warc.gz", phone_pages(60, site=f"s{n}.example")) for n in range(6)
    ]


@pytest.mark.slow
def test_killed_runs_lose_nothing_and_leave_nothing_behind(
    archives: list[Path], tmp_path: Path
) -> None:
    assert run("extract", *archives, "--output", tmp_path / "calm").exit_code == 0
    out = tmp_path / "killed"
    for finished in (1, 3):
        process = started(archives, out)
        wait_until(lambda: len(list(out.glob("*.jsonl"))) >= finished)  # noqa: B023
        process.kill()
        process.wait()
        whole = {path.name: path.read_bytes() for path in out.glob("*.jsonl")}
        assert all((tmp_path / "calm" / name).read_bytes() == whole[name] for name in whole)
    # Processes of a killed run end by themselves, and then the folder is free again.
    assert run("extract", *archives, "--output", out).exit_code == 0
    assert contents(out) == contents(tmp_path / "calm")


@pytest.mark.slow
def test_ctrl_c_ends_it(archives: list[Path], tmp_path: Path) -> None:
    process = started(archives, tmp_path)
    wait_until(lambda: any(tmp_path.glob("*.jsonl")))
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(PATIENCE) in {130, 0}  # it may have been done
    assert not list(tmp_path.glob(".*"))
