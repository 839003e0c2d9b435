"""Pages that are too much of something."""

from samples.hostile import HostileWeb

WEB = HostileWeb()
HERE = "http://evil.hostile.example/markup"


def body(name: str) -> bytes:
    return WEB.fetch(f"{HERE}/{name}/").body


def test_a_page_has_a_hundred_thousand_links_that_lead_nowhere() -> None:
    assert body("many-links").count(b"<a href=") == 100_000
    assert WEB.fetch(f"{HERE}/many-links/99999.html").status == 404


def test_a_link_is_a_megabyte_long() -> None:
    assert b'"' + b"a" * 2**20 + b'"' in body("long-link")


def test_tags_are_nested_deeper_than_any_tree() -> None:
    assert body("nested-tags").count(b"<div>") == body("nested-tags").count(b"</div>") == 200_000
    assert b"<div>" * 200_000 in body("nested-tags")


def test_tags_are_opened_and_never_closed() -> None:
    page = body("unclosed-tags")
    assert page.count(b"<table>") == 50_000
    assert b"</table>" not in page


def test_a_page_asks_to_be_loaded_again_and_again() -> None:
    assert b'http-equiv="refresh" content="0"' in body("refresh-loop")
