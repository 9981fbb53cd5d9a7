"""Whether pages lead to notifications."""

from django import template

from notifications.services import push
from notifications.services.channels import sends_email

register = template.Library()


@register.simple_tag
def can_follow(*, person: bool = False) -> bool:
    """Return whether this installation can send to devices or by e-mail; for a `person` only to devices."""
    return push.ready() or (sends_email() and not person)
