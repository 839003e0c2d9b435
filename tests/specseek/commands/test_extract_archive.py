from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from store.archive import Capture
from store.archive_writer import ArchiveWriter

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

    from tests.specseek.commands.conftest import SmallSite

ARCHIVE = ("extract", "--rules", "rules", "--archive", "archive")
HTML = ("Content-Type", "text/html; charset=gbk")


def lines(result: Result) -> list[Any]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def captured(site: SmallSite, phone: str, **other: Any) -> Capture:
    body = (site.folder / f"{phone}.html").read_bytes()
    told = {"url": site.url(phone), "status": 200, "headers": (HTML,), "body": body, **other}
    return Capture(captured_at=1_700_000_000.0, **told)


def keep(site: SmallSite, *captures: Capture) -> list[str]:
    """Archive them, and tell the names their pages go by."""
    with closing(ArchiveWriter(site.folder / "archive", "phones")) as writer:
        places = [writer.add(capture).place for capture in captures]
    return [f"{place.file}:{place.offset}" for place in places]


@pytest.fixture(autouse=True)
def trained(site: SmallSite) -> None:
    site.train("n95")


def test_every_captured_page_in_order(site: SmallSite) -> None:
    kept = [captured(site, phone) for phone in ("n73", "n95", "n73")]
    names = keep(site, *kept)
    done = site.run(*ARCHIVE)
    assert done.exit_code == 0
    assert [line["file"] for line in lines(done)] == names
    assert [line["url"] for line in lines(done)] == [one.url for one in kept]
    assert list(lines(done)[0]) == ["file", "url", "status", "rule", "records"]
    pairs = lines(done)[0]["records"][0]["pairs"]
    assert {pair["attribute"]: pair["value"] for pair in pairs}["手机外形"] == "直板"
    assert "Pages: 3; 3 ok" in done.stderr


def test_one_file_of_an_archive(site: SmallSite) -> None:
    keep(site, captured(site, "n73"))
    keep(site, captured(site, "n95"))
    first, _ = sorted((site.folder / "archive").iterdir())
    done = site.run("extract", "--rules", "rules", "--archive", str(first))
    assert [line["url"] for line in lines(done)] == [site.url("n73")]


def test_what_is_no_page_is_passed_over(site: SmallSite) -> None:
    xhtml = captured(site, "n73", headers=(("content-type", "Application/XHTML+xml"),))
    _, _, _, name = keep(
        site,
        captured(site, "n73", status=404),
        captured(site, "n73", headers=(("Content-Type", "image/png"),)),
        captured(site, "n73", headers=()),
        xhtml,
    )
    assert [line["file"] for line in lines(site.run(*ARCHIVE))] == [name]


def test_the_header_tells_the_encoding(site: SmallSite) -> None:
    page = (site.folder / "n73.html").read_bytes().decode("gbk").encode("utf-16-le")
    header = ("Content-Type", "text/html; charset=utf-16le")
    keep(site, captured(site, "n73", body=page, headers=(header,)))
    assert "直板" in site.run(*ARCHIVE).stdout


def test_an_archive_cut_off_gives_what_can_be_read(site: SmallSite) -> None:
    keep(site, captured(site, "n73"), captured(site, "n95"))
    (file,) = (site.folder / "archive").iterdir()
    file.write_bytes(file.read_bytes()[:-10])
    keep(site, captured(site, "6300"))
    done = site.run(*ARCHIVE)
    assert done.exit_code == 1
    assert [line["url"] for line in lines(done)] == [site.url("n73"), site.url("6300")]
    assert f"Error: {file.name}: record at byte" in done.stderr
    assert "is cut off" in done.stderr
    assert "Pages: 3; 2 ok, 1 unreadable" in done.stderr


def test_an_archive_without_pages(site: SmallSite) -> None:
    keep(site, captured(site, "n73", status=500))
    done = site.run(*ARCHIVE)
    assert done.exit_code == 0
    assert (done.stdout, done.stderr) == ("", "Pages: 0\n")


def test_a_folder_that_holds_no_archive(site: SmallSite) -> None:
    (site.folder / "archive").mkdir()
    done = site.run(*ARCHIVE)
    assert done.exit_code == 1
    assert "archive: holds no archive (*.warc.gz or *.warc)" in done.stderr


def test_a_file_that_is_no_archive(site: SmallSite) -> None:
    done = site.run("extract", "--rules", "rules", "--archive", "n95.html")
    assert done.exit_code == 1
    assert "n95.html: record at byte 0 cannot be read" in done.stderr


@pytest.mark.parametrize(
    "more",
    [
        ["--manifest", "pages.jsonl"],
        ["n95.html"],
        ["--url", "http://a.example/"],
        ["--url", "http://a.example/", "n95.html"],
    ],
)
def test_an_archive_goes_with_no_other_pages(site: SmallSite, more: list[str]) -> None:
    (site.folder / "archive").mkdir()
    done = site.run(*ARCHIVE, *more)
    assert done.exit_code == 2
    assert "or --archive PATH, or" in done.stderr


def test_an_archive_that_is_not_there(site: SmallSite, tmp_path: Path) -> None:
    assert not (tmp_path / "archive").exists()
    done = site.run(*ARCHIVE)
    assert done.exit_code == 2
    assert "'archive' does not exist" in done.stderr
