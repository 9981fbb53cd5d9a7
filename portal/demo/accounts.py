"""The people of the demonstration, and how they sign in."""

from dataclasses import dataclass

from accounts.models import User
from tavleya.actors import Actor


@dataclass(frozen=True, slots=True)
class Account:
    """A login of the demonstration, published at its start."""

    username: str
    password: str
    name: str
    what: str
    administrator: bool = False


ORGANISER = Account("organiser", "demo-organiser", "Olga Orlova", "sets events up, pairs, publishes")
ARBITER = Account("arbiter", "demo-arbiter", "Artur Arbenin", "enters results, rules at the boards")
PLAYER = Account("player", "demo-player", "Pavel Petrov", "plays both sides of the live board")
ADMINISTRATOR = Account(
    "admin", "demo-admin", "Ada Adler", "runs the service: people, events, jobs", administrator=True
)
ACCOUNTS = (ORGANISER, ARBITER, PLAYER, ADMINISTRATOR)


def make_accounts() -> dict[Account, User]:
    """Return the users of the accounts, created if missing, with the published passwords."""
    users = {}
    for account in ACCOUNTS:
        user, new = User.objects.get_or_create(
            username=account.username, defaults={"name": account.name, "is_superuser": account.administrator}
        )
        if new or not user.check_password(account.password):
            user.set_password(account.password)
            user.save(update_fields=["password"])
        users[account] = user
    return users


def actor_of(user: User) -> Actor:
    return Actor(user.pk, user.shown_name)
