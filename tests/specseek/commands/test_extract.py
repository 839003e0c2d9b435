from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from store.archive import Capture
from store.archive_writer import ArchiveWriter
from tests.specseek.commands.broken_reader import break_on

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

    from tests.specseek.commands.conftest import SmallSite


MANIFEST = ("extract", "--rules", "rules", "--manifest", "pages.jsonl")


def lines(result: Result) -> list[Any]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def shown(line: dict[str, Any]) -> dict[str, str]:
    (record,) = line["records"]
    return {pair["name"]: pair["value"] for pair in record["pairs"]}


def test_every_page_of_a_manifest_in_order(site: SmallSite) -> None:
    site.train("n95")
    done = site.run(*MANIFEST)
    assert done.exit_code == 0
    first, second, third = lines(done)
    assert list(first) == ["file", "url", "status", "rule", "records"]
    assert [first["file"], second["file"], third["file"]] == ["n95.html", "n73.html", "6300.html"]
    assert {line["status"] for line in (first, second, third)} == {"ok"}
    assert shown(second) == {"参考价格": "￥1580", "上市时间": "2006年8月", "手机外形": "直板"}
    assert "Pages: 3; 3 ok" in done.stderr


def test_a_name_that_no_sample_showed_has_no_attribute(site: SmallSite) -> None:
    site.train("n95")
    *_, line = lines(site.run(*MANIFEST))
    (record,) = line["records"]
    known = {pair["name"]: (pair["attribute"], pair["value"]) for pair in record["pairs"]}
    assert known["电子字典"] == (None, "支持")
    assert known["参考价格"] == ("参考价格", "￥1020")


def test_a_pair_tells_how_it_was_read_and_how_sure_that_is(site: SmallSite) -> None:
    site.train("n95")
    first, *_, line = lines(site.run(*MANIFEST))
    by = {pair["by"] for pair in first["records"][0]["pairs"]}
    assert by == {"area"}
    sure = {pair["name"]: pair["confidence"] for pair in line["records"][0]["pairs"]}
    assert all(0.5 <= one <= 1 for one in sure.values())


def test_one_page_by_its_url(site: SmallSite) -> None:
    site.train("n95")
    done = site.run("extract", "--rules", "rules", "--url", site.url("n73"), "n73.html")
    (line,) = lines(done)
    assert (line["file"], line["url"], line["status"]) == ("n73.html", site.url("n73"), "ok")
    assert "直板" in done.stdout  # Chinese stands as it is, not escaped


def test_a_site_without_rules_is_read_all_the_same(site: SmallSite) -> None:
    site.train("n95")
    other = "https://other.example/n95.html"
    done = site.run("extract", "--rules", "rules", "--url", other, "n95.html")
    assert done.exit_code == 0
    (line,) = lines(done)
    assert (line["status"], line["rule"]) == ("read", None)
    assert shown(line)["参考价格"] == "￥2350"
    facts = {fact["role"]: fact["value"] for fact in line["records"][0]["facts"]}
    assert facts["name"] == "诺基亚 n95"


def test_without_rules_the_topic_that_fits_names_the_attributes(site: SmallSite) -> None:
    done = site.run("extract", "--manifest", "pages.jsonl")
    assert done.exit_code == 0
    assert {line["status"] for line in lines(done)} == {"read"}
    (record,) = lines(done)[0]["records"]
    attributes = {pair["name"]: pair["attribute"] for pair in record["pairs"]}
    assert attributes["上市时间"] == "上市时间"
    assert "Pages: 3; 3 read" in done.stderr


def test_what_is_less_sure_than_asked_for_is_left_out(site: SmallSite) -> None:
    done = site.run("extract", "--least", "1", "--url", site.url("n95"), "n95.html")
    assert done.exit_code == 0
    (line,) = lines(done)
    assert (line["status"], line["records"]) == ("no-match", [])


