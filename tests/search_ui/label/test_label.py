"""The labelling page, step by step, as a browser without scripts uses it."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from typing import TYPE_CHECKING

from pages.nesting import outline
from pages.page import Page
from pages.sequence import tag_sequence
from rules.extract import extract
from rules.library import LIBRARIES, RuleLibrary
from samples.labels import is_right, page_of
from search_ui.label import MOST_TEXTS, markable_texts
from tests.search_ui.label.sent_form import COLUMNS, corrected, rows
from tests.search_ui.label.stored_site import labelling_site, store
from tests.search_ui.log_in import logged_in, token_in

if TYPE_CHECKING:
    from pathlib import Path

    from tests.search_ui.label.conftest import LabellingSite


SITE = "pcpop.example"


def test_others_than_the_admin_see_and_change_nothing(labelling: LabellingSite) -> None:
    visitor = labelling.app.test_client()
    key = labelling.key()
    for path in ("/label", f"/label/page/{key}", f"/label/page/{key}/look", f"/label/site/{SITE}"):
        answer = visitor.get(path)
        assert answer.status_code == 302
        assert answer.location.startswith("/log-in")
    token = token_in(visitor.get("/log-in").text)
    for path in ("/label/fetch", "/label/upload", f"/label/page/{key}", "/label/draft/0/remove"):
        assert visitor.post(path, data={"csrf_token": token}).status_code == 403
        assert labelling.admin.post(path).status_code == 400  # no token
    assert not labelling.rules.exists()


def test_unread_layouts_are_offered(labelling: LabellingSite) -> None:
    page = labelling.admin.get("/label").text
    assert page.count('class="layout card"') == 1
    assert SITE in page
    assert f"{len(labelling.pages)} 页" in page
    assert re.search(r'class="button" href="/label/page/s\d+"', page)


def test_before_the_first_crawl_pages_can_be_brought(tmp_path: Path) -> None:
    client = logged_in(labelling_site(tmp_path, tmp_path / "rules").test_client(), tmp_path)
    page = client.get("/label").text
    assert "还没有抓取过页面" in page
    assert 'action="/label/upload"' in page
    assert client.get("/label/page/s1").status_code == 404


def test_a_page_proposes_its_pairs_and_shows_what_the_rule_reads(labelling: LabellingSite) -> None:
    page = labelling.admin.get(f"/label/page/{labelling.key()}").text
    gold = labelling.pages[0].gold
    assert {pair.attribute for pair in gold} == set(filter(None, rows(page)["attribute"]))
    assert "source: pcpop.example" in page
    assert f"{len(labelling.pages) - 1} / {len(labelling.pages) - 1} 页提取成功" in page


def test_from_the_proposal_to_a_rule_that_reads_the_other_pages(labelling: LabellingSite) -> None:
    path = f"/label/page/{labelling.key()}"
    form = corrected(rows(labelling.admin.get(path).text))
    answer = labelling.post(path, **form, save="active")
    assert answer.status_code == 303
    assert answer.location == f"/label/site/{SITE}?saved=1"
    library = RuleLibrary(labelling.rules / "phones")
    assert [sample.page.url for sample in library.samples(SITE)] == [labelling.pages[0].url]
    for product in labelling.pages:
        page = page_of(product)
        assert is_right(extract(page, library.rules_for(page.url)).records, product)
    told = labelling.admin.get(answer.location).text
    assert 'class="layout card"' not in told  # what the new rule reads waits for no label
    assert "specseek reread --topic phones --site pcpop.example" in told
    assert labelling.pages[0].url in told


def test_a_second_sample_is_checked_with_the_first(labelling: LabellingSite) -> None:
    for place in (0, -1):
        path = f"/label/page/{labelling.key(place)}"
        form = corrected(rows(labelling.admin.get(path).text))
        assert labelling.post(path, **form, save="active").status_code == 303
    library = RuleLibrary(labelling.rules / "phones")
    assert len(library.samples(SITE)) == 2
    rules = library.rules_for(labelling.pages[0].url)
    assert rules is not None
    assert rules.version == 2


def test_marks_are_made_step_by_step(labelling: LabellingSite) -> None:
    path = f"/label/page/{labelling.key()}"
    page = labelling.admin.get(path).text
    number = {
        unescape(text): int(leaf)
        for leaf, text in re.findall(r'name="mark" value="(\d+)".*?<bdi>(.*?)</bdi>', page)
    }
    begun = labelling.post(path, tool="name", mark=number["主屏尺寸"], part="pairs").text
    assert rows(begun)["name"] == ["主屏尺寸", ""]
    assert 'value="value" checked' in begun
    value = labelling.pages[0].gold[4].value
    done = labelling.post(
        path, **rows(begun), current=0, tool="value", mark=number[value], part="pairs"
    ).text
    assert rows(done)["value"] == [value, ""]
    assert rows(done)["attribute"] == ["主屏尺寸", ""]
    gone = labelling.post(path, **rows(done), remove=0, part="pairs").text
    assert rows(gone)["name"] == [""]


def test_a_picture_is_marked_by_its_number_and_gives_a_rule(labelling: LabellingSite) -> None:
    path = f"/label/page/{labelling.key()}"
    frame = labelling.admin.get(f"{path}/look").text
    number = re.findall(r'<specseek-picture n="(\d+)"', frame)[0]
    form = corrected(rows(labelling.admin.get(path).text))
    marked = labelling.post(path, **form, picture=number, part="pairs").text
    again = labelling.post(path, **rows(marked), picture=number, part="pairs").text
    assert rows(again) == rows(marked)
    at = rows(marked)["attribute"].index("picture")
    assert "/" in rows(marked)["value"][at]
    assert labelling.post(path, **rows(marked), save="active").status_code == 303
    rules = RuleLibrary(labelling.rules / "phones").rules_for(labelling.pages[0].url)
    assert rules is not None
    assert len(rules.pictures) == 1
    for nothing in ("0", "99999999", "-1"):
        same = labelling.post(path, **rows(marked), picture=nothing, part="pairs").text
        assert rows(same) == rows(marked)


def test_the_texts_of_the_whole_page_are_shown_on_demand(labelling: LabellingSite) -> None:
    path = f"/label/page/{labelling.key()}"
    page = labelling.admin.get(path).text
    assert f'formaction="{path}?whole=1"' in page
    whole = labelling.post(f"{path}?whole=1", **rows(page)).text
    assert whole.count('name="mark"') > page.count('name="mark"')
    assert rows(whole) == rows(page)


def test_parts_of_the_page_come_alone(labelling: LabellingSite) -> None:
    path = f"/label/page/{labelling.key()}"
    form = rows(labelling.admin.get(path).text)
    trial = labelling.post(path, **form, part="trial").text
    assert trial.lstrip().startswith('<div class="trial-part">')
    pairs = labelling.post(path, **form, part="pairs").text
    assert pairs.lstrip().startswith('<div class="pairs-part"')
    assert rows(pairs)["value"][:-1] == form["value"][:-1]


def test_what_cannot_be_learned_is_told_and_nothing_is_saved(labelling: LabellingSite) -> None:
    path = f"/label/page/{labelling.key()}"
    nowhere = {**dict.fromkeys(COLUMNS, ""), "attribute": "重量", "name": "x", "value": "nowhere"}
    tried = labelling.post(path, **nowhere)
    assert "none of the example values is on the page" in tried.text
    refused = labelling.post(path, **nowhere, save="active")
    assert refused.status_code == 422
    assert "nowhere" in refused.text
    assert rows(refused.text)["value"][0] == "nowhere"  # nothing typed is lost
    assert not labelling.rules.exists()


def test_rules_without_their_samples_are_not_overwritten(labelling: LabellingSite) -> None:
    app = labelling_site(labelling.data, LIBRARIES)
    client = logged_in(app.test_client(), labelling.data)
    page = client.get(f"/label/page/{labelling.key()}").text
    assert "learned from pages that are not in" in page
    assert "use another folder of rules" in page


def test_a_folder_that_cannot_be_written_is_told_with_what_to_do(labelling: LabellingSite) -> None:
    labelling.rules.write_text("no folder")
    path = f"/label/page/{labelling.key()}"
    answer = labelling.post(path, **rows(labelling.admin.get(path).text), save="active")
    assert answer.status_code == 422
    assert "Set `rules` in specseek.toml" in unescape(answer.text)


def test_differences_to_the_ledger_are_shown(labelling: LabellingSite, tmp_path: Path) -> None:
    path = f"/label/page/{labelling.key()}"
    labelling.post(path, **corrected(rows(labelling.admin.get(path).text)), save="active")
    data = tmp_path / "read before"
    numbers = store(data, labelling.pages, labelling.rules)
    anew = labelling_site(data, tmp_path / "other rules")
    client = logged_in(anew.test_client(), data)
    page = client.get(f"/label/page/s{numbers[labelling.pages[1].url]}").text
    assert 'class="state state-same"' in page
    assert 'class="state state-changed"' in page  # remarks beside prices, which nobody took out
    assert "原来：￥" in page


def test_drafts_are_kept_continued_and_thrown_away(labelling: LabellingSite) -> None:
    path = f"/label/page/{labelling.key()}"
    form = rows(labelling.admin.get(path).text)
    some = {column: values[:3] for column, values in form.items()}
    draft = labelling.post(path, **some, save="draft").location
    assert draft.startswith("/label/page/d")
    again = rows(labelling.admin.get(draft).text)
    assert again["value"][:-1] == some["value"]
    assert again["name_leaf"][:-1] == some["name_leaf"]
    assert labelling.pages[0].url in labelling.admin.get("/label").text
    labelling.post(f"/label/draft/{draft.rpartition('/d')[2]}/remove")
    assert labelling.admin.get(draft).status_code == 404
    assert not labelling.rules.exists()


def test_a_draft_that_becomes_a_rule_is_gone(labelling: LabellingSite) -> None:
    path = f"/label/page/{labelling.key()}"
    draft = labelling.post(path, **rows(labelling.admin.get(path).text), save="draft").location
    labelling.post(draft, **rows(labelling.admin.get(draft).text), save="active")
    assert labelling.admin.get(draft).status_code == 404


# The tag sequence as a list of texts.


PAGE = Page.read("<p>0</p><table><tr><th>重量</th><td><b>102</b> 克</td></tr></table>".encode(), "")


def test_each_text_with_its_tag_of_the_sequence() -> None:
    shown = markable_texts(outline(PAGE), range(0)).shown
    names = tag_sequence(PAGE).names
    assert [(text.text, names[text.tag - 1]) for text in shown] == [
        *(("0", "p"), ("重量", "th"), ("102", "b"), ("克", "b"))
    ]
    assert [text.tags for text in shown] == ["p", "table*tr*th", "td*b", ""]


def test_a_region_comes_with_a_few_texts_around_it() -> None:
    many = outline(Page.read(b"<p>x" * 100, ""))
    found = markable_texts(many, range(50, 52))
    assert [text.number for text in found.shown] == list(range(47, 55))
    assert (found.whole, found.cut) == (False, False)


def test_a_long_page_has_an_end() -> None:
    found = markable_texts(outline(Page.read(b"<p>x" * (MOST_TEXTS + 1), "")), range(0))
    assert (len(found.shown), found.whole, found.cut) == (MOST_TEXTS, True, True)


# Pages that people bring, forms that nobody sends, files that are damaged, pages that attack.


PCPOP = "pcpop.example"


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
    (b"<script>x</script>", "http://a.example/", "has no text"),
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
    labelling.rules.mkdir()
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
