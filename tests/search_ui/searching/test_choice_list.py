from search_ui.searching.choice_list import choice_list
from search_ui.searching.values_box import ChoiceLink


def test_a_choice_is_a_link_with_its_count() -> None:
    html = choice_list(
        [ChoiceLink("小米", 12, chosen=False, address="/search?q=a&is.x=1")], "chosen"
    )
    assert '<a href="/search?q=a&amp;is.x=1" data-swap><span' in html
    assert "<bdi>小米</bdi> " in html
    assert '<span class="count">12</span>' in html
    assert "chosen" not in html


def test_who_does_not_see_the_tick_is_told() -> None:
    html = choice_list([ChoiceLink("小米", 12, chosen=True, address="/search")], "<selected>")
    assert ' class="chosen"' in html
    assert '<span class="hidden"> &lt;selected&gt;</span>' in html


def test_texts_of_pages_do_nothing() -> None:
    hostile = '"><script>alert(1)</script>'
    html = choice_list([ChoiceLink(hostile, 1, chosen=False, address=hostile)], "")
    assert "<script" not in html
    assert '""' not in html
