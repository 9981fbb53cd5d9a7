"""Access to channels and versions of their pages, registered with `games.hooks`."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from django.db.models import Count

from games import hooks
from tavleya.actors import Actor
from tavleya.permissions import Action, allowed
from tournaments.access import standing_in
from tournaments.announcements import link_of
from tournaments.models.activity import Log
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.registry import Telling
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


# Notifications that tournaments give outside, and their content for programs.

Contents = Mapping[int, Mapping[str, object]]


def keys_of(lines: Sequence[Log]) -> dict[int, int]:
    """Return the keys of the subjects, by the keys of the lines."""
    return {line.pk: int(line.subject.partition(":")[2]) for line in lines}


def _pairings(lines: Sequence[Log]) -> Contents:
    keys = keys_of(lines)
    rounds = Round.objects.filter(pk__in=keys.values()).select_related("section")
    rows = {row.pk: row for row in rounds.annotate(boards=Count("pairings"))}
    result = {key: rows[of] for key, of in keys.items() if of in rows}
    return {
        key: {"section": row.section.slug, "round": row.number, "boards": row.boards} for key, row in result.items()
    }


def _standings(lines: Sequence[Log]) -> Contents:
    keys = keys_of(lines)
    slugs = dict(Section.objects.filter(pk__in=keys.values()).values_list("pk", "slug"))
    return {
        line.pk: {"section": slugs[keys[line.pk]], "digest": line.after["digest"]}
        for line in lines
        if keys[line.pk] in slugs and line.after
    }


def boards_of(lines: Sequence[Log]) -> dict[int, Pairing]:
    """Return the boards of lines, by the keys of the lines."""
    keys = keys_of(lines)
    boards = Pairing.objects.select_related("round__section").in_bulk(set(keys.values()))
    return {key: boards[of] for key, of in keys.items() if of in boards}


def _results(lines: Sequence[Log]) -> Contents:
    after = {line.pk: line.after or {} for line in lines}
    return {
        key: {
            "section": board.round.section.slug,
            "round": board.round.number,
            "board": board.board,
            "result": after[key].get("result", board.result),
            "game": board.game_id,
        }
        for key, board in boards_of(lines).items()
    }


def _held_back(lines: Sequence[Log], now: datetime) -> set[int]:
    """Return the results that were corrected before they became public; they wait for the correction."""
    boards = boards_of(lines)
    return {key for key, board in boards.items() if board.public_from and board.public_from > now}


PAIRINGS = Telling(choice="pairings", webhook="round.published", bodies=_pairings)
RESULT = Telling(choice="result", webhook="result.recorded", bodies=_results, waits=_held_back, together=True)
STANDINGS = Telling(choice="standings", webhook="standings.final", bodies=_standings)
DISPUTED = Telling(choice="disputed")
ANNOUNCEMENT = Telling(choice="announcement")
