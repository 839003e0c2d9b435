from discovery.scoring import WEIGHTS
from search_ui.languages import words


def test_everything_that_is_weighed_has_a_word() -> None:
    assert {f"review.factor.{name}" for name in WEIGHTS} <= set(words())
