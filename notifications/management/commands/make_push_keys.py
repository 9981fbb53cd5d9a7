"""Make the key pair of web push."""

import base64

from cryptography.hazmat.primitives.asymmetric import ec
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Make the private key of web push (TAVLEYA_PUSH_KEY). Keep it: with another key all subscriptions end."

    def handle(self, *args: object, **options: object) -> None:
        number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        key = base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()
        self.stdout.write(f"TAVLEYA_PUSH_KEY={key}")