def test_a_page_that_breaks_the_reader_costs_that_page(
    site: SmallSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.train("n95")
    break_on(monkeypatch, "batch.record_lines.extract", site.url("n73"))
    done = site.run(*MANIFEST)
    assert done.exit_code == 1
    assert [line["status"] for line in lines(done)] == ["ok", "refused", "ok"]
    assert lines(done)[1]["why"] == "ValueError: broken"
    assert lines(done)[1]["records"] == []
    assert "n73.html: cannot be parsed: ValueError: broken" in done.stderr


def test_pages_that_cannot_be_read_do_not_stop_the_others(site: SmallSite) -> None:
    site.train("n95")
    files = ["missing.html", "n95.html", "rules", "n\0.html", "n73.html"]
    site.write_lines("pages.jsonl", [{"file": file, "url": site.url("n95")} for file in files])
    done = site.run(*MANIFEST)
    assert done.exit_code == 1
    assert [line["file"] for line in lines(done)] == ["n95.html", "n73.html"]
    assert "missing.html: cannot be read: No such file or directory" in done.stderr
    assert "rules: cannot be read: Is a directory" in done.stderr
    assert "Pages: 5; 3 unreadable, 2 ok" in done.stderr


def test_a_bad_manifest_line_is_found_before_any_page_is_read(site: SmallSite) -> None:
    site.train("n95")
    with (site.folder / "pages.jsonl").open("a") as manifest:
        manifest.write('{"file": "n95.html"}\n')
    done = site.run(*MANIFEST)
    assert done.exit_code == 1
    assert not done.stdout
    assert "pages.jsonl:4:1: url: Field required" in done.stderr


def test_a_broken_rule_file_is_named(site: SmallSite) -> None:
    site.train("n95")
    (rule_file,) = (site.folder / "rules").rglob("*.yaml")
    rule_file.write_text("layouts: [\n")
    done = site.run(*MANIFEST)
    assert done.exit_code == 1
    assert rule_file.name in done.stderr
    assert not done.stdout


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--rules", "rules"], "Give either --manifest M.jsonl, or"),
        (["--rules", "rules", "n95.html"], "Give either"),
        (["--rules", "rules", "--manifest", "pages.jsonl", "n95.html"], "Give either"),
        (["--rules", "none", "--manifest", "pages.jsonl"], "'none' does not exist"),
        (["--rules", "rules", "--manifest", "none.jsonl"], "'none.jsonl' does not exist"),
        (["--rules", "rules", "--url", "n95", "n95.html"], "'n95' is not a web address"),
        (["--rules", "rules", "--url", "http://a.example", "none.html"], "'none.html' does not"),
        (["--manifest", "pages.jsonl", "--least", "2"], "2.0 is not in the range"),
    ],
)
def test_a_wrong_call_says_what_is_wrong(site: SmallSite, wrong: list[str], said: str) -> None:
    site.train("n95")
    done = site.run("extract", *wrong)
    assert done.exit_code == 2
    assert said in done.stderr


ARCHIVE = ("extract", "--rules", "rules", "--archive", "archive")
HTML = ("Content-Type", "text/html; charset=gbk")


def archive_lines(result: Result) -> list[Any]:
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
    assert [line["file"] for line in archive_lines(done)] == names
    assert [line["url"] for line in archive_lines(done)] == [one.url for one in kept]
    assert list(archive_lines(done)[0]) == ["file", "url", "status", "rule", "records"]
    pairs = archive_lines(done)[0]["records"][0]["pairs"]
    assert {pair["attribute"]: pair["value"] for pair in pairs}["手机外形"] == "直板"
    assert "Pages: 3; 3 ok" in done.stderr


def test_one_file_of_an_archive(site: SmallSite) -> None:
    keep(site, captured(site, "n73"))
    keep(site, captured(site, "n95"))
    first, _ = sorted((site.folder / "archive").iterdir())
    done = site.run("extract", "--rules", "rules", "--archive", str(first))
    assert [line["url"] for line in archive_lines(done)] == [site.url("n73")]


def test_what_is_no_page_is_passed_over(site: SmallSite) -> None:
    xhtml = captured(site, "n73", headers=(("content-type", "Application/XHTML+xml"),))
    _, _, _, name = keep(
        site,
        captured(site, "n73", status=404),
        captured(site, "n73", headers=(("Content-Type", "image/png"),)),
        captured(site, "n73", headers=()),
        xhtml,
    )
    assert [line["file"] for line in archive_lines(site.run(*ARCHIVE))] == [name]


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
    assert [line["url"] for line in archive_lines(done)] == [
        site.url("n73"),
        site.url("6300"),
    ]
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
    assert "archive: contains no archive (*.warc.gz or *.warc)" in done.stderr


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


DATA = """<script type="application/ld+json">{"@type": "Product", "name": "N95", "sku": "4711",
  "additionalProperty": [{"@type": "PropertyValue", "name": "Battery", "value": "950",
  "unitText": "mAh"}, {"@type": "PropertyValue", "name": "颜色", "value": "黑色"}]}</script>"""


def test_additional_properties_of_embedded_data_are_read_without_rules(site: SmallSite) -> None:
    (site.folder / "data.html").write_text(f"<h1>N95</h1>{DATA}<div id=app></div>", "utf-8")
    (line,) = lines(site.run("extract", "--url", "https://shop.example/n95", "data.html"))
    assert line["status"] == "read"
    assert shown(line) == {"Battery": "950 mAh", "颜色": "黑色"}
    (record,) = line["records"]
    assert {pair["by"] for pair in record["pairs"]} == {"embedded"}
    assert {"name", "sku"} <= {fact["role"] for fact in record["facts"]}


def test_embedded_data_adds_only_names_that_the_page_does_not_show(site: SmallSite) -> None:
    rows = "".join(
        f"<tr><th>{name}</th><td>{value}</td></tr>"
        for name, value in (("Battery", "950 mAh (BL-5F)"), ("Screen", "2.6 in"), ("RAM", "64 MB"))
    )
    body = f"<title>N95</title><h1>N95</h1>{DATA}<table>{rows}</table>"
    (site.folder / "both.html").write_text(body, "utf-8")
    (line,) = lines(site.run("extract", "--url", "https://shop.example/n95", "both.html"))
    assert shown(line)["Battery"] == "950 mAh (BL-5F)"
    assert shown(line)["颜色"] == "黑色"
