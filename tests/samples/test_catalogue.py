import pytest

from samples.catalogue import Phone, chosen, neighbours, yuan
from samples.facts import phones


def any_phone(_phone: Phone) -> int:
    return 0


def test_phones_of_the_lowest_rank_come_first() -> None:
    picked = chosen("www.a.example", 40, lambda phone: int(phone["品牌"] != "诺基亚"))
    assert {phone["品牌"] for phone in picked} == {"诺基亚"}


def test_sites_show_the_phones_in_orders_of_their_own() -> None:
    assert chosen("www.a.example", 20, any_phone) != chosen("www.b.example", 20, any_phone)


def test_wanting_more_phones_than_there_are_says_so() -> None:
    with pytest.raises(ValueError, match=r"www\.a\.example wants 9999 phones, but .* knows"):
        chosen("www.a.example", 9999, any_phone)


def test_the_last_phone_is_followed_by_the_first() -> None:
    first, second, *_, last = shown = phones()
    assert neighbours(shown, last, 2) == (first, second)


def test_every_phone_has_a_price_in_yuan() -> None:
    assert all(100 <= yuan(phone) <= 50_000 for phone in phones())
