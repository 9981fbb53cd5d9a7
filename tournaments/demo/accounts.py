"""The three people of the demonstration, and how they sign in."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth import get_user_model

from accounts.models import User
from common.actors import Actor


@dataclass(frozen=True, slots=True)
class Account:
    """A log-in that everybody who starts the demonstration is told."""

    username: str
    password: str
    what: str


ORGANISER = Account("organiser", "demo-organiser", "sets events up, pairs, publishes")
ARBITER = Account("arbiter", "demo-arbiter", "enters results, rules at the boards")
PLAYER = Account("player", "demo-player", "plays both sides of the live board")
ACCOUNTS = (ORGANISER, ARBITER, PLAYER)


def make_accounts() -> dict[Account, User]:
    """The users of the accounts, made where they are missing; their passwords are as printed."""
    made = {}
    for account in ACCOUNTS:
        user, new = get_user_model().objects.get_or_create(username=account.username)
        if new or not user.check_password(account.password):
            user.set_password(account.password)
            user.save(update_fields=["password"])
        made[account] = user
    return made


def actor_of(user: User) -> Actor:
    return Actor(user.pk, user.get_username())
