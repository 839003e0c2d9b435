from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.search_ui.search.loopback import served
from tests.search_ui.shop_for_tests import open_shop
from tests.search_ui.site_for_tests import site_on

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask.testing import FlaskClient


@pytest.fixture(scope="session")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a shop with an index; nobody writes to it."""
    data = tmp_path_factory.mktemp("shop")
    open_shop(data)
    return data


@pytest.fixture
def client(shop: Path) -> FlaskClient:
    client = site_on(shop).test_client()
    client.set_cookie("lang", "zh")
    return client


@pytest.fixture(scope="module")
def site(shop: Path) -> Iterator[str]:
    """The address of the shop's site, on loopback."""
    with served(site_on(shop)) as address:
        yield address
