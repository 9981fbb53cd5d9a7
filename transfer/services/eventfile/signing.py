"""The key that this installation signs files of events with, and the keys of others that it trusts."""

from datetime import datetime

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import IntegrityError, transaction

from transfer.models import SigningKey


def own_key(now: datetime) -> Ed25519PrivateKey:
    """Return this installation's key, created on first use."""
    row = SigningKey.objects.exclude(private="").first()
    if row is None:
        key = Ed25519PrivateKey.generate()
        try:
            with transaction.atomic():
                row = SigningKey.objects.create(
                    public=key.public_key().public_bytes_raw().hex(),
                    private=key.private_bytes_raw().hex(),
                    made_at=now,
                )
        except IntegrityError:  # another was quicker
            row = SigningKey.objects.exclude(private="").get()
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(row.private))


def known(public: str) -> bool:
    """Return whether the signer is this installation, or another one trusted here."""
    return SigningKey.objects.filter(public=public).exists()


def trust(public: str, name: str, now: datetime) -> None:
    SigningKey.objects.get_or_create(public=public, defaults={"name": name[:200], "made_at": now})


def own_public() -> str:
    """Return the public half of this installation's key, in hexadecimal; empty before its first signature."""
    return SigningKey.objects.exclude(private="").values_list("public", flat=True).first() or ""
