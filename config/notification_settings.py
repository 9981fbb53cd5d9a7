"""Settings of the channels by which people are notified; part of `config.settings`, like `config.account_settings`."""

from __future__ import annotations

from config import environment as env

#: The private key of web push, as `manage.py make_push_keys` makes it.  Without it no browser is notified; with
#: another one every subscription there is becomes useless.
PUSH_KEY = env.text("TAVLEYA_PUSH_KEY")
#: Whom the operators of push services reach: `mailto:` and an address, or a page with https.
PUSH_CONTACT = env.text("TAVLEYA_PUSH_CONTACT")
#: Of browsers that give other addresses nobody can subscribe: these are the makers' push services.
PUSH_HOSTS = env.words("TAVLEYA_PUSH_HOSTS") or [
    "fcm.googleapis.com",
    "*.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
]
#: Of a bot of Telegram, as its BotFather gave it; and what the bot is called, without @.
TELEGRAM_TOKEN = env.text("TAVLEYA_TELEGRAM_TOKEN")
TELEGRAM_BOT = env.text("TAVLEYA_TELEGRAM_BOT").lstrip("@")
