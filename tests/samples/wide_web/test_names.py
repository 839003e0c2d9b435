import pytest

from samples.wide_web.dice import Dice
from samples.wide_web.names import slug
from samples.wide_web.site import WideSite
from samples.wide_web.web import WideWeb

SITES = list(WideWeb(200_000).sites.values())


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.host)
def test_boards_are_told_apart_by_their_keys_and_titles(site: WideSite) -> None:
    boards = site.plan.boards
    keys = {(board.section.key, site.names.key(board)) for board in boards}
    titles = {(board.section.title, site.names.title(board)) for board in boards}
    assert len(keys) == len(titles) == len(boards)


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.host)
def test_things_are_called_by_brand_and_model(site: WideSite) -> None:
    for form in ("phone", "goods"):
        board = site.plan.boards_by_form[form][0]
        brand = site.names.shown_brand(site.names.brand(board))
        assert site.names.item(board, Dice("a")).startswith(f"{brand} ")
        assert site.names.title(board).startswith(brand)


def test_slugs_hold_letters_and_digits_only() -> None:
    assert slug("诺基亚 N95 8GB") == "n95-8gb"
    assert slug("Sony Ericsson W800c", "_") == "sony_ericsson_w800c"
    assert slug("手机") == ""
