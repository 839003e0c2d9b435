"""The admin's password and the key that signs sessions: one file that only its owner may read."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from typing import TYPE_CHECKING, NamedTuple

from werkzeug.security import check_password_hash, generate_password_hash

from core.errors import SpecSeekError
from core.files import replace_file

if TYPE_CHECKING:
    from pathlib import Path

CREDENTIALS_FILE = "access.json"
SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 1_000  # hashing is dear: nobody sends a megabyte to be hashed
_OWNER_ONLY = 0o600


class AccessError(SpecSeekError):
    """The file of the password is not as we wrote it."""


class StoredCredentials(NamedTuple):
    """`password` is a hash, "" until one was set; `invitation` may set the first one."""

    session_key: str
    password: str
    invitation: str


class Credentials:
    """Read anew each time: another process may have set the password."""

    def __init__(self, data: Path) -> None:
        self._file = data / CREDENTIALS_FILE
        if not self._file.exists():
            data.mkdir(parents=True, exist_ok=True)
            self._make()

    @property
    def session_key(self) -> str:
        return self._read().session_key

    @property
    def has_password(self) -> bool:
        return bool(self._read().password)

    @property
    def invitation(self) -> str:
        """The word that the first visitor of a new site shows; "" once there is a password."""
        return self._read().invitation

    @property
    def stamp(self) -> str:
        """Another after every change of the password, so that older sessions end with it."""
        return hashlib.blake2b(self._read().password.encode(), digest_size=12).hexdigest()

    def is_invited(self, word: str) -> bool:
        expected = self.invitation
        return bool(expected) and hmac.compare_digest(word.encode(), expected.encode())

    def is_password(self, word: str) -> bool:
        kept = self._read().password
        return bool(kept) and len(word) <= LONGEST_PASSWORD and check_password_hash(kept, word)

    def set_password(self, word: str) -> None:
        if not SHORTEST_PASSWORD <= len(word) <= LONGEST_PASSWORD:
            raise AccessError(
                f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters"
            )
        self._write(StoredCredentials(self._read().session_key, generate_password_hash(word), ""))

    def _make(self) -> None:
        kept = StoredCredentials(secrets.token_urlsafe(32), "", secrets.token_urlsafe(16))
        try:
            # Made for its owner alone from the first moment; of two that begin, one makes it.
            made = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
        except FileExistsError:
            return
        with os.fdopen(made, "w", encoding="utf-8") as file:
            json.dump(kept._asdict(), file)

    def _write(self, kept: StoredCredentials) -> None:
        replace_file(self._file, json.dumps(kept._asdict()).encode())

    def _read(self) -> StoredCredentials:
        try:
            return StoredCredentials(**json.loads(self._file.read_text("utf-8")))
        except (ValueError, TypeError) as error:
            raise AccessError(
                f"{self._file} is damaged; remove it, start again, and set a new password"
            ) from error
