"""Whether pages lead to notifications."""

from django import template

from notifications.services.channels import mail, push

register = template.Library()


@register.simple_tag
def can_follow(*, person: bool = False) -> bool:
    """Return whether this installation can send to devices or by e-mail; for a `person` only to devices."""
    return push.ready() or (mail.ready() and not person)
