"""Saved pages are found, given the address they came from, and answered as their host did."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis.strategies import binary, text

from pages.page import Page
from specseek.saved_pages import address, saved_file
from specseek.saved_web import SavedWeb
from spider.links.page_links import read_links
from tests.store.small_archive import archive, capture

if TYPE_CHECKING:
    from pathlib import Path


def save(folder: Path, name: str, *head: str, body: str = "") -> None:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"<html><head>{''.join(head)}</head><body>{body or name}</body></html>")


def opened(folder: Path) -> tuple[SavedWeb, list[str]]:
    warnings: list[str] = []
    return SavedWeb(folder, warnings.append), warnings


def addresses(folder: Path) -> list[str]:
    """What the pages to begin at link to."""
    web, warnings = opened(folder)
    assert not warnings
    found = []
    for seed in web.seeds.values():
        found += links_of(web, seed)
    return found


def links_of(web: SavedWeb, url: str) -> list[str]:
    response = web.fetch(url)
    page = Page.read(response.body, url, response.content_type)
    return [link.url for link in read_links(page).links]


CANONICAL = '<link href="https://www.shop.example/p/1" rel="canonical">'
OG_URL = '<meta property="og:url" content="https://www.shop.example/p/2">'
SAVED_FROM = "<!-- saved from url=(0030)https://www.shop.example/p/3 -->"
BASE = '<base href="https://www.shop.example/p/4">'
BASE_FOLDER = '<base href="https://www.shop.example/p/">'


@pytest.mark.parametrize(
    ("name", "head", "url"),
    [
        ("a.html", (BASE, SAVED_FROM, OG_URL, CANONICAL), "http://www.shop.example/p/1"),
        ("a.html", (BASE, SAVED_FROM, OG_URL), "http://www.shop.example/p/2"),
        ("a.html", (BASE, SAVED_FROM), "http://www.shop.example/p/3"),
        ("a.html", (BASE,), "http://www.shop.example/p/4"),
        ("my page.html", (BASE_FOLDER,), "http://www.shop.example/p/my%20page.html"),
        ("a.html", (BASE, '<link rel=canonical href="5">'), "http://www.shop.example/p/5"),
        ("www.shop.example/p/a.html", (), "http://www.shop.example/p/a.html"),
        ("www.shop.example/p.asp?id=7", (), "http://www.shop.example/p.asp?id=7"),
        ("shop/index.php", (CANONICAL,), "http://www.shop.example/p/1"),
        ("Best Shop/p/a.html", (), "http://best-shop.example/p/a.html"),
        ("相机/一.html", (), "http://xn--nqv636a.example/%E4%B8%80.html"),
        # A private address tells nothing: no crawl would ask for it.
        ("shop/a.html", ('<base href="http://localhost:3000/a">',), "http://shop.example/a.html"),
    ],
)
def test_a_page_or_its_folders_tell_the_address(
    tmp_path: Path, name: str, head: tuple[str, ...], url: str
) -> None:
    save(tmp_path, name, *head)
    assert addresses(tmp_path) == [url]


def test_a_folder_of_files_alone_gives_the_host_its_name(tmp_path: Path) -> None:
    save(tmp_path / "cameras" / "pages", "a.html")
    assert addresses(tmp_path / "cameras") == ["http://cameras.example/pages/a.html"]


@pytest.mark.parametrize(
    "manifest",
    [
        {"manifest.jsonl": '{"file": "a.html", "url": "http://shop.example/x"}\n\n'},
        {"gold.json": '{"a.html": {"url": "http://shop.example/x", "pairs": []}}'},
        {"all.json": '[{"file": "a.html", "url": "http://shop.example/x"}, 3]'},
    ],
)
@pytest.mark.parametrize("place", ["", "pages"])
def test_a_manifest_tells_it_before_the_page_does(
    tmp_path: Path, manifest: dict[str, str], place: str
) -> None:
    save(tmp_path / place, "a.html", CANONICAL)
    for name, content in manifest.items():
        (tmp_path / name).write_text(content)
    assert addresses(tmp_path) == ["http://shop.example/x"]


def test_captures_of_an_archive_are_answered_as_they_came(tmp_path: Path) -> None:
    html = ("Content-Type", "text/html; charset=gbk")
    moved = ("Location", "/new")
    archive(
        tmp_path,
        capture("诺基亚".encode("gbk"), html, url="https://shop.example/new"),
        capture(b"", moved, url="https://shop.example/old", status=301),
        capture(b"GIF89a", ("Content-Type", "image/gif"), url="https://shop.example/1.gif"),
    )
    assert addresses(tmp_path) == ["http://shop.example/new"]
    web, _ = opened(tmp_path)
    page = web.fetch("http://shop.example/new")
    assert (page.content_type, page.body.decode("gbk")) == ("text/html; charset=gbk", "诺基亚")
    old = web.fetch("http://shop.example/old")
    assert (old.status, old.location) == (301, "http://shop.example/new")
    assert web.fetch("http://shop.example/1.gif").content_type == "image/gif"


def test_two_pages_that_claim_one_address_are_both_served(tmp_path: Path) -> None:
    for name in ("a.html", "b.html"):
        save(tmp_path / "shop", name, '<link rel=canonical href="https://www.shop.example/p">')
    assert addresses(tmp_path) == ["http://www.shop.example/p", "http://shop.example/b.html"]


def test_each_host_has_robots_txt_and_pages_to_begin_at(tmp_path: Path) -> None:
    for number in range(501):
        save(tmp_path, f"www.shop.example/{number:03}.html", "<title>Camera &amp; bag</title>")
    web, _ = opened(tmp_path)
    assert web.seeds == {"www.shop.example": "http://www.shop.example/"}
    assert web.pages == {"www.shop.example": 501}
    robots = web.fetch("http://www.shop.example/robots.txt")
    assert (robots.status, robots.body) == (200, b"User-agent: *\nDisallow:\n")
    assert b">Camera &amp; bag</a>" in web.fetch("http://www.shop.example/").body
    *pages, following = links_of(web, "http://www.shop.example/")
    assert len(pages) == 500
    assert links_of(web, following) == ["http://www.shop.example/500.html"]


def test_a_saved_home_page_stays_what_it_was(tmp_path: Path) -> None:
    save(tmp_path, "www.shop.example/index.html", body="Welcome")
    web, _ = opened(tmp_path)
    assert web.seeds == {"www.shop.example": "http://www.shop.example/saved-pages"}
    assert b"Welcome" in web.fetch("http://www.shop.example/").body


def test_what_is_not_saved_is_not_found_whatever_the_host(tmp_path: Path) -> None:
    save(tmp_path, "www.shop.example/a.html")
    web, _ = opened(tmp_path)
    assert web.fetch("http://www.shop.example/b.html").status == 404
    assert web.fetch("http://img.shop.example/b.gif").status == 404
    assert web.fetch("http://other.example/").status == 404
    assert web.fetch("http://other.example/robots.txt").status == 200
    assert web.fetch("http://[/").status == 404


def test_addresses_in_pages_lead_to_http(tmp_path: Path) -> None:
    links = '<a href="https://img.shop.example/x">x</a> {"url": "https:\\/\\/www.shop.example\\/y"}'
    save(tmp_path, "www.shop.example/a.html", body=links)
    body = opened(tmp_path)[0].fetch("http://www.shop.example/a.html").body.decode()
    assert '"http://img.shop.example/x"' in body
    assert '"http:\\/\\/www.shop.example\\/y"' in body


def test_one_file_is_enough(tmp_path: Path) -> None:
    save(tmp_path, "www.shop.example/p/a.html")
    save(tmp_path, "shop/page")
    (tmp_path / "shop" / "m.jsonl").write_text('{"file": "page", "url": "http://shop.example/7"}')
    (tmp_path / "link").symlink_to(tmp_path / "shop" / "page")
    found = [
        saved_file(tmp_path / name, fail)
        for name in ("www.shop.example/p/a.html", "shop/page", "link")
    ]
    assert [one.url for one in found if one] == [
        "http://www.shop.example/p/a.html",
        "http://shop.example/7",
        "http://shop.example/7",
    ]


def fail(text: str) -> None:
    raise AssertionError(text)


# Bad and hostile files.


def test_nothing_outside_the_folder_is_served(tmp_path: Path) -> None:
    save(tmp_path, "secret.html", body="secret")
    folder = tmp_path / "www.shop.example"
    save(folder, "a.html")
    (folder / "link.html").symlink_to(tmp_path / "secret.html")
    (folder / "up").symlink_to(tmp_path)
    lines = [{"file": "../secret.html", "url": "http://www.shop.example/s"}]
    (folder / "m.jsonl").write_text("\n".join(map(json.dumps, lines)))
    web, warnings = opened(folder)
    assert warnings == [
        "link.html: is no file of the folder",
        "m.jsonl: has no file '../secret.html' beside it",
    ]
    for path in ("s", "link.html", "../secret.html", "%2e%2e/secret.html", "up/secret.html"):
        response = web.fetch(f"http://www.shop.example/{path}")
        assert (response.status, b"secret\n" in response.body) == (404, False)


def test_a_file_that_becomes_a_link_to_elsewhere_is_not_served(tmp_path: Path) -> None:
    save(tmp_path, "secret.html", body="secret")
    folder = tmp_path / "www.shop.example"
    save(folder, "a.html")
    web, _ = opened(folder)
    (folder / "a.html").unlink()
    (folder / "a.html").symlink_to(tmp_path / "secret.html")
    assert web.fetch("http://www.shop.example/a.html").status == 404


def test_a_bad_file_costs_that_file(tmp_path: Path) -> None:
    save(tmp_path, "www.shop.example/a.html")
    (tmp_path / "broken.warc.gz").write_bytes(b"\x1f\x8bbroken")
    (tmp_path / "m.jsonl").write_text('{"file": "x.html", "url": 3}\n{"file"')
    (tmp_path / "deep.json").write_text("[" * 100_000)
    (tmp_path / "www.shop.example" / "gone.html").symlink_to("nowhere")
    web, warnings = opened(tmp_path)
    assert web.pages == {"www.shop.example": 1}
    names = [warning.partition(":")[0] for warning in warnings]
    assert names == ["www.shop.example/gone.html", "deep.json", "m.jsonl", "broken.warc.gz"]


@given(head=binary(max_size=300))
def test_any_bytes_can_be_a_page(tmp_path_factory: pytest.TempPathFactory, head: bytes) -> None:
    folder = tmp_path_factory.mktemp("pages")
    (folder / "a.html").write_bytes(b"<title>x" + head + b"<base href='//" + head)
    web, _ = opened(folder)
    assert web.pages.total() == 1


@given(text(max_size=80))
def test_any_text_can_be_asked_for(url: str) -> None:
    found = address(url)
    assert found is None or (found.startswith("http://") and address(found) == found)
