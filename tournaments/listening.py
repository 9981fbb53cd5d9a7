"""Access to channels and versions of their pages, registered with `games.hooks`."""

from collections.abc import Callable

from games import hooks
from tavleya.actors import Actor
from tavleya.permissions import Action, allowed
from tournaments.access import standing_in
from tournaments.announcements import link_of
from tournaments.models.event import Event
from tournaments.selectors.versions import (
    version_for_staff,
    version_of_event,
    version_of_round,
    version_of_section,
)

_PUBLIC: dict[str, Callable[[int], str | None]] = {
    "rounds": version_of_round,
    "sections": version_of_section,
    "events": version_of_event,
}


def register_channels() -> None:
    """Register the answers for all channels except those of games."""
    for kind, version in _PUBLIC.items():
        hooks.newest_of.register(kind, _by_number(version))
        hooks.may_listen.register(kind, _if_public(version))
    # The last message of a wall concerns one board only: a new listener must load all of them.
    hooks.may_listen.register("walls", _if_public(version_of_round))
    hooks.may_listen.register("players", lambda _actor, key: link_of(key) is not None)
    for kind in ("desks", "console"):
        hooks.newest_of.register(kind, _by_number(version_for_staff))
        hooks.may_listen.register(kind, _is_staff)


def _by_number(version: Callable[[int], str | None]) -> Callable[[str], str | None]:
    return lambda key: version(int(key))


def _if_public(version: Callable[[int], str | None]) -> Callable[[Actor, str], bool]:
    """Return the access check of a public channel: all users may listen to public pages, and only to these."""
    return lambda _actor, key: version(int(key)) is not None


def _is_staff(actor: Actor, key: str) -> bool:
    event = Event.objects.filter(pk=key, deleted_at=None).first()
    return event is not None and allowed(standing_in(actor, event), Action.SEE_DESK)
