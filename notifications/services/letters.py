"""The letter that asks whether an address is its owner's."""

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from notifications.models.notifications import Delivery
from notifications.services.outbox import Letter
from notifications.services.stopping import confirm_token


def confirmation(row: Delivery) -> Letter | None:
    to = row.subscription
    if to is None:
        return None
    with translation.override(row.language):
        event = row.event.name_in(row.language)
        context = {
            "event": event,
            "player": to.player.name_in(row.language) if to.player else "",
            "link": settings.SITE_URL + reverse("notifications_confirm", args=[confirm_token(to)]),
        }
        title = gettext("Confirm your address: %(event)s") % {"event": event}
        return Letter(to.address, title, render_to_string("notifications/confirm.txt", context))
