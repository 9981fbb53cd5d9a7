"""The shipped configuration, with other hosts replaced by this machine."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from deploy.cluster.processes import ROOT


def rendered(name: str, replaced: Iterable[tuple[str, str]]) -> str:
    """Return a file of `deploy/` with each text on the left replaced. Raises: ValueError for a missing text."""
    text = (ROOT / "deploy" / name).read_text()
    for place, target in replaced:
        if place not in text:
            raise ValueError(f"deploy/{name} does not say {place!r}")
        text = text.replace(place, target)
    return text


def make_certificate(folder: Path, host: str) -> None:
    """Create a self-signed certificate for `host`, with the file names of deploy/nginx.conf."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(pem))
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    private = folder / "privkey.pem"
    private.touch(mode=0o600)
    private.write_bytes(key.private_bytes(pem, *plain))
