"""Settings, all from the environment; docs/running.md lists the variables.

`TAVLEYA_MODE` sets the level of required configuration:

demo        (default) SQLite under var/, tasks run in the process, a generated secret: nothing to install or set
production  refuses to start unless every required variable is set
test        chosen by tests.settings
"""

from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from kombu import Queue

from config import catalogues, databases, logs
from config import environment as env
from config.app_settings import *  # noqa: F403
from config.app_settings import OIDC_URL, origin_of
from config.logs import logging_config
from games import redis_client
from tavleya import languages

BASE_DIR = Path(__file__).resolve().parent.parent
MODE = env.mode()
PRODUCTION = MODE == "production"

if PRODUCTION:
    env.require(
        {
            "SECRET_KEY": "a long random text that signs sessions; keep it secret and keep it the same",
            "ALLOWED_HOSTS": "the host names the service answers to, separated by commas",
            "DATABASE_URL": "postgresql://user:password@host/name",
            "REDIS_URL": "redis://host/0, for cache and live updates, and tasks unless BROKER_URL names another",
        }
    )

# Local files that persist between runs.
VAR = Path(env.text("TAVLEYA_VAR") or BASE_DIR / "var")
if MODE == "demo":
    try:
        VAR.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"{VAR} cannot be made ({error}); TAVLEYA_VAR names another folder.") from error

DEBUG = env.flag("TAVLEYA_DEBUG")
if PRODUCTION and DEBUG:
    raise ImproperlyConfigured("TAVLEYA_DEBUG shows internals to strangers; it cannot be on in production.")

SECRET_KEY = env.text("SECRET_KEY")
if not SECRET_KEY:
    SECRET_KEY = env.persistent_secret(VAR / "secret-key") if MODE == "demo" else "only for the tests " * 3
# Former keys: still accepted, never used for new signatures or encryption.
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")
if PRODUCTION and (len(SECRET_KEY) < 50 or len(set(SECRET_KEY)) < 5):
    raise ImproperlyConfigured("SECRET_KEY must have at least 50 characters, of at least 5 kinds; make a random one.")

ALLOWED_HOSTS = env.words("ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]"]
#: The base URL of links in emails and in command output, without a slash at the end.
SITE_URL = env.text("TAVLEYA_SITE_URL").rstrip("/") or (
    f"https://{ALLOWED_HOSTS[0].lstrip('.')}" if PRODUCTION else "http://localhost:8000"
)
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")

#: Apps that an installation may leave out; nothing else needs them.
OPTIONAL_APPS = ("documents", "fairplay", "notifications", "reports", "transfer", "venue")
LEFT_OUT = env.some_of("TAVLEYA_WITHOUT", OPTIONAL_APPS)
INSTALLED_APPS = [
    "config",
    *(app for app in OPTIONAL_APPS if app not in LEFT_OUT),
    "api",
    "upkeep",
    "arbiter",
    "portal",
    "entries",
    "people",
    "ratings",
    "tournaments",
    "games",
    "clocks",
    "accounts",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.usersessions",
    "rest_framework",
    "drf_spectacular",
    "csp",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "upkeep.probes.ProbeMiddleware",
    "config.logs.RequestIdMiddleware",
    "upkeep.metrics.RequestMetrics",
    "config.middleware.ToHttps",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.outages.ReadingSessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.middleware.AskedLanguageMiddleware",
    "config.middleware.TimeZoneMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.middleware.InputMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.sessions.SessionEndMiddleware",
    "accounts.administration.SecondFactorMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.middleware.MethodMiddleware",
    "config.middleware.BroadcastGateMiddleware",
    "portal.offline.KeepOfflineMiddleware",
    "config.replica.ReplicaMiddleware",
    "config.middleware.ReadOnlyMiddleware",
    "config.outages.OutageMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "portal.offline.offline_pages",
            ]
        },
    }
]

# Database

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"


DATABASES = {
    "default": databases.settings_of(
        "DATABASE_URL", env.text("DATABASE_URL") or f"sqlite:///{VAR / 'tavleya.sqlite3'}", pool=databases.POOL == "own"
    )
}
if PRODUCTION and not DATABASES["default"]["ENGINE"].endswith("postgresql"):
    raise ImproperlyConfigured("DATABASE_URL must name a PostgreSQL database in production.")

