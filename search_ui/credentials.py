"""The admin's password: stored as a hash in the data folder, or in a ledger that machines share.

Servers and commands read it each time and replace it in one step (compare and swap), so that the
first start has one winner and a change is seen by everybody at once.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from werkzeug.security import check_password_hash, generate_password_hash

from core.errors import SpecSeekError
from core.files import create_file, lock, replace_file
from store.ledger import Ledger, ledger_file, store_text, stored_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.settings import Settings


CREDENTIALS_FILE = "access.json"
SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 1_000  # hashing is expensive: nobody may send a megabyte to be hashed
_OWNER_ONLY = 0o600


class AccessError(SpecSeekError):
    """The password file is damaged, or a password is not acceptable."""


class StoredCredentials(NamedTuple):
    """`password` is a hash, "" until one is set; `invitation` allows setting the first one."""

    session_key: str
    password: str
    invitation: str


class CredentialStore(Protocol):
    """Where the text of `StoredCredentials` is kept; several servers may share it."""

    name: str

    def read(self) -> str | None: ...

    def replace(self, before: str | None, text: str) -> bool:
        """Replace the text unless it changed: False if it is no longer `before` (None: no text)."""


class CredentialsFile:
    """In the data folder, for the servers of one machine."""

    def __init__(self, data: Path) -> None:
        self.path = data / CREDENTIALS_FILE
        self.name = str(self.path)

    def read(self) -> str | None:
        try:
            return self.path.read_text("utf-8")
        except FileNotFoundError:
            return None
        except ValueError:
            return ""  # not UTF-8: damaged

    def replace(self, before: str | None, text: str) -> bool:
        if before is None:
            return self._make(text)
        with lock(self.path.with_suffix(".lock")):
            if self.read() != before:
                return False
            replace_file(self.path, text.encode())
        return True

    def _make(self, text: str) -> bool:
        """Private to its owner from the first moment, and never seen half-written."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            create_file(self.path, text.encode(), _OWNER_ONLY)
        except FileExistsError:
            return False
        return True


class CredentialsRow:
    """In a ledger that several machines share: a browser may be answered by any of them.

    The ledger is opened each time: processes that fork cannot share a connection, and only the
    admin's requests need it.
    """

    _ROW = "access"

    def __init__(self, ledger: str) -> None:
        self._address = ledger
        self.name = f"the row {self._ROW!r} of the ledger's table `meta`"

    def read(self) -> str | None:
        with Ledger.open(self._address) as ledger:
            return ledger.read(lambda conn: stored_text(conn, self._ROW))

    def replace(self, before: str | None, text: str) -> bool:
        with Ledger.open(self._address) as ledger:
            return ledger.write(lambda conn: store_text(conn, self._ROW, before, text))


class NoCredentials:
    """For a server that writes nothing: nobody can log in, and sessions end with it."""

    name = "memory"

    def __init__(self) -> None:
        self._text = json.dumps(StoredCredentials(secrets.token_urlsafe(32), "", "")._asdict())

    def read(self) -> str | None:
        return self._text

    def replace(self, before: str | None, text: str) -> bool:
        del before, text
        return False


class Credentials:
    """Read from the store each time: another process may have set the password."""

    def __init__(self, store: Path | CredentialStore) -> None:
        self._store = CredentialsFile(store) if isinstance(store, Path) else store
        if self._store.read() is None:
            new = StoredCredentials(secrets.token_urlsafe(32), "", secrets.token_urlsafe(16))
            self._store.replace(None, json.dumps(new._asdict()))  # or another process was faster

    @property
    def session_key(self) -> str:
        return self._read().session_key

    @property
    def has_password(self) -> bool:
        return bool(self._read().password)

    @property
    def invitation(self) -> str:
        """The token for setting the first password; "" once there is one."""
        return self._read().invitation

    @property
    def stamp(self) -> str:
        """Changes with the password, so that older sessions become invalid."""
        return hashlib.blake2b(self._read().password.encode(), digest_size=12).hexdigest()

    def is_invited(self, word: str) -> bool:
        return _is_invited(self._read(), word)

    def is_password(self, word: str) -> bool:
        return _is_password(self._read(), word)

    def accept_invitation(self, invitation: str, password: str) -> bool:
        """Set the first password; False for all but the first who has the invitation."""
        return self._set(password, lambda known: _is_invited(known, invitation))

    def change_password(self, before: str, word: str) -> bool:
        """False if the password is not `before`, or is not any more."""
        return self._set(word, lambda known: _is_password(known, before))

    def set_password(self, word: str) -> None:
        if not self._set(word, lambda _: True):
            raise AccessError("the password was just set by somebody else")

    def _set(self, word: str, allowed: Callable[[StoredCredentials], bool]) -> bool:
        if not is_acceptable(word):
            raise AccessError(
                f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters"
            )
        before = self._store.read() or ""
        known = self._parsed(before)
        if not allowed(known):
            return False
        new = StoredCredentials(known.session_key, generate_password_hash(word), "")
        return self._store.replace(before, json.dumps(new._asdict()))

    def _read(self) -> StoredCredentials:
        return self._parsed(self._store.read() or "")

    def _parsed(self, text: str) -> StoredCredentials:
        try:
            return StoredCredentials(**json.loads(text))
        except (ValueError, TypeError) as error:
            raise AccessError(
                f"{self._store.name} is damaged; remove it, start again, and set a new password"
            ) from error


def is_acceptable(password: str) -> bool:
    return SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD


def _is_password(known: StoredCredentials, word: str) -> bool:
    kept = known.password
    return bool(kept) and len(word) <= LONGEST_PASSWORD and check_password_hash(kept, word)


def _is_invited(known: StoredCredentials, word: str) -> bool:
    expected = known.invitation
    return bool(expected) and hmac.compare_digest(word.encode(), expected.encode())


def credentials_for(settings: Settings) -> Credentials:
    """In the ledger, if it is one that several machines share."""
    if settings.ledger and ledger_file(settings.ledger) is None:
        return Credentials(CredentialsRow(settings.ledger))
    return Credentials(settings.data)
