"""Notifications that tournaments give outside, and their content for programs."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import Count

from tournaments.models.log import Log
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.registry import Telling

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
        key: {"section": row.section.slug, "round": row.number, "boards": row.boards}
        for key, row in result.items()
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
