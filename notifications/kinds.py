"""Kinds of acts that `notifications` writes to the log."""

from tavleya.messages import N_
from tournaments.registry import Kind

MESSAGES_BOUNCED = Kind("messages.bounced", N_("Address marked as not accepting mail"))
MESSAGES_RETRIED = Kind("messages.retried", N_("Failed messages sent again"))
WEBHOOK_ADDED = Kind("webhook.added", N_("Webhook added"))
WEBHOOK_REVOKED = Kind("webhook.revoked", N_("Webhook removed"))
