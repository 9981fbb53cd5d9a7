"""Reading the environment: small typed readers, and sentences instead of tracebacks when something is wrong."""

import os
import secrets
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Literal, cast, get_args

from django.core.exceptions import ImproperlyConfigured

Mode = Literal["demo", "production", "test"]
MODES: tuple[str, ...] = get_args(Mode)

#: Whether this process answers requests: set by `config.wsgi` and `config.asgi`, before the settings are read.
serves_requests = False


def mode() -> Mode:
    """Return `TAVLEYA_MODE`, the level of required configuration; by default the local demonstration."""
    value = os.environ.get("TAVLEYA_MODE", "demo")
    if value in MODES:
        return cast(Mode, value)
    raise ImproperlyConfigured(f"TAVLEYA_MODE is {value!r}; it must be one of {', '.join(MODES)}.")


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool = False) -> bool:
    value = text(name).lower()
    if value in ("", "1", "true", "yes", "on", "0", "false", "no", "off"):
        return default if value == "" else value in ("1", "true", "yes", "on")
    raise ImproperlyConfigured(f"{name} is {value!r}; it must be 1 or 0.")


def number(name: str, default: int) -> int:
    value = text(name)
    try:
        result = int(value) if value else default
    except ValueError:
        result = -1
    if result < 0:
        raise ImproperlyConfigured(f"{name} is {value!r}; it must be a whole number, zero or more.")
    return result


def one_of(name: str, existing: tuple[str, ...]) -> str:
    """Return a word of `existing`, by default the first."""
    value = text(name, existing[0])
    if value in existing:
        return value
    raise ImproperlyConfigured(f"{name} is {value!r}; it must be one of {', '.join(existing)}.")


def words(name: str) -> list[str]:
    """Return a comma-separated list."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def some_of(name: str, choices: tuple[str, ...]) -> list[str]:
    """Return a comma-separated list of `choices`."""
    values = words(name)
    if set(values) <= set(choices):
        return values
    raise ImproperlyConfigured(f"{name} is {','.join(values)!r}; it can name {', '.join(choices)}.")


def addresses(name: str) -> dict[str, str]:
    """Return names and https URLs: `fide=https://…,RUS=https://…`."""
    result = {}
    for word in words(name):
        key, _, address = word.partition("=")
        if not key or not address.startswith("https://"):
            raise ImproperlyConfigured(f"{name} has {word!r}; it must be a name, = and an https address.")
        result[key.strip()] = address
    return result


def require_package(module: str, name: str) -> None:
    """Refuse to start if the optional package that the variable `name` needs is not installed."""
    if find_spec(module) is None:
        raise ImproperlyConfigured(f"{name} needs what requirements-extras.txt installs: {module} is missing.")


def require(names: dict[str, str]) -> None:
    """Refuse to start unless every name is set; `names` has the purpose of each."""
    missing = [f"  {name}: {purpose}" for name, purpose in names.items() if not text(name)]
    if missing:
        raise ImproperlyConfigured(
            "TAVLEYA_MODE=production, but these environment variables are not set:\n" + "\n".join(missing)
        )


def persistent_secret(path: Path) -> str:
    """Return the secret stored in `path`, created on first use; concurrent processes agree on one."""
    if not path.exists():
        temporary = path.with_name(f"{path.name}.{os.getpid()}")
        temporary.touch(mode=0o600)
        temporary.write_text(secrets.token_urlsafe(48))
        try:
            os.link(temporary, path)  # fails when the other process was first, and never shows half a file
        except FileExistsError:
            pass
        finally:
            temporary.unlink()
    return path.read_text().strip()


# Paths whose next part is a secret: the URL grants access.
#
# Logs mask them (`config.logs`), the access log of nginx leaves them out (`$loggable` in
# deploy/nginx.conf), and `tests/setup/test_secret_paths.py` compares both with the routes.

_LINK = r"[A-Za-z0-9_-]+"
_KEY = r"[^/\s?]*[-:][^/\s?]*"  # of a letter; pages of the account itself have neither sign

#: The pattern of the secret by the path before it.
SECRET_PATHS: Mapping[str, str] = MappingProxyType(
    {
        "account/email/confirm": _KEY,
        "account/password/reset": _KEY,
        "entry": _LINK,
        "invitations": _LINK,
        "my": _LINK,
        "notifications": _LINK,
    }
)
