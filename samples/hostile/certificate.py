"""A TLS server whose certificate nobody has signed, and for another name at that."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from samples.hostile.trap import Trap
from samples.hostile.wire import head, page
from samples.proxy.loopback import LoopbackServer

if TYPE_CHECKING:
    from asyncio import StreamReader, StreamWriter

HOST = "badcert.hostile.example"
TRAPS = (Trap("bad-certificate", f"https://{HOST}/", "bad-certificate"),)


class BadCertificate(LoopbackServer):
    """Use as a context manager; `trusted` counts who came in all the same."""

    def __init__(self) -> None:
        super().__init__(self._welcome, tls=_context())
        self.trusted = 0

    async def _welcome(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Only a client that has accepted the certificate gets here."""
        self.trusted += 1
        await reader.readuntil(b"\r\n\r\n")
        writer.write(head() + page("信任是好的"))


def _context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "certificate.pem"
        file.write_bytes(_self_signed("another-name.example"))
        context.load_cert_chain(file)
    return context


def _self_signed(name: str) -> bytes:
    """Return a key and its certificate, valid for an hour."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(minutes=5))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    return certificate.public_bytes(serialization.Encoding.PEM) + key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
