"""Django and Celery settings. Everything a deployment may change comes from the environment; the README lists it."""

from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from validation import unpacking
from validator_site import environment

BASE_DIR = Path(__file__).resolve().parent.parent
DATA = Path(environment.text("DATA", "var")).absolute()

DEBUG = environment.flag("DEBUG")
SECRET_KEY, SECRET_KEY_IS_KEPT = environment.secret_key(DATA)
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = environment.words("CSRF_TRUSTED_ORIGINS")
ADMIN_ENABLED = environment.flag("CALLCHECK_ADMIN")

# --- Limits ---------------------------------------------------------------------------------------------------------
MAX_UPLOAD_BYTES = environment.number("MAX_UPLOAD_BYTES", unpacking.MAX_BYTES)
INLINE_LIMIT = environment.number("INLINE_LIMIT", 262_144)
# What takes longer than this in a request goes on in a worker.
INLINE_SECONDS = environment.number("INLINE_SECONDS", 2, lowest=1)
MAX_DECODED_RATIO = environment.number("MAX_DECODED_RATIO", unpacking.MAX_RATIO, lowest=1)
RAW_DAYS = environment.number("RAW_DAYS", 30, lowest=1)
REPORT_DAYS = environment.number("REPORT_DAYS", 365, lowest=1)
WEB_THREADS = environment.web_threads()
WAIT_MAX_SECONDS = environment.number("WAIT_MAX_SECONDS", 30)
UPLOADS_DIR = DATA / "uploads"
# Both doors stop at MAX_UPLOAD_BYTES themselves. Django's own limit holds for what they do not read as it arrives:
# the fields of a form, of which the longest is a pasted trace.
DATA_UPLOAD_MAX_MEMORY_SIZE = environment.number("MAX_PASTE_BYTES", 16 << 20)
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100
DATA_UPLOAD_MAX_NUMBER_FILES = 10

# --- Applications ---------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "csp",
    "uploads",
]
MIDDLEWARE = [
    "uploads.secret_addresses.guard_secret_addresses",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
CONTEXT_PROCESSORS = [
    "django.template.context_processors.request",
    "django.template.context_processors.i18n",
]
if ADMIN_ENABLED:
    INSTALLED_APPS += ["django.contrib.sessions", "django.contrib.messages", "django.contrib.admin"]
    MIDDLEWARE += [
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ]
    CONTEXT_PROCESSORS += [
        "django.contrib.auth.context_processors.auth",
        "django.contrib.messages.context_processors.messages",
    ]
ROOT_URLCONF = "validator_site.urls"
WSGI_APPLICATION = "validator_site.wsgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": CONTEXT_PROCESSORS},
    }
]

# --- Data -----------------------------------------------------------------------------------------------------------
DATABASES: dict[str, Any] = {
    "default": dj_database_url.config(default=f"sqlite:///{DATA / 'callcheck.sqlite3'}", conn_max_age=60, conn_health_checks=True)
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE takes the write lock when a transaction begins; a deferred one that turns writer fails at once
    # with "database is locked" instead of waiting.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

STORAGES: dict[str, Any] = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        # Not by FILE_UPLOAD_PERMISSIONS, which would hide the static files of an image from its user as well.
        "OPTIONS": {"location": UPLOADS_DIR, "file_permissions_mode": 0o600, "directory_permissions_mode": 0o700},
    },
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
STATIC_URL = "static/"
STATIC_ROOT = Path(environment.text("STATIC_ROOT", str(DATA / "static")))
MEDIA_ROOT = UPLOADS_DIR
if DEBUG:
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    WHITENOISE_USE_FINDERS = True
    WHITENOISE_AUTOREFRESH = True

