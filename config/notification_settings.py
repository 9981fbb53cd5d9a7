"""Settings of the channels by which people are notified; part of `config.settings`, like `config.account_settings`."""

from config import environment as env

#: The private key of web push, as `manage.py make_push_keys` makes it.  Without it no browser is notified; with
#: another one every subscription there is becomes useless.
PUSH_KEY = env.text("TAVLEYA_PUSH_KEY")
#: Contact for the operators of push services: `mailto:` and an address, or a page with https.
PUSH_CONTACT = env.text("TAVLEYA_PUSH_CONTACT")
#: Accepted push endpoints: the push services of the browser makers.
PUSH_HOSTS = env.words("TAVLEYA_PUSH_HOSTS") or [
    "fcm.googleapis.com",
    "*.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
]
#: The token of a Telegram bot from BotFather, and its name without @.
TELEGRAM_TOKEN = env.text("TAVLEYA_TELEGRAM_TOKEN")
TELEGRAM_BOT = env.text("TAVLEYA_TELEGRAM_BOT").lstrip("@")