# Some reads go to a copy of the database that follows it (`config.replica`).
REPLICA_LAG_SECONDS = env.number("TAVLEYA_REPLICA_LAG", 5)
if DATABASE_REPLICA_URL := env.text("DATABASE_REPLICA_URL"):
    # No pool: an outage is noticed at once, and not after the wait for a connection.
    DATABASES["replica"] = databases.settings_of("DATABASE_REPLICA_URL", DATABASE_REPLICA_URL, pool=False)
    if {database["ENGINE"] for database in DATABASES.values()} != {"config.postgresql"}:
        raise ImproperlyConfigured("DATABASE_REPLICA_URL names a replica of PostgreSQL, and DATABASE_URL its primary.")
    DATABASE_ROUTERS = ["config.replica.Router"]

# Redis: cache and the live hub, and unless another is named for it the broker of tasks. Without it all three stay
# inside the process.

REDIS_URL = env.text("REDIS_URL")
BROKER_URL = env.text("BROKER_URL") or REDIS_URL

CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    # Objects other than text and numbers that are quickly recomputed: never leaves the process.
    "computed": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "computed",
        "OPTIONS": {"MAX_ENTRIES": 200},
    },
    # Public pages as they were made for the last visitor, packed (`games.views.caching`).
    "pages": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pages",
        "OPTIONS": {"MAX_ENTRIES": 1000},
    },
}
if REDIS_URL:
    CACHES["default"] = {
        "BACKEND": "config.outages.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": redis_client.options() | {"serializer": "config.outages.JsonSerializer"},
    }

LIVE_HUB = REDIS_URL or "memory"
LIVE_CHANNEL_PREFIX = env.text("TAVLEYA_LIVE_CHANNEL_PREFIX", "tavleya")
# Seconds between a stream's keep-alive messages and its comparisons with the record.
LIVE_SIGN_SECONDS = env.number("TAVLEYA_LIVE_SIGN_SECONDS", 30)
# The nginx of this node that takes frames for nchan, and the command that restarts it.
LIVE_PUBLISHER = env.text("TAVLEYA_LIVE_PUBLISHER", "127.0.0.1:8164")
LIVE_RESTART = env.text("TAVLEYA_LIVE_RESTART")

# Celery. Its defaults would redeliver a killed worker's task only after an hour.

CELERY_BROKER_URL = BROKER_URL or "memory://"
CELERY_RESULT_BACKEND = BROKER_URL or "cache+memory://"
CELERY_TASK_ALWAYS_EAGER = env.flag("TAVLEYA_CELERY_EAGER", default=not BROKER_URL)
CELERY_TASK_EAGER_PROPAGATES = MODE == "test"
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
# A request does not wait for an unreachable broker: its work is a row, and a sweep queues it again.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_TIME_LIMIT = 50  # shorter than the visibility timeout, or a slow task would run twice at once
CELERY_TASK_SOFT_TIME_LIMIT = 45
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# No task may be sent with a countdown longer than the visibility timeout: Redis would deliver it again and again. A
# periodic sweep of the database finds later work.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": env.number("TAVLEYA_CELERY_VISIBILITY_TIMEOUT", 60),
    "unacked_restore_interval": env.number("TAVLEYA_CELERY_RESTORE_INTERVAL", 5),
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 1,
    "socket_timeout": 5,  # longer than the worker's own wait for the next task
    "socket_keepalive": True,
}
# A worker takes from all queues, or by `-Q` from some: a file of a thousand games or a slow receiver of messages then
# keeps no round from being published.
CELERY_TASK_QUEUES = [Queue(name) for name in ("now", "pairing", "import", "deliver")]
CELERY_TASK_DEFAULT_QUEUE = "now"
CELERY_TASK_CREATE_MISSING_QUEUES = False
# Jobs have the queue of their kind (`tournaments.services.jobs.JobSpec`).
CELERY_TASK_ROUTES = {
    "documents.tasks.make_document": {"queue": "pairing"},
    "games.tasks.check_records": {"queue": "import"},
    "notifications.tasks.send_due_webhooks": {"queue": "deliver"},
    "venue.tasks.push_broadcasts": {"queue": "deliver"},
    "venue.tasks.read_pgn_addresses": {"queue": "deliver"},
    "notifications.tasks.spread_notices": {"queue": "deliver"},
    "notifications.tasks.send_email": {"queue": "deliver"},
    "notifications.tasks.send_push": {"queue": "deliver"},
    "notifications.tasks.send_telegram": {"queue": "deliver"},
}
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "publish-due-rounds": {"task": "tournaments.tasks.publish_due_rounds", "schedule": 30},
    "flags-by-correspondence": {"task": "arbiter.tasks.call_flags_by_correspondence", "schedule": 60},
    "push-broadcasts": {"task": "venue.tasks.push_broadcasts", "schedule": 5},
    "read-pgn-addresses": {"task": "venue.tasks.read_pgn_addresses", "schedule": 5},
    "send-webhooks": {"task": "notifications.tasks.send_due_webhooks", "schedule": 30},
    "spread-notices": {"task": "notifications.tasks.spread_notices", "schedule": 10},
    "send-email": {"task": "notifications.tasks.send_email", "schedule": 30},
    "send-push": {"task": "notifications.tasks.send_push", "schedule": 10},
    "send-telegram": {"task": "notifications.tasks.send_telegram", "schedule": 10},
    "ask-for-jobs-again": {"task": "tournaments.tasks.ask_for_waiting_jobs", "schedule": 60},
    "check-records": {"task": "games.tasks.check_records", "schedule": 10 * 60},
    "join-persons": {"task": "people.tasks.join_persons", "schedule": 5 * 60},
    "update-rating-lists": {"task": "ratings.tasks.update_rating_lists", "schedule": 60 * 60},
    "forget-documents": {"task": "documents.tasks.forget_documents", "schedule": 10 * 60},
    "forget-personal-data": {"task": "upkeep.tasks.forget_personal_data", "schedule": 24 * 60 * 60},
}
CELERY_BEAT_SCHEDULE = {
    name: periodic
    for name, periodic in CELERY_BEAT_SCHEDULE.items()
    if periodic["task"].partition(".")[0] not in LEFT_OUT
}
for periodic in CELERY_BEAT_SCHEDULE.values():
    # A sweep expires when the next one is due, so that a worker does not find thousands of them after an outage.
    periodic["options"] = {"expires": periodic["schedule"]}
