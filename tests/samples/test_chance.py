from samples.chance import choose, number


def test_the_same_words_give_the_same_number_on_every_machine() -> None:
    assert number("诺基亚", "1200") == 17_918_880_527_572


def test_words_are_kept_apart() -> None:
    assert number("诺基亚", "1200") != number("诺基亚1", "200")


def test_a_choice_is_one_of_the_options() -> None:
    assert {choose("abc", str(word)) for word in range(50)} == set("abc")
