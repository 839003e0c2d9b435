"""The labelling page, step by step, as a browser without scripts uses it."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from rules.extraction import extract
from rules.library import LIBRARIES, RuleLibrary
from samples.labels import is_right, page_of
from tests.search_ui.access.log_in import logged_in, token_in
from tests.search_ui.labelling.sent_form import COLUMNS, corrected, rows
from tests.search_ui.labelling.stored_site import labelling_site, store

if TYPE_CHECKING:
    from pathlib import Path

    from tests.search_ui.labelling.conftest import Workshop

SITE = "pcpop.example"


def test_others_than_the_admin_see_and_change_nothing(context: Workshop) -> None:
    visitor = context.app.test_client()
    key = context.key()
    for path in ("/label", f"/label/page/{key}", f"/label/page/{key}/look", f"/label/site/{SITE}"):
        answer = visitor.get(path)
        assert answer.status_code == 302
        assert answer.location.startswith("/log-in")
    token = token_in(visitor.get("/log-in").text)
    for path in ("/label/fetch", "/label/upload", f"/label/page/{key}", "/label/draft/0/remove"):
        assert visitor.post(path, data={"csrf_token": token}).status_code == 403
        assert context.admin.post(path).status_code == 400  # no token
    assert not context.rules.exists()


def test_unread_layouts_are_offered(context: Workshop) -> None:
    page = context.admin.get("/label").text
    assert page.count('class="layout card"') == 1
    assert SITE in page
    assert f"{len(context.pages)} 页" in page
    assert re.search(r'class="button" href="/label/page/s\d+"', page)


def test_before_the_first_crawl_pages_can_be_brought(tmp_path: Path) -> None:
    client = logged_in(labelling_site(tmp_path, tmp_path / "rules").test_client(), tmp_path)
    page = client.get("/label").text
    assert "还没有抓取过页面" in page
    assert 'action="/label/upload"' in page
    assert client.get("/label/page/s1").status_code == 404


def test_a_page_proposes_its_pairs_and_shows_what_the_rule_reads(context: Workshop) -> None:
    page = context.admin.get(f"/label/page/{context.key()}").text
    gold = context.pages[0].gold
    assert {pair.attribute for pair in gold} == set(filter(None, rows(page)["attribute"]))
    assert "source: pcpop.example" in page
    assert f"{len(context.pages) - 1} / {len(context.pages) - 1} 页能读出" in page


def test_from_the_proposal_to_a_rule_that_reads_the_other_pages(context: Workshop) -> None:
    path = f"/label/page/{context.key()}"
    form = corrected(rows(context.admin.get(path).text))
    answer = context.post(path, **form, save="active")
    assert answer.status_code == 303
    assert answer.location == f"/label/site/{SITE}?saved=1"
    library = RuleLibrary(context.rules / "phones")
    assert [sample.page.url for sample in library.samples(SITE)] == [context.pages[0].url]
    for product in context.pages:
        page = page_of(product)
        assert is_right(extract(page, library.rules_for(page.url)).records, product)
    told = context.admin.get(answer.location).text
    assert 'class="layout card"' not in told  # what the new rule reads waits for no label
    assert "specseek reread --topic phones --site pcpop.example" in told
    assert context.pages[0].url in told


def test_a_second_sample_is_checked_with_the_first(context: Workshop) -> None:
    for place in (0, -1):
        path = f"/label/page/{context.key(place)}"
        form = corrected(rows(context.admin.get(path).text))
        assert context.post(path, **form, save="active").status_code == 303
    library = RuleLibrary(context.rules / "phones")
    assert len(library.samples(SITE)) == 2
    rules = library.rules_for(context.pages[0].url)
    assert rules is not None
    assert rules.version == 2


def test_marks_are_made_step_by_step(context: Workshop) -> None:
    path = f"/label/page/{context.key()}"
    page = context.admin.get(path).text
    number = {
        unescape(text): int(leaf)
        for leaf, text in re.findall(r'name="mark" value="(\d+)".*?<bdi>(.*?)</bdi>', page)
    }
    begun = context.post(path, tool="name", mark=number["主屏尺寸"], part="pairs").text
    assert rows(begun)["name"] == ["主屏尺寸", ""]
    assert 'value="value" checked' in begun
    value = context.pages[0].gold[4].value
    done = context.post(
        path, **rows(begun), current=0, tool="value", mark=number[value], part="pairs"
    ).text
    assert rows(done)["value"] == [value, ""]
    assert rows(done)["attribute"] == ["主屏尺寸", ""]
    gone = context.post(path, **rows(done), remove=0, part="pairs").text
    assert rows(gone)["name"] == [""]


def test_the_texts_of_the_whole_page_are_shown_on_demand(context: Workshop) -> None:
    path = f"/label/page/{context.key()}"
    page = context.admin.get(path).text
    assert f'formaction="{path}?whole=1"' in page
    whole = context.post(f"{path}?whole=1", **rows(page)).text
    assert whole.count('name="mark"') > page.count('name="mark"')
    assert rows(whole) == rows(page)


def test_parts_of_the_page_come_alone(context: Workshop) -> None:
    path = f"/label/page/{context.key()}"
    form = rows(context.admin.get(path).text)
    trial = context.post(path, **form, part="trial").text
    assert trial.lstrip().startswith('<div class="trial-part">')
    pairs = context.post(path, **form, part="pairs").text
    assert pairs.lstrip().startswith('<div class="pairs-part"')
    assert rows(pairs)["value"][:-1] == form["value"][:-1]


def test_what_cannot_be_learned_is_told_and_nothing_is_saved(context: Workshop) -> None:
    path = f"/label/page/{context.key()}"
    nowhere = {**dict.fromkeys(COLUMNS, ""), "attribute": "重量", "name": "x", "value": "nowhere"}
    tried = context.post(path, **nowhere)
    assert "none of the example values stands on the page" in tried.text
    refused = context.post(path, **nowhere, save="active")
    assert refused.status_code == 422
    assert "nowhere" in refused.text
    assert rows(refused.text)["value"][0] == "nowhere"  # nothing typed is lost
    assert not context.rules.exists()


def test_rules_without_their_samples_are_not_overwritten(context: Workshop) -> None:
    app = labelling_site(context.data, LIBRARIES)
    client = logged_in(app.test_client(), context.data)
    page = client.get(f"/label/page/{context.key()}").text
    assert "learned from pages that are not in" in page
    assert "use another folder of rules" in page


def test_a_folder_that_cannot_be_written_is_told_with_what_to_do(context: Workshop) -> None:
    context.rules.write_text("no folder")
    path = f"/label/page/{context.key()}"
    answer = context.post(path, **rows(context.admin.get(path).text), save="active")
    assert answer.status_code == 422
    assert "Set `rules` in specseek.toml" in unescape(answer.text)


def test_differences_to_the_ledger_are_shown(context: Workshop, tmp_path: Path) -> None:
    path = f"/label/page/{context.key()}"
    context.post(path, **corrected(rows(context.admin.get(path).text)), save="active")
    data = tmp_path / "read before"
    numbers = store(data, context.pages, context.rules)
    anew = labelling_site(data, tmp_path / "other rules")
    client = logged_in(anew.test_client(), data)
    page = client.get(f"/label/page/s{numbers[context.pages[1].url]}").text
    assert 'class="state state-same"' in page
    assert 'class="state state-changed"' in page  # remarks beside prices, which nobody took out
    assert "原来：￥" in page


def test_drafts_are_kept_continued_and_thrown_away(context: Workshop) -> None:
    path = f"/label/page/{context.key()}"
    form = rows(context.admin.get(path).text)
    some = {column: values[:3] for column, values in form.items()}
    draft = context.post(path, **some, save="draft").location
    assert draft.startswith("/label/page/d")
    again = rows(context.admin.get(draft).text)
    assert again["value"][:-1] == some["value"]
    assert again["name_leaf"][:-1] == some["name_leaf"]
    assert context.pages[0].url in context.admin.get("/label").text
    context.post(f"/label/draft/{draft.rpartition('/d')[2]}/remove")
    assert context.admin.get(draft).status_code == 404
    assert not context.rules.exists()


def test_a_draft_that_becomes_a_rule_is_gone(context: Workshop) -> None:
    path = f"/label/page/{context.key()}"
    draft = context.post(path, **rows(context.admin.get(path).text), save="draft").location
    context.post(draft, **rows(context.admin.get(draft).text), save="active")
    assert context.admin.get(draft).status_code == 404
