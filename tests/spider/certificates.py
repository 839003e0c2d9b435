"""Certificates for tests, good and bad, by an authority that only the tests trust."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime.now(UTC)
DAY = timedelta(days=1)


class Signed(NamedTuple):
    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    def server(self, folder: Path) -> ssl.SSLContext:
        """The context of a server that shows this certificate."""
        file = folder / f"{self.certificate.serial_number}.pem"
        key = self.key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        file.write_bytes(key + self.pem())
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        return context

    def pem(self) -> bytes:
        return self.certificate.public_bytes(serialization.Encoding.PEM)


def signed(name: str, by: Signed | None = None, ends: datetime = NOW + DAY) -> Signed:
    """A certificate for a name; one that signs itself is an authority."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(by.certificate.subject if by else subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(NOW - 9 * DAY)
        .not_valid_after(ends)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=by is None, path_length=None), critical=True)
    )
    return Signed(builder.sign(by.key if by else key, hashes.SHA256()), key)
