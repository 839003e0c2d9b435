"""A browser of the admin, for tests of what only the admin sees."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from search_ui.credentials import Credentials

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient


PASSWORD = "correct horse 电池"  # noqa: S105 - of sites made for tests


def token_in(page: str) -> str:
    found = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert found, page
    return found[1]


def logged_in(client: FlaskClient, data: Path) -> FlaskClient:
    """The client after a log-in with `PASSWORD`, which is set where there was none."""
    known = Credentials(data)
    if not known.has_password:
        known.set_password(PASSWORD)
    token = token_in(client.get("/log-in").text)
    answer = client.post("/log-in", data={"csrf_token": token, "password": PASSWORD})
    assert answer.status_code == 303
    return client
