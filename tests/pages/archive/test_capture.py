from __future__ import annotations

from pages.archive.capture import Place, payload_digest
from tests.pages.archive.small_archive import capture


def test_a_header_is_found_in_any_case_the_first_of_its_name() -> None:
    kept = capture(b"", ("ETag", "a"), ("CONTENT-type", "text/html"), ("etag", "b"))
    assert kept.content_type == "text/html"
    assert kept.header("etag") == "a"
    assert kept.header("vary") == ""


def test_a_place_tells_its_end() -> None:
    assert Place("a.warc.gz", 100, 20).end == 120


def test_digests_are_written_as_warc_files_have_them() -> None:
    assert payload_digest(b"") == "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"
