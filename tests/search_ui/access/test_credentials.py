"""The password file: made once, read by its owner alone, never holding the password."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import pytest

from search_ui.access.credentials import CREDENTIALS_FILE, AccessError, Credentials

if TYPE_CHECKING:
    from pathlib import Path


def test_a_new_site_has_an_invitation_and_no_password(tmp_path: Path) -> None:
    new = Credentials(tmp_path / "data")
    assert not new.has_password
    assert new.is_invited(new.invitation)
    assert not new.is_invited("")
    assert not new.is_password("")
    assert stat.S_IMODE((tmp_path / "data" / CREDENTIALS_FILE).stat().st_mode) == 0o600


def test_a_password_is_kept_as_a_hash_and_ends_the_invitation(tmp_path: Path) -> None:
    first, second = Credentials(tmp_path), Credentials(tmp_path)
    word, stamp = first.invitation, first.stamp
    first.set_password("correct horse 电池")
    assert second.is_password("correct horse 电池")
    assert not second.is_password("correct horse")
    assert not second.is_invited(word)
    assert not second.is_invited("")
    assert second.stamp != stamp
    assert second.session_key == first.session_key
    text = (tmp_path / CREDENTIALS_FILE).read_text("utf-8")
    assert "horse" not in text
    assert stat.S_IMODE((tmp_path / CREDENTIALS_FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize("password", ["", "seven77", "x" * 1_001])
def test_passwords_that_are_none(tmp_path: Path, password: str) -> None:
    credentials = Credentials(tmp_path)
    with pytest.raises(AccessError, match="8 to 1000 characters"):
        credentials.set_password(password)
    assert not credentials.has_password


@pytest.mark.parametrize("text", ["", "{", "[]", '{"password": ""}', '{"a": 1}'])
def test_a_damaged_file_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / CREDENTIALS_FILE).write_text(text)
    with pytest.raises(AccessError, match="is damaged; remove it"):
        _ = Credentials(tmp_path).session_key
