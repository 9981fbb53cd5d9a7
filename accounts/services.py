"""Acts on accounts, other than the pages of django-allauth for each user."""

import base64
import hashlib
import hmac
import secrets
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from accounts.messages import say
from accounts.models import SetupCode, User
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted

CODE_LASTS = timedelta(days=7)
_CODE_BYTES = 15  # 120 bits: 24 letters and digits, in groups of four


@transaction.atomic
def rename(*, actor: Actor, user_id: int, name: str) -> User:
    """Change the name of a user in all lists and documents.  Raises: BadInput ("account_name_missing").

    Users rename themselves; an administrator renames others.
    """
    if actor.user_id != user_id:
        require_administrator(actor)
    user = lock_user(user_id)
    user.name = _name(name)
    user.save(update_fields=["name"])
    User.objects.filter(merged_into=user).update(name=user.name)
    return user


# The first administrator, and people that an administrator makes


def has_administrator() -> bool:
    return User.objects.filter(is_superuser=True, is_active=True).exists()


@transaction.atomic
def new_setup_code(*, now: datetime) -> str | None:
    """Create a code for the page that makes the first administrator, replacing any before; None if there is one."""
    if has_administrator():
        return None
    code = base64.b32encode(secrets.token_bytes(_CODE_BYTES)).decode()
    SetupCode.objects.all().delete()
    SetupCode.objects.create(digest=_digest(code), made_at=now)
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))


@transaction.atomic
def set_up(*, now: datetime, code: str, username: str, name: str, email: str, password: str) -> User:
    """Make the first administrator.

    Raises: BadInput ("setup_code_wrong"); Conflict ("setup_over"); the errors of `add_person`.
    """
    setup_code = SetupCode.objects.select_for_update().first()
    if has_administrator():
        raise Conflict(say("setup_over"))
    if (
        setup_code is None
        or now - setup_code.made_at > CODE_LASTS
        or not hmac.compare_digest(setup_code.digest, _digest(code))
    ):
        raise BadInput(say("setup_code_wrong"), field="code")
    user = _new_person(username=username, name=name, email=email, password=password, administrator=True)
    setup_code.delete()
    return user


@transaction.atomic
def add_person(
    *, actor: Actor, username: str, name: str, email: str = "", password: str | None = None, administrator: bool = False
) -> User:
    """Create an account as an administrator; its password is empty until the user sets one by a link.

    Raises: BadInput ("account_name_missing", "bad_user_name", "bad_email"); Conflict ("user_name_taken",
    "email_taken").
    """
    require_administrator(actor)
    return _new_person(username=username, name=name, email=email, password=password, administrator=administrator)


def _new_person(*, username: str, name: str, email: str, password: str | None, administrator: bool) -> User:
    username, email = username.strip(), email.strip().lower()
    try:
        UnicodeUsernameValidator()(username)
    except ValidationError:
        raise BadInput(say("bad_user_name"), field="username") from None
    if User.objects.filter(username__iexact=username).exists():
        raise Conflict(say("user_name_taken"), field="username")
    _check_email(email)
    user = User(username=username, name=_name(name), email=email, is_superuser=administrator)
    user.set_password(password)
    user.save()
    if email:
        EmailAddress.objects.create(user=user, email=email, primary=True, verified=False)
    return user


def _check_email(email: str) -> None:
    if not email:
        return
    try:
        validate_email(email)
    except ValidationError:
        raise BadInput(say("bad_email"), field="email") from None
    taken = User.objects.filter(email__iexact=email).exists()
    if taken or EmailAddress.objects.filter(email__iexact=email).exists():
        raise Conflict(say("email_taken"), field="email")


# Common parts


def require_administrator(actor: Actor) -> None:
    """Require an administrator, or the service itself.  Raises: NotPermitted ("not_permitted")."""
    if actor.system:
        return
    administrators = User.objects.filter(is_superuser=True, is_active=True)
    if actor.user_id is None or actor.scopes is not None or not administrators.filter(pk=actor.user_id).exists():
        raise NotPermitted(say("not_permitted"))


def lock_user(user_id: int) -> User:
    """Return the locked user.  Raises: NotFound ("no_such_account")."""
    user = User.objects.select_for_update().filter(pk=user_id, deleted_at=None).first()
    if user is None:
        raise NotFound(say("no_such_account"))
    return user


def _name(name: str) -> str:
    if not name.strip():
        raise BadInput(say("account_name_missing"), field="name")
    return name.strip()


def _digest(code: str) -> str:
    """Return the digest of a code, without its visual grouping.  It has 120 bits, so a plain digest is enough."""
    return hashlib.sha256(code.upper().replace("-", "").replace(" ", "").encode()).hexdigest()
