"""The names of actors, looked up for display: the database stores only their keys (`Actor.key`)."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth import get_user_model

from tournaments.models.player import Player
from tournaments.models.swiss import Provenance


def names_of(keys: Iterable[str]) -> Mapping[str, str]:
    """Return the current names of actors, by key; parts of the service have the name in their key.

    At most two queries: one for people with accounts, one for players who came by their links.
    """
    numbers: dict[str, dict[int, str]] = {"user": {}, "player": {}}
    names: dict[str, str] = {}
    for key in set(keys):
        kind, _, rest = key.partition(":")
        if kind in numbers and rest.isdecimal():
            numbers[kind][int(rest)] = key
        names[key] = rest if kind == "system" else key
    if users := numbers["user"]:
        result = get_user_model().objects.filter(pk__in=users)
        names |= {users[user.pk]: user.shown_name for user in result}
    if players := numbers["player"]:
        names |= {players[player.pk]: player.full_name for player in Player.objects.filter(pk__in=players)}
    return names


def waived_by(source: Provenance) -> list[dict[str, Any]]:
    """Return the breaches of a draft that an official accepted, with the official's name."""
    names = names_of(item["who"] for item in source.waived)
    return [{**item, "who": names[item["who"]]} for item in source.waived]
