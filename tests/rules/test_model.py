from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import pytest
from pydantic import BaseModel, ValidationError

from core.errors import FileProblems
from core.yaml_files import parse_yaml
from pages.rows import LONGEST_NAME
from rules.extract import extract, extract_exact
from rules.model import (
    LONGEST_SEQUENCE,
    TAGS_AFTER,
    TAGS_BEFORE,
    AreaRule,
    AttributeFormat,
    Layout,
    Position,
    SiteRules,
    is_tag_name,
)
from samples.labels import labelled_samples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.learn import Sample

DOCUMENT = (Path(__file__).parents[2] / "docs/rule-file.md").read_text(encoding="utf-8")
RULES = """\
source: shop.example
names:
  - {attribute: 重量, name: 重量}
layouts:
  - id: '1'
    areas:
      - area: dt*dd
        pos:
          - [1, 1, 0, 0]
          - [2, 0, 1, 0]
        formats:
          - {attribute: 重量, name: 重量}
    unnamed:
      - attribute: 手机名
        path:
          - [h1, '', []]
rows:
  regions:
    - tags: row>dl
      classes: dl
      marked: [重量]
      misread: 3
"""


def read(text: str) -> SiteRules:
    return parse_yaml(text, SiteRules, "shop.example.yaml")


def problem(good: str, bad: str) -> str:
    with pytest.raises(FileProblems) as caught:
        read(RULES.replace(good, bad))
    return str(caught.value)


@pytest.mark.parametrize(
    ("good", "bad", "told"),
    [
        ("misread: 3", "misraed: 3", "did you mean 'misread'?"),
        ("misread: 3", "misread: many", "22:16: "),
        ("misread: 3", "misread: -3", "greater than or equal to 0"),
        ("area: dt*dd", "area: dt**dd", "should match pattern"),
        ("area: dt*dd", "area: DT*DD", "should match pattern"),
        ("[2, 0, 1, 0]", "[3, 0, 1, 0]", "position 3 is beyond the area's 2 tags"),
        ("[2, 0, 1, 0]", "[2, 0, 2, 0]", "uses format 2, but there are only 1 formats"),
        ("[2, 0, 1, 0]", "[0, 0, 1, 0]", "greater than 0"),
        ("[2, 0, 1, 0]", "[2, 0, 1, 2]", "less than or equal to 1"),
        ("          - [h1, '', []]", "          []", "at least 1 item"),
        ("source: shop.example", "source: shop.example\nsite: x", "unknown key 'site'"),
    ],
)
def test_a_mistake_is_told_with_its_place(good: str, bad: str, told: str) -> None:
    shown = problem(good, bad)
    assert told in shown
    assert re.match(r"shop\.example\.yaml:\d+:\d+: ", shown)


def test_rules_cannot_be_changed_by_accident() -> None:
    rules = read(RULES)
    with pytest.raises(ValidationError, match="frozen"):
        SiteRules.__setattr__(rules, "version", 2)
    assert hash(rules) == hash(read(RULES))
    assert rules == read(RULES)


@pytest.mark.parametrize("name", ["td", "h1", "x-y", "svg:g", "a.b_c"])
def test_tags_that_rules_can_name(name: str) -> None:
    assert is_tag_name(name)
    assert AreaRule(area=f"{name}*td").length == 2
    assert not is_tag_name(f"{name}*td")


@pytest.mark.parametrize("name", ["", "TD", "1h", "a b", "é", "a\n", "x" * 101])
def test_tags_that_rules_cannot_name(name: str) -> None:
    assert not is_tag_name(name)
    with pytest.raises(ValidationError):
        AreaRule(area=f"td*{name}")


def test_names_are_known_by_letters_and_digits() -> None:
    names = (
        AttributeFormat(attribute="重量", name="重 量："),
        AttributeFormat(attribute=None, name="GPS"),
        AttributeFormat(attribute="手机名"),
    )
    rules = SiteRules(source="shop.example", names=names)
    assert rules.known_names == {"重量": "重量", "gps": None}


def test_keys_of_earlier_versions_are_ignored() -> None:
    shapes = """\
    shapes:
      - around: dl
        name: dt
        region: {tag: div, heights: [1]}
        support: 3
    ignored:
      - [参数, 说明]
"""
    assert read(RULES.replace("    unnamed:", shapes + "    unnamed:")) == read(RULES)


OLD_KEYS = {"unnamed:": "spots:", "tags:": "stand:", "classes:": "look:"}


def test_keys_that_were_renamed_are_still_read() -> None:
    noisy = RULES.replace("misread: 3", "noise: [td>em]")
    old = noisy.replace("noise:", "dressing:")
    for new_key, old_key in OLD_KEYS.items():
        old = old.replace(new_key, old_key)
    assert "tags" not in old
    assert read(old) == read(noisy)


def test_a_mistake_under_a_renamed_key_is_told_with_its_place() -> None:
    old = RULES.replace("tags: row>dl", "stand: [row]").replace("classes:", "look:")
    line = old.splitlines().index("    - stand: [row]") + 1
    with pytest.raises(FileProblems, match=rf"shop\.example\.yaml:{line}:"):
        read(old)


