import pytest
from pydantic import ValidationError

from rules.examples import Example


def test_an_attribute_that_is_null_is_called_by_its_name() -> None:
    example = Example.model_validate({"attribute": None, "name": "重量", "value": "102 克"})
    assert example == Example(attribute="重量", name="重量", value="102 克")


@pytest.mark.parametrize(
    "given",
    [
        {"attribute": None, "name": "", "value": "102 克"},
        {"name": "重量", "value": "102 克"},
        {"attribute": "重量", "name": "重量"},
        {"attribute": "重量", "value": 102},
        {"attribute": "重量", "value": "102 克", "unit": "g"},
        [],
    ],
)
def test_anything_else_than_three_texts_is_refused(given: object) -> None:
    with pytest.raises(ValidationError):
        Example.model_validate(given)