# --- Jobs -----------------------------------------------------------------------------------------------------------
CELERY_BROKER_URL = environment.text("CELERY_BROKER_URL")
BROKER_IS_REDIS = CELERY_BROKER_URL.startswith(("redis://", "rediss://", "redis+socket://"))
VALIDATION_HARD_SECONDS = environment.number("VALIDATION_HARD_SECONDS", 1800, lowest=10)
# A run without a heartbeat for this long is taken for dead; a job not begun this long after it was sent is sent again.
JOB_STALE_SECONDS = environment.number("JOB_STALE_SECONDS", 60, lowest=2)
JOB_RESEND_SECONDS = environment.number("JOB_RESEND_SECONDS", 30, lowest=1)
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_RESULT_BACKEND = None
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_TASK_TIME_LIMIT = VALIDATION_HARD_SECONDS
CELERY_TASK_SOFT_TIME_LIMIT = VALIDATION_HARD_SECONDS - 5
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 2, "interval_start": 0, "interval_step": 0.2, "interval_max": 0.2}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 3.0
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_POOL = "validator_site.pool:Pool"
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA / "beat")
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {}
if BROKER_IS_REDIS:
    # A message that is worked on longer than the visibility timeout is sent a second time: stay above the hard limit.
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": VALIDATION_HARD_SECONDS + 600,
        "socket_connect_timeout": 2,
        "health_check_interval": 25,
    }
elif CELERY_BROKER_URL.startswith("filesystem:"):
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(DATA / "queue" / "messages"),
        "data_folder_out": str(DATA / "queue" / "messages"),
        "processed_folder": str(DATA / "queue" / "processed"),
        "control_folder": str(DATA / "queue" / "control"),
        "store_processed": False,
        "polling_interval": 0.1,
    }
CELERY_BEAT_SCHEDULE: dict[str, Any] = {
    "sweep": {"task": "uploads.tasks.sweep", "schedule": 5.0, "options": {"expires": 5}},
    "expire": {"task": "uploads.tasks.expire", "schedule": 3600.0, "options": {"expires": 3600}},
}

CACHES: dict[str, Any] = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
if BROKER_IS_REDIS:
    # Request counts must be shared by all web processes.
    CACHES["default"] = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": environment.text("CACHE_URL") or environment.cache_beside(CELERY_BROKER_URL),
        "KEY_PREFIX": "callcheck",
    }

# --- Languages ------------------------------------------------------------------------------------------------------
USE_I18N = True
LANGUAGE_CODE = "en"
# One more with each catalogue in `locale/`: a page must not say that it is in a language which nobody has written.
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

# --- What the browser is told -----------------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
HTTPS = environment.flag("HTTPS")
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)$"]
    SECURE_HSTS_SECONDS = environment.number("HSTS_SECONDS", 31_536_000)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
# same-origin, not no-referrer: Django's CSRF check over HTTPS needs the referrer of the site's own forms.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# --- REST -------------------------------------------------------------------------------------------------------------
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "UNAUTHENTICATED_USER": None,
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "URL_FORMAT_OVERRIDE": None,
    # X-Forwarded-For is what a client likes to say, unless as many proxies as this stand in front.
    "NUM_PROXIES": environment.number("TRUSTED_PROXIES", 0),
}
API_RATES = {"reads": environment.rate("API_READ_RATE", "20000/hour"), "uploads": environment.rate("API_UPLOAD_RATE", "3000/hour")}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Callcheck",
    "DESCRIPTION": "Validates recorded tool-call streams and conversation histories.",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
}

# --- Logs -------------------------------------------------------------------------------------------------------------
LOG_LEVEL = environment.text("LOG_LEVEL", "INFO")
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"secrets": {"()": "validator_site.logs.HideSecrets"}, "one line": {"()": "validator_site.logs.OneLine"}},
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "filters": ["secrets"], "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        # A line at each sweep, every few seconds, would bury everything else.
        "celery": {"level": environment.text("CELERY_LOG_LEVEL", "WARNING")},
        # Django hangs a handler of its own on this name; one line a message is enough.
        "django": {"handlers": [], "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
        # A Host header that is not served: scanners send them all day.
        "django.security.DisallowedHost": {"filters": ["one line"]},
    },
}