CELERY_BEAT_SCHEDULER = "config.beat:OneAtATime"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "celerybeat-schedule")

# URLs of rating lists by list name: none unless the operator sets them.
RATING_LISTS = env.addresses("TAVLEYA_RATING_LISTS")

# Optional games (`tavleya.rules.registry`) that new sections can be of.
EXTRA_GAMES = env.words("TAVLEYA_GAMES")

# Language and time

LANGUAGE_CODE = languages.DEFAULT
LANGUAGES = languages.choices()
LOCALE_PATHS = [catalogues.ready(BASE_DIR / "locale", otherwise=VAR / "locale")]
TIME_ZONE = "UTC"

# Static files

STATIC_URL = "static/"
STATIC_ROOT = Path(env.text("TAVLEYA_STATIC_ROOT") or BASE_DIR / "staticfiles")
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = not PRODUCTION
WHITENOISE_AUTOREFRESH = not PRODUCTION

MEDIA_ROOT = Path(env.text("TAVLEYA_MEDIA_ROOT") or VAR / "media")

STORAGES = {
    "default": databases.photo_storage(),
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}


# Transport and content

TRUSTED_PROXIES = env.number("TAVLEYA_PROXIES", 0)
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = PRODUCTION
HTTPS_PORT = env.number("HTTPS_PORT", 443)
SECURE_HSTS_SECONDS = env.number("TAVLEYA_HSTS_SECONDS", 31_536_000) if PRODUCTION else 0
# Sub-domains and the browsers' preload list are decided by the owner of the domain, who may run other services there.
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env.flag("TAVLEYA_HSTS_SUBDOMAINS")
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "style-src": [SELF],
        "script-src": [SELF],
        "connect-src": [SELF],
        "font-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        # A sign-in by a provider is a form that leads there.
        "form-action": [SELF, *origin_of(OIDC_URL)],
        "frame-ancestors": [NONE],
    }
}

#: Whether browsers keep pages for when there is no network. Off, they remove their worker and all that they kept.
OFFLINE_PAGES = env.flag("TAVLEYA_OFFLINE", default=True)

# A whole tournament in one file is well under this; anything larger is a mistake or an attack.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
DATA_UPLOAD_MAX_NUMBER_FILES = 20

# API

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["api.bodies.JsonParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "api.requests.BearerToken",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "EXCEPTION_HANDLER": "api.problems.handle",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": "3000/min",  # a whole hall may share one address
        "user": "1200/min",
    },
    "NUM_PROXIES": TRUSTED_PROXIES,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

# Measurements, for Prometheus

METRICS_TOKEN = env.text("TAVLEYA_METRICS_TOKEN")
METRICS_DIR = env.text("TAVLEYA_METRICS_DIR")

# Logs

LOGGING = logging_config(as_json=PRODUCTION, level=env.text("TAVLEYA_LOG_LEVEL", "INFO"))
logs.start()
