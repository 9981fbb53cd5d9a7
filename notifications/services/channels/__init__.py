"""The channels by which messages go out: one record for each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from notifications.models.notifications import Channel
from notifications.services.channels import mail, push, telegram
from notifications.services.channels.base import Way
from tavleya.messages import N_

WAYS: Mapping[str, Way] = MappingProxyType(
    {
        Channel.PUSH: Way(Channel.PUSH, N_("Notification on the device"), push.ready, push.send),
        Channel.EMAIL: Way(Channel.EMAIL, N_("E-mail"), mail.ready, mail.send),
        Channel.TELEGRAM: Way(Channel.TELEGRAM, N_("Telegram"), telegram.ready, telegram.send),
    }
)
