"""Pages that people bring, forms that nobody sends, files that are damaged, pages that attack."""

from __future__ import annotations

from html import unescape
from io import BytesIO
from typing import TYPE_CHECKING

from tests.search_ui.access.log_in import token_in
from tests.search_ui.labelling.sent_form import COLUMNS, rows

if TYPE_CHECKING:
    from tests.search_ui.labelling.conftest import LabellingSite

SITE = "pcpop.example"


def test_an_uploaded_page_becomes_a_draft(labelling: LabellingSite) -> None:
    page = labelling.pages[0]
    answer = labelling.post("/label/upload", page=(BytesIO(page.body), "a.html"), url=page.url)
    assert answer.status_code == 303
    shown = labelling.admin.get(answer.location).text
    assert {pair.attribute for pair in page.gold} == set(filter(None, rows(shown)["attribute"]))


NO_PAGES = (
    (b"<p>x", "javascript:alert(1)", "javascript is not of the web"),
    (b"<p>x", "phone.html", "is not of the web"),
    (b"<p>x", "http://", "the host is missing"),
    (b"<p>x", f"http://a.example/{'a' * 2000}", "at most 2000"),
    (b"", "http://a.example/", "no file was chosen"),
    (b"<script>x</script>", "http://a.example/", "shows no text"),
    (b"<p>x" * 20_001, "http://a.example/", "at most 20,000"),
)


def test_what_is_no_page_is_refused_in_plain_words(labelling: LabellingSite) -> None:
    for body, url, words in NO_PAGES:
        answer = labelling.post("/label/upload", page=(BytesIO(body), "a.html"), url=url)
        assert answer.status_code == 422
        assert words in unescape(answer.text)
    assert labelling.post("/label/upload", url="http://a.example/").status_code == 422


def test_a_file_that_is_too_large_is_refused(labelling: LabellingSite) -> None:
    token = token_in(labelling.admin.get("/label").text).encode()
    parts = {b"csrf_token": token, b"url": b"http://a.example/"}
    page = b'Content-Disposition: form-data; name="page"; filename="a.html"'
    heads = [(b'Content-Disposition: form-data; name="%b"' % name, parts[name]) for name in parts]
    body = b"".join(
        b"--x\r\n%b\r\n\r\n%b\r\n" % part for part in (*heads, (page, b"<p>x" * 2_000_001))
    )
    answer = labelling.admin.post(
        "/label/upload", data=body + b"--x--", content_type="multipart/form-data; boundary=x"
    )
    assert answer.status_code == 422
    assert "larger than the 8,000,000 bytes" in answer.text


def test_damages_are_told_in_plain_words(labelling: LabellingSite) -> None:
    folder = labelling.rules / "phones"
    folder.mkdir(parents=True)
    (folder / f"{SITE}.yaml").write_text("source: 7")
    assert labelling.admin.get("/label").status_code == 200
    broken = labelling.admin.get(f"/label/site/{SITE}")
    assert broken.status_code == 422
    assert f"{SITE}.yaml:1" in broken.text
    assert f"{SITE}.yaml:1" in labelling.admin.get(f"/label/page/{labelling.key()}").text
    for file in (labelling.data / "archive").iterdir():
        file.write_bytes(b"")
    lost = labelling.admin.get(f"/label/page/{labelling.key()}")
    assert lost.status_code == 422
    assert "cannot be read from the archive" in lost.text


def test_a_page_that_is_not_there(labelling: LabellingSite) -> None:
    keys = ("s999", "sx", "s-1", "s١", "d..", "d" + "0" * 16, "x1", "s" + "9" * 30)
    for path in (f"/label/page/{key}{more}" for key in keys for more in ("", "/look")):
        assert labelling.admin.get(path).status_code == 404
    assert labelling.admin.get("/label/site/no.example").status_code == 404


def test_forms_that_the_page_never_sends(labelling: LabellingSite) -> None:
    for form in (
        {**dict.fromkeys(COLUMNS, ""), "attribute": "<script>alert(1)</script>", "name": "x"},
        {"name": "x"},
        {**dict.fromkeys(COLUMNS, ""), "name": "x", "name_leaf": "99999"},
        {"tool": "hammer"},
    ):
        answer = labelling.post(f"/label/page/{labelling.key()}", **form)
        assert answer.status_code == 422
        assert "<script>alert" not in answer.text


def test_marks_beyond_the_page_do_nothing(labelling: LabellingSite) -> None:
    path = f"/label/page/{labelling.key()}"
    for leaf in ("99999", "-1", "x", "٣"):
        assert labelling.post(path, mark=leaf, part="pairs").status_code == 200


def test_hostile_pages_are_text_and_nothing_else(labelling: LabellingSite) -> None:
    evil = "\"'><script>alert(1)</script>\u202e\0"
    body = (
        f"<title>{evil}</title><h1>&lt;script&gt;alert(1)&lt;/script&gt;</h1><ul>"
        "<li>重量：&quot;&gt;&lt;img src=x onerror=alert(1)&gt;<li>电池容量：{{ 7 * 7 }}"
        f"<li>主屏尺寸：{'长' * 100_000}</ul>"
    )
    url = "http://a.example/<script>alert(1)</script>"
    brought = labelling.post("/label/upload", page=(BytesIO(body.encode()), "a.html"), url=url)
    page = labelling.admin.get(brought.location).text
    assert "{{ 7 * 7 }}" in page
    for shown in (page, labelling.admin.get("/label").text):
        assert "<script>alert" not in shown
        assert "<img src=x" not in shown
    assert len(page) < 700_000
