from django.core.mail.backends.base import BaseEmailBackend


class Backend(BaseEmailBackend):
    """A server of mail that is away."""

    def send_messages(self, messages: object) -> int:
        raise OSError("connection refused")
