"""Whether pages lead to notifications on devices."""

from django import template

from notifications.services.channels import push

register = template.Library()


@register.simple_tag
def can_follow() -> bool:
    """Return whether this installation can send to devices."""
    return push.ready()