def test_row_kinds_that_were_renamed_are_still_read() -> None:
    rules = (
        "source: shop.example\nrows:\n  regions:\n    - {tags: %s>div>body, classes: div.crumbs}\n"
    )
    assert read(rules % "turns") == read(rules % "alternating")


def test_areas_are_spelled_the_longest_first() -> None:
    short, long = AreaRule(area="td"), AreaRule(area="spec-row*td", next="tr")
    rules = SiteRules(
        source="s", layouts=(Layout(id="1", areas=(short,)), Layout(id="2", areas=(long,)))
    )
    assert [(spelled.layout.id, spelled.area) for spelled in rules.spelled_areas] == [
        ("2", long),
        ("1", short),
    ]


def test_an_area_stands_whole_between_the_tags_it_stood_between() -> None:
    area = AreaRule(area="dt*dd", pos=(Position(1, 0, 0),), previous="h1*dl", next="p")
    rules = SiteRules(source="s", layouts=(Layout(id="1", areas=(area,)),))
    (spelled,) = rules.spelled_areas

    def is_whole(page: str) -> bool:
        letters = rules.alphabet.spell_written(page)
        return spelled.is_whole_at(letters, letters.index(spelled.letters))

    assert is_whole("h1*dl*dt*dd*p")
    assert not is_whole("h1*dl*dt*dd")
    assert not is_whole("h1*dl*dt*dd*p*p")
    assert not is_whole("body*h1*dl*dt*dd*p")
    assert not is_whole("dt*dd*p")


def keys(model: Any) -> dict[str, str]:
    """Every key of a model or named tuple: `required`, or its default where that is not empty."""
    if issubclass(model, BaseModel):
        fields = model.model_fields.items()
        defaults = {key: field.default for key, field in fields if not field.is_required()}
        names = list(model.model_fields)
    else:
        defaults, names = model._field_defaults, model._fields
    told = {key: "" if value in (None, "", ()) else str(value) for key, value in defaults.items()}
    return {key: told.get(key, "required").lower() for key in names}


def models(kind: Any = SiteRules) -> Iterator[Any]:
    """Every model and named tuple that a rule file is made of."""
    if isinstance(kind, type) and (issubclass(kind, BaseModel) or hasattr(kind, "_fields")):
        yield kind
        kinds: Any = (
            [field.annotation for field in kind.model_fields.values()]
            if issubclass(kind, BaseModel)
            else kind.__annotations__.values()
        )
    else:
        kinds = get_args(kind)
    for inner in kinds:
        yield from models(inner)


MODELS = list(dict.fromkeys(models()))


def documented(model: Any) -> list[tuple[str, str]]:
    """The keys a model's section tells of, each with what its second column says."""
    section = DOCUMENT.partition(f"\n## {model.__name__}\n")[2].partition("\n## ")[0]
    table = section.partition("\n| key | | meaning |\n")[2]
    return re.findall(r"^\| `([^`]+)` \| ?`?([^`|]*?)`? ?\|", table, re.MULTILINE)


def test_the_document_has_a_section_for_every_model_in_a_rule_file() -> None:
    names = {"SiteRules", "AttributeFormat", "Layout", "AreaRule", "Position", "RowKnowledge"}
    assert {model.__name__ for model in MODELS} >= {*names, "RowRegion", "ValueLocator", "Step"}
    sections = re.findall(r"^## ([A-Z][a-z]+(?:[A-Z][a-z]+)*)$", DOCUMENT, re.MULTILINE)
    assert sections[: len(MODELS)] == sorted(
        (model.__name__ for model in MODELS), key=sections.index
    )


@pytest.mark.parametrize("model", MODELS)
def test_every_key_is_documented_and_every_documented_key_exists(model: Any) -> None:
    assert [key for key, _ in documented(model)] == list(keys(model))


@pytest.mark.parametrize("model", MODELS)
def test_needs_and_defaults_are_documented(model: Any) -> None:
    """Nothing is said of keys that are empty when they are not given."""
    assert dict(documented(model)) == keys(model)


def documented_rules() -> SiteRules:
    return read(DOCUMENT.partition("```yaml\n")[2].partition("```")[0])


@pytest.fixture(scope="module")
def pcpop() -> Sample:
    return next(sample for sample in labelled_samples() if "pcpop" in sample.page.url)


def test_the_documented_example_reads_its_page(pcpop: Sample) -> None:
    wanted = [(example.attribute, example.name, example.value) for example in pcpop.examples]
    rules = documented_rules()
    (layout,) = rules.layouts
    general = rules.model_copy(update={"layouts": (layout.model_copy(update={"areas": ()}),)})
    for read_page, with_rules in ((extract, rules), (extract_exact, rules), (extract, general)):
        (record,) = read_page(pcpop.page, with_rules).records
        assert [(pair.attribute, pair.name, pair.value) for pair in record.pairs] == wanted


def test_the_documented_limits_hold() -> None:
    assert f"up to {TAGS_BEFORE} tags before the area" in DOCUMENT
    assert f"up to {TAGS_AFTER} tags after the area" in DOCUMENT
    assert f"Names have up to {LONGEST_NAME} characters" in DOCUMENT
    assert f"areas up to {LONGEST_SEQUENCE:,};" in DOCUMENT
