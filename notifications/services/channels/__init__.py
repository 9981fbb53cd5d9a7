"""The channels by which messages go out: one record for each."""

from collections.abc import Mapping
from types import MappingProxyType

from notifications.models import Channel
from notifications.services.channels import mail, push, telegram
from notifications.services.channels.push import Transport
from tavleya.messages import N_

WAYS: Mapping[str, Transport] = MappingProxyType(
    {
        Channel.PUSH: Transport(Channel.PUSH, N_("Notification on the device"), push.ready, push.send),
        Channel.EMAIL: Transport(Channel.EMAIL, N_("E-mail"), mail.ready, mail.send),
        Channel.TELEGRAM: Transport(Channel.TELEGRAM, N_("Telegram"), telegram.ready, telegram.send),
    }
)
