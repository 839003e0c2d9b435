"""One browser for all tests of a file; passwords and templates that cost little."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from flask.templating import Environment
from jinja2 import BytecodeCache
from werkzeug.security import generate_password_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jinja2.bccache import Bucket
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from tests.search_ui.search.browser import chromium  # noqa: PLC0415 - needs the extra `render`

    with chromium() as running:
        yield running


class CompiledTemplates(BytecodeCache):
    """Kept in memory: every test that makes an application would compile them again."""

    def __init__(self) -> None:
        self._compiled: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if compiled := self._compiled.get(bucket.key):
            bucket.load_bytecode(BytesIO(compiled))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._compiled[bucket.key] = bucket.bytecode_to_string()


@pytest.fixture(scope="session", autouse=True)
def quick_applications() -> Iterator[None]:
    compiled = CompiledTemplates()

    class CachingEnvironment(Environment):
        def __init__(self, app: Flask, **options: Any) -> None:
            super().__init__(app, bytecode_cache=compiled, **options)

    quick_hash = partial(generate_password_hash, method="scrypt:1024:8:1")  # real ones are slow
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_environment", CachingEnvironment)
        patch.setattr("search_ui.credentials.generate_password_hash", quick_hash)
        yield
