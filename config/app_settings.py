"""Settings of single apps: accounts, sign-in, e-mail, API, notifications and privacy.

`config.settings` takes over every name in capitals.
"""

from datetime import timedelta
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from config import environment as env

PRODUCTION = env.mode() == "production"

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "/login/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
#: The page for officials after sign-in: their desk.
OFFICIALS_REDIRECT_URL = "desk"

SESSION_COOKIE_AGE = 12 * 60 * 60  # one playing day, counted from the sign-in
IDLE_TIME = timedelta(minutes=env.number("TAVLEYA_IDLE_MINUTES", 240))
SESSION_COOKIE_SECURE = PRODUCTION
CSRF_COOKIE_SECURE = PRODUCTION
CSRF_FAILURE_VIEW = "portal.views.site.csrf_failure"

# E-mail

EMAIL_HOST = env.text("EMAIL_HOST")
EMAIL_PORT = env.number("EMAIL_PORT", 587)
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD")
EMAIL_USE_SSL = env.flag("EMAIL_USE_SSL")
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS", default=not EMAIL_USE_SSL)
EMAIL_TIMEOUT = 10
if EMAIL_USE_SSL and EMAIL_USE_TLS:
    raise ImproperlyConfigured("EMAIL_USE_SSL and EMAIL_USE_TLS: only one of them can be 1.")
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "Tavleya <tavleya@localhost>")
#: Whether anything can be sent.  A production service without a server writes no letter into its logs either: there
#: are links in them that open accounts.
SENDS_EMAIL = bool(EMAIL_HOST) or not PRODUCTION
EMAIL_BACKEND = "django.core.mail.backends." + (
    "smtp.EmailBackend" if EMAIL_HOST else "dummy.EmailBackend" if PRODUCTION else "console.EmailBackend"
)

# Accounts, by django-allauth

#: Whether a visitor may make an account without an invitation.
SIGN_UP = env.flag("TAVLEYA_SIGN_UP")
ACCOUNT_ADAPTER = "accounts.adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*" if SENDS_EMAIL else "email", "password1*", "password2*"]
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.NamedSignUp"
ACCOUNT_FORMS = {"login": "accounts.forms.SignInForm"}
ACCOUNT_EMAIL_VERIFICATION = "optional" if SENDS_EMAIL else "none"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Tavleya: "
ACCOUNT_MAX_EMAIL_ADDRESSES = 5
ACCOUNT_SESSION_REMEMBER = True  # how long a session lasts is not left to each visitor
ACCOUNT_USER_DISPLAY = "accounts.adapters.shown_name"
#: Failed logins: per account and address, so that a stranger cannot lock a user out for long; per account, against
#: distributed guessing; per address, which may be that of a whole hall.
ACCOUNT_RATE_LIMITS = {"login": "60/m/ip", "login_failed": "100/15m/ip,50/h/key", "login_failed_here": "5/15m/key"}
#: From one address (`accounts.addresses`).
PER_MINUTE = {
    "setup": 20,
    # A club may enter its players from one address.
    "entry": 60,
    "entry_search": 300,
    # A hall follows its tournament from one address.
    "notifications": 120,
}
USERSESSIONS_TRACK_ACTIVITY = False  # `accounts.sessions` notes it now and then

# Second factors

#: Users who must have one: administrators, officials (and administrators), all, none.
MFA_REQUIRED = env.text("TAVLEYA_MFA_REQUIRED", "administrators" if PRODUCTION else "none")
if MFA_REQUIRED not in ("administrators", "officials", "all", "none"):
    raise ImproperlyConfigured(
        f"TAVLEYA_MFA_REQUIRED is {MFA_REQUIRED!r}; it must be administrators, officials, all or none."
    )
#: Encrypts the secrets of second factors; without it a key is derived from SECRET_KEY.
MFA_KEY = env.text("TAVLEYA_MFA_KEY")
MFA_ADAPTER = "accounts.administration.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Tavleya"
MFA_TOTP_TOLERANCE = 1  # phones whose clocks are half a minute off
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCTION
# With open sign-up, a stranger must not lock the owner of an address out with a second factor.
MFA_ALLOW_UNVERIFIED_EMAIL = not (SIGN_UP and SENDS_EMAIL)

