"""Requests that schemathesis makes of the description: every answer is one that it promises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.search_ui.product_shop import shop

if TYPE_CHECKING:
    from schemathesis import Case
    from schemathesis.schemas import BaseSchema


PROMISES = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> BaseSchema:
    return schemathesis.openapi.from_wsgi("/openapi.json", shop(tmp_path_factory.mktemp("shop")))


@pytest.mark.slow
def test_every_answer_is_as_described(described: BaseSchema) -> None:
    operations = [one.ok() for one in described.get_all_operations() if isinstance(one, Ok)]
    assert len(operations) >= 7
    for operation in operations:

        @settings(max_examples=60, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def check(case: Case[Any]) -> None:
            case.call_and_validate(checks=PROMISES)

        check()
