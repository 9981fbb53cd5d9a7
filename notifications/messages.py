"""User-facing messages of `notifications`, by key."""

from tavleya.messages import N_, Catalogue
from tournaments.messages import say as say_tournaments

SENTENCES = {
    "bad_address": N_("This is not a valid e-mail address."),
    "bad_webhook_url": N_("Enter an address that starts with https://."),
    "channel_off": N_("Notifications cannot be sent this way here."),
    "no_such_address": N_("No message of this event goes to this address."),
    "no_such_webhook": N_("There is no such address."),
    "not_a_push_service": N_("Notifications cannot be sent to this browser."),
    "not_your_notifications": N_("You can only change your own notifications."),
    "too_many_addresses": N_("Too many devices and addresses: remove one first."),
    "too_many_webhooks": N_("This event has the maximum number of webhooks."),
    "unknown_kind": N_("Choose at least one kind of notification."),
    "unknown_webhook_kind": N_("Choose what the webhook is notified of."),
    "unknown_zone": N_("This time zone is not known."),
    "webhook_address_refused": N_(
        "This address is in a private network. Give one that can be reached from the internet."
    ),
    "webhook_taken": N_("There is already a webhook for this address."),
}

say = Catalogue(SENTENCES, lower=(say_tournaments,))
