"""The channels by which messages go out: one record for each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tavleya.messages import N_
from tournaments.models.notifications import Channel
from tournaments.services.notifications.channels import mail, push, telegram
from tournaments.services.notifications.channels.base import Way

WAYS: Mapping[str, Way] = MappingProxyType(
    {
        Channel.PUSH: Way(Channel.PUSH, N_("Notification on the device"), push.ready, push.send),
        Channel.EMAIL: Way(Channel.EMAIL, N_("E-mail"), mail.ready, mail.send),
        Channel.TELEGRAM: Way(Channel.TELEGRAM, N_("Telegram"), telegram.ready, telegram.send),
    }
)
