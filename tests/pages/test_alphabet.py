from __future__ import annotations

from pages.alphabet import OTHER, Alphabet


def test_every_tag_is_one_letter_in_any_case() -> None:
    spell = Alphabet().spell
    assert len(spell([b"table", b"tr", b"td"])) == 3
    assert spell([b"TABLE", b"Tr", b"td"]) == spell([b"table", b"tr", b"td"])


def test_a_search_matches_whole_tags_only() -> None:
    """As text, `body*tr` stands inside `tbody*tr`; as letters it does not."""
    alphabet = Alphabet()
    page = alphabet.spell([b"table", b"tbody", b"tr", b"b", b"tr"])
    assert page.find(alphabet.spell_written("b*tr")) == 3
    assert page.find(alphabet.spell_written("body*tr")) == -1
    assert page.find(alphabet.spell_written("t")) == -1


def test_a_rule_s_own_names_have_letters_too() -> None:
    alphabet = Alphabet(["spec-row", "spec-name"])
    letters = alphabet.spell([b"spec-row", b"SPEC-Name"])
    assert len({*letters, OTHER}) == 3
    assert alphabet.spell_written("spec-row*spec-name") == letters


def test_names_that_no_rule_uses_share_one_letter() -> None:
    assert Alphabet().spell([b"spec-row", b"x", b"\xff"]) == OTHER * 3


def test_an_empty_sequence_has_no_letters() -> None:
    assert Alphabet().spell_written("") == ""


def test_letters_stay_apart_however_many_names_rules_use() -> None:
    alphabet = Alphabet(f"x{number}" for number in range(10_000))
    letters = alphabet.spell(b"x%d" % number for number in range(10_000))
    known = letters.rstrip(OTHER)
    assert len(known) > 5_000
    assert len(set(known)) == len(known)
