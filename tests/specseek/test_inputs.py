import tracemalloc
from contextlib import suppress
from pathlib import Path

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import FileProblems
from pages.page import Page
from rules.page_rows import rows_of
from specseek.inputs import InputReader, PageInputs, PageManifest, RowCache, web_address


def manifest(folder: Path, body: str | bytes) -> PageManifest:
    path = folder / "pages.jsonl"
    path.write_bytes(body.encode() if isinstance(body, str) else body)
    return PageManifest(path)


def line(file: str) -> str:
    return f'{{"file": "{file}", "url": "https://手机.example/{file}"}}\n'


def test_pages_come_in_the_order_of_the_lines(tmp_path: Path) -> None:
    pages = manifest(tmp_path, line("2.html") + "\n" + line("1.html"))
    assert [page.file for page in pages] == ["2.html", "1.html"]
    assert next(page.url for page in pages) == "https://手机.example/2.html"
    assert pages.checked_length() == 2


def test_byte_order_mark_windows_line_ends_and_further_keys_do_no_harm(tmp_path: Path) -> None:
    body = '\ufeff{"file": "a.html", "url": "", "status": "ok"}\r\n\r\n'
    assert [page.file for page in manifest(tmp_path, body)] == ["a.html"]


def test_a_file_is_looked_for_beside_the_manifest_then_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside, here = tmp_path / "beside", tmp_path / "here"
    beside.mkdir()
    here.mkdir()
    monkeypatch.chdir(here)
    (beside / "both.html").write_text("beside")
    (here / "both.html").write_text("here")
    (here / "only.html").write_text("here")
    both, only = manifest(beside, line("both.html") + line("only.html"))
    assert both.read().body == b"beside"
    assert only.read().body == b"here"


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ('{"file": "a.html", "url"}', "not JSON: expected `:`"),
        ('{"file": "a.html"}', "url: Field required"),
        ('{"file": 3, "url": ""}', "file: Input should be a valid string"),
        ('{"file": "", "url": ""}', "file: String should have at least 1 character"),
        ('["a.html"]', "Input should be an object"),
        ("\0\0", "not JSON: expected value"),
        ("[" * 100_000, "recursion limit exceeded"),
    ],
)
def test_a_bad_line_is_named_with_what_is_allowed(tmp_path: Path, bad: str, said: str) -> None:
    with pytest.raises(FileProblems) as raised:
        manifest(tmp_path, line("good.html") + bad).checked_length()
    assert f"{tmp_path}/pages.jsonl:2:" in str(raised.value)
    assert said in str(raised.value)
    assert 'each line must be like {"file": "page.html"' in str(raised.value)


@pytest.mark.parametrize("empty", ["", "\n \n"])
def test_a_manifest_must_name_a_page(tmp_path: Path, empty: str) -> None:
    with pytest.raises(FileProblems, match="names no page"):
        list(manifest(tmp_path, empty))


@given(body=st.binary() | st.text().map(str.encode))
@settings(max_examples=200, deadline=None)
def test_whatever_the_file_holds_there_are_pages_or_problems(
    tmp_path_factory: pytest.TempPathFactory, body: bytes
) -> None:
    with suppress(FileProblems):
        assert list(manifest(tmp_path_factory.getbasetemp(), body))


def test_a_long_manifest_takes_no_memory(tmp_path: Path) -> None:
    pages = manifest(tmp_path, line("page.html") * 20_000)
    tracemalloc.start()
    try:
        assert pages.checked_length() == 20_000
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 1_000_000


def test_what_breaks_while_a_page_is_opened_costs_that_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest(tmp_path, line("1.html") + line("2.html"))
    for name in ("1.html", "2.html"):
        (tmp_path / name).write_bytes(b"<p>" + name.encode())
    really_read = Page.read

    def read(body: bytes, url: str) -> Page:
        if b"1" in body:
            raise RecursionError
        return really_read(body, url)

    monkeypatch.setattr("specseek.inputs.Page.read", read)
    pages = PageInputs(tmp_path / "pages.jsonl", None, None, None)
    inputs = InputReader(pages, "Reading", lambda _, page: page.body)
    assert [(stored.file, found, why) for stored, found, why in inputs] == [
        ("1.html", None, "RecursionError"),
        ("2.html", b"<p>2.html", ""),
    ]
    with pytest.raises(click.exceptions.Exit):
        inputs.end("1 page")
    told = capsys.readouterr().err
    assert told == "Error: 1.html: cannot be parsed: RecursionError\n1 page\n"


OPTION = click.Option(["--url"])
CONTEXT = click.Context(click.Command("extract"))


@pytest.mark.parametrize(
    "address", ["https://site.example/a?b#c", "http://手机.example", "HTTP://[::1]:8000/", None]
)
def test_an_address_passes_as_it_is(address: str | None) -> None:
    assert web_address(CONTEXT, OPTION, address) == address


@pytest.mark.parametrize(
    "wrong", ["", "site.example/a", "file:///a.html", "http://", "http://[::1"]
)
def test_anything_else_is_called_wrong_with_an_example(wrong: str) -> None:
    with pytest.raises(click.BadParameter, match=r"not a web address; it should be like https://"):
        web_address(CONTEXT, OPTION, wrong)


PAGE = Page.read("<table><tr><th>重量<td>120 克</table>".encode(), "http://shop.example/n95")


def test_rows_are_kept_until_they_are_taken() -> None:
    kept, rows = RowCache(), rows_of(PAGE)
    kept.keep("a.html", PAGE, rows)
    assert kept.take("b.html", PAGE) is None
    assert kept.take("a.html", PAGE) is rows
    assert kept.take("a.html", PAGE) is None


def test_no_more_is_kept_than_there_is_room_for() -> None:
    kept, rows = RowCache(most_bytes=len(PAGE.body)), rows_of(PAGE)
    kept.keep("a.html", PAGE, rows)
    kept.keep("b.html", PAGE, rows)
    assert kept.take("b.html", PAGE) is None
    assert kept.take("a.html", PAGE) is rows
    kept.keep("b.html", PAGE, rows)
    assert kept.take("b.html", PAGE) is rows