# Sign-in by a provider of OpenID Connect

#: The issuer's address; its description is at `/.well-known/openid-configuration` below it.
OIDC_URL = env.text("TAVLEYA_OIDC_URL").rstrip("/")
OIDC_CLIENT_ID = env.text("TAVLEYA_OIDC_CLIENT_ID")
OIDC_SECRET = env.text("TAVLEYA_OIDC_SECRET")
OIDC_NAME = env.text("TAVLEYA_OIDC_NAME", "OpenID Connect")
if OIDC_URL and not (OIDC_CLIENT_ID and OIDC_SECRET):
    raise ImproperlyConfigured(
        "TAVLEYA_OIDC_URL needs TAVLEYA_OIDC_CLIENT_ID and TAVLEYA_OIDC_SECRET, as the provider gave them."
    )


def origin_of(url: str) -> list[str]:
    """Return the origin of a URL, for a content policy; empty for an empty URL."""
    parts = urlsplit(url)
    return [f"{parts.scheme}://{parts.netloc}"] if url else []


OIDC_PROVIDER_ID = "sso"
SOCIALACCOUNT_ADAPTER = "accounts.adapters.ProviderAdapter"
SOCIALACCOUNT_PROVIDERS = {
    "openid_connect": {
        "OAUTH_PKCE_ENABLED": True,
        "APPS": [
            {
                "provider_id": OIDC_PROVIDER_ID,
                "name": OIDC_NAME,
                "client_id": OIDC_CLIENT_ID,
                "secret": OIDC_SECRET,
                "settings": {"server_url": OIDC_URL},
            }
        ]
        if OIDC_URL
        else [],
    }
}
# An address that a provider names opens no account that is here already: its owner connects the two when signed in.
SOCIALACCOUNT_EMAIL_AUTHENTICATION = False


# The retention of personal data.

#: Contact for questions about personal data on the privacy page: an email address, a name, or both.
PRIVACY_CONTACT = env.text("TAVLEYA_PRIVACY_CONTACT")
#: Days after its last day for which an event needs the names of its people, for reports and appeals.
ERASURE_HOLD_DAYS = env.number("TAVLEYA_ERASURE_HOLD_DAYS", 30)

# Days until temporary data are deleted (`upkeep.privacy.erasure`); 0: never.

#: After the end of the event: private links of players.
KEEP_LINKS_DAYS = env.number("TAVLEYA_KEEP_LINKS_DAYS", 30)
#: After the end of the event: addresses to which invitations were sent.
KEEP_CONTACTS_DAYS = env.number("TAVLEYA_KEEP_CONTACTS_DAYS", 30)
#: After the end of the event: declarations of hearing aids and medical devices, which say something of health.
KEEP_DECLARATIONS_DAYS = env.number("TAVLEYA_KEEP_DECLARATIONS_DAYS", 7)
#: After the end of the event: photographs of score sheets.
KEEP_PHOTOGRAPHS_DAYS = env.number("TAVLEYA_KEEP_PHOTOGRAPHS_DAYS", 365)
#: Days since the last use of a recorded sign-in.
KEEP_SIGN_INS_DAYS = env.number("TAVLEYA_KEEP_SIGN_INS_DAYS", 90)
#: After they were answered, sent or done: answers to programs, messages to other programs, files that were imported.
KEEP_MESSAGES_DAYS = env.number("TAVLEYA_KEEP_MESSAGES_DAYS", 30)
#: After the end of the event, or after they were ended: addresses and devices that are sent notifications.
KEEP_SUBSCRIPTIONS_DAYS = env.number("TAVLEYA_KEEP_SUBSCRIPTIONS_DAYS", 7)


# The channels by which people are notified.

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


# The OpenAPI document.

SPECTACULAR_SETTINGS = {
    "TITLE": "Tavleya",
    "DESCRIPTION": "Tournaments of chess, Russian draughts and tavreli, and the arbitration of their games.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [],  # choices are inlined: named enums would change whenever others change
}
