import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import FileProblems
from rules.examples import Example
from specseek.example_values import read_examples


def values_file(folder: Path, body: str | bytes) -> Path:
    path = folder / "values.json"
    path.write_bytes(body.encode() if isinstance(body, str) else body)
    return path


def problems(folder: Path, body: str | bytes) -> list[tuple[int, str]]:
    with pytest.raises(FileProblems) as raised:
        read_examples(values_file(folder, body))
    *found, advice = raised.value.problems
    assert advice.text.startswith("allowed: [{")
    return [(problem.line, problem.text) for problem in found]


def test_a_list_of_examples(tmp_path: Path) -> None:
    body = '\ufeff[{"attribute": "手机名", "name": "", "value": "诺基亚 N95"}]'
    assert read_examples(values_file(tmp_path, body)) == [
        Example(attribute="手机名", name="", value="诺基亚 N95")
    ]


def test_every_mistake_is_told_with_the_line_of_its_entry(tmp_path: Path) -> None:
    body = """
    [
      {"attribute": "手机名", "name": "", "value": "诺基亚\\nN95, ]"},
      {"attribute": "参考价格",
       "name": "参考价格：",
       "value": 2350},
      17, {"name": "上市时间", "value": "2007", "vlaue": ""}
    ]"""
    assert problems(tmp_path, body) == [
        (4, "value: Input should be a valid string"),
        (7, "Input should be an object"),
        (7, "attribute: Field required"),
        (7, "vlaue: Extra inputs are not permitted"),
    ]


@pytest.mark.parametrize(
    ("body", "line", "said"),
    [
        ('[\n{"attribute": "手机名",}]', 2, "not JSON: trailing comma"),
        ("", 1, "not JSON: EOF while parsing a value"),
        (b'[\n"\xff"]', 2, "not JSON: invalid unicode code point"),
        ("{}", 1, "Input should be a valid array"),
        ("[]", 1, "List should have at least 1 item after validation, not 0"),
    ],
)
def test_what_is_no_list_of_examples(
    tmp_path: Path, body: str | bytes, line: int, said: str
) -> None:
    assert problems(tmp_path, body) == [(line, said)]


anything = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.binary() | st.builds(lambda data: json.dumps(data).encode(), anything))
@settings(max_examples=200, deadline=None)
def test_whatever_the_file_holds_there_are_examples_or_problems(
    tmp_path_factory: pytest.TempPathFactory, body: bytes
) -> None:
    with suppress(FileProblems):
        assert read_examples(values_file(tmp_path_factory.getbasetemp(), body))
