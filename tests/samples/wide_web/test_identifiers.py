from hypothesis import given
from hypothesis.strategies import integers, text

from samples.wide_web.identifiers import Identifiers


@given(text(), integers(1, 10**6), integers(0))
def test_identifiers_lead_back(host: str, count: int, ordinal: int) -> None:
    identifiers = Identifiers(host, count)
    assert identifiers.ordinal(identifiers.identifier(ordinal % count)) == ordinal % count


@given(integers())
def test_a_number_is_filed_once_or_not_at_all(number: int) -> None:
    identifiers = Identifiers("host", 50)
    ordinal = identifiers.ordinal(number)
    assert ordinal is None or identifiers.identifier(ordinal) == number


def test_neighbours_get_numbers_far_apart() -> None:
    identifiers = Identifiers("host", 5_000)
    numbers = [identifiers.identifier(ordinal) for ordinal in range(5_000)]
    assert len(set(numbers)) == 5_000
    assert {len(str(number)) for number in numbers} == {6}
    assert numbers != sorted(numbers)
