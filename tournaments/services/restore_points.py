"""Restore points: the pairing of a section saved before each change to it, and its restoration."""

import json
import zlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db import models, transaction
from django.db.models import F

from games.models.game import Game
from games.services.results import annul, correct_result, record_result
from tavleya.actors import Actor
from tavleya.deltas import applied, difference
from tavleya.errors import Conflict, NotFound
from tavleya.permissions import Action
from tavleya.record.entries import GamePhase
from tournaments.activity import happened
from tournaments.kinds import SECTION_RESTORED
from tournaments.messages import say
from tournaments.models.pairing import Match, Pairing
from tournaments.models.player import LineUp, Registration, TeamMatch
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.models.swiss import PairConstraint, Provenance, RequestedBye, RestorePoint, TeamBye, TeamRestriction
from tournaments.services.broadcast import open_board
from tournaments.services.shared import as_organiser, find, lock_section_for, plain
from tournaments.services.swiss_state import require_swiss

#: How many points before small changes are kept for a section, by kind; the oldest are deleted.  All other points,
#: such as those before a pairing, are kept.
KEPT = {"bye": 60, "pair_rule": 60, "manual": 60, "late_entry": 60, "re_entry": 60}
#: Fields of a board that are set once its game exists, or by a second reading.
_LATER = ("game_id", "result", "second_result", "second_by_id", "second_at")


@dataclass(frozen=True, slots=True)
class RestoreResult:
    """The effect of a restore: rounds with changed boards, reopened games, and results that were kept."""

    rounds: tuple[int, ...]
    games_opened: int
    results_kept: tuple[int, ...]  # boards (ids) that had no result at the point and have one now


def take_restore_point(
    section: Section, *, actor: Actor, now: datetime, before: str, round_number: int | None = None
) -> RestorePoint:
    """Save the state of the section.  The calling service has locked it; `before` is the code of its next act."""
    data, base = packed(section, whole=before not in KEPT)
    point = RestorePoint.objects.create(
        section=section, before=before, round_number=round_number, data=data, base=base, actor=actor.key, made_at=now
    )
    if before in KEPT:
        keys = section.restore_points.filter(before=before).values_list("pk", flat=True)
        if old := list(keys[KEPT[before] :]):
            RestorePoint.objects.filter(pk__in=old, differing__isnull=True).delete()
    return point


@transaction.atomic
def restore(
    *, actor: Actor, now: datetime, point_id: int, if_newest: bool = False, if_draft: tuple[int, int] | None = None
) -> RestoreResult:
    """Set a section back to a restore point; its present state becomes a restore point itself.

    Rounds paired since disappear and their games are annulled; games annulled since are reopened with the result they
    had.  A later result at a board that stays is kept, because the record of a game is never undone; a result that was
    corrected since is corrected back.  Players entered since stay entered.

    `if_newest` and `if_draft` limit the undo to one act.
    Raises: Conflict ("undo_too_late") if a newer point was taken (`if_newest`), or if the draft of a round no longer
    has the version given with its key (`if_draft`).
    """
    section_id = find(
        RestorePoint.objects.filter(pk=point_id).values_list("section", flat=True),
        NotFound(say("no_such_restore_point")),
    )
    section = lock_section_for(actor, Action.PAIR_ROUND, section_id)
    require_undoable(section)
    if (if_newest and _newest(section) != point_id) or (if_draft is not None and not _is_at(*if_draft)):
        raise Conflict(say("undo_too_late"))
    point = RestorePoint.objects.select_related("base").get(pk=point_id)
    take_restore_point(section, actor=actor, now=now, before="restored", round_number=point.round_number)
    snapshot = unpacked(point)
    result = _restore_rounds(section, snapshot, actor=actor, now=now)
    _restore_rest(section, snapshot)
    after = {"point": point.pk, "before": point.before, "rounds": list(result.rounds)}
    happened(SECTION_RESTORED, section, actor=actor, now=now, after=after)
    return result


def _newest(section: Section) -> int | None:
    return section.restore_points.order_by("-pk").values_list("pk", flat=True).first()


def _is_at(round_id: int, version: int) -> bool:
    return Provenance.objects.filter(round=round_id, version=version).exists()


def _restore_rest(section: Section, snapshot: Mapping[str, Any]) -> None:
    section.first_colour = snapshot["first_colour"]
    section.save(update_fields=["first_colour"])
    registrations = {str(registration.pk): registration for registration in section.registrations.all()}
    section.registrations.update(fixed_board=None)
    _restore_numbers(section, snapshot["registrations"])
    for key, values in snapshot["registrations"].items():
        if key in registrations:
            rest = {name: value for name, value in values.items() if name != "number"}
            section.registrations.filter(pk=int(key)).update(**rest)
    section.pair_rules.all().delete()
    RequestedBye.objects.filter(registration__section=section).delete()
    PairConstraint.objects.bulk_create(
        PairConstraint(section=section, **values)
        for values in snapshot["rules"]
        if {str(values["one_id"]), str(values["other_id"])} <= set(registrations)
    )
    RequestedBye.objects.bulk_create(
        RequestedBye(**_read(RequestedBye, values))
        for values in snapshot["byes"]
        if str(values["registration_id"]) in registrations
    )
    teams = set(section.teams.values_list("pk", flat=True))
    section.team_rules.all().delete()
    TeamBye.objects.filter(team__section=section).delete()
    TeamRestriction.objects.bulk_create(
        TeamRestriction(
            section=section, one_id=values["one_team"], other_id=values["other_team"], **_read(TeamRestriction, values)
        )
        for values in snapshot["team_rules"]
        if {values["one_team"], values["other_team"]} <= teams
    )
    TeamBye.objects.bulk_create(
        TeamBye(**_read(TeamBye, values)) for values in snapshot["team_byes"] if values["team_id"] in teams
    )


def _restore_numbers(section: Section, values_by_entry: Mapping[str, Any]) -> None:
    """Restore the starting numbers; players entered since come after them, in their order."""
    registrations = list(section.registrations.order_by("number"))
    old_numbers = {
        registration.pk: values_by_entry.get(str(registration.pk), {}).get("number") for registration in registrations
    }
    if all(old_numbers[registration.pk] in (None, registration.number) for registration in registrations):
        return
    last = max(number for number in old_numbers.values() if number is not None)
    added = [registration.pk for registration in registrations if old_numbers[registration.pk] is None]
    numbers = {key: number for key, number in old_numbers.items() if number is not None}
    numbers |= {key: last + place for place, key in enumerate(added, start=1)}
    # Raise all numbers first: at every step only one entry may have a number.
    highest = max([*(registration.number for registration in registrations), *numbers.values()])
    section.registrations.update(number=F("number") + highest)
    for registration in registrations:
        registration.number = numbers[registration.pk]
    Registration.objects.bulk_update(registrations, ["number"])


def _restore_rounds(section: Section, snapshot: Mapping[str, Any], *, actor: Actor, now: datetime) -> RestoreResult:
    wanted = {round_["number"]: round_ for round_ in snapshot["rounds"]}
    current = {round_.number: round_ for round_ in section.rounds.select_related("provenance")}
    changed: list[int] = []
    results_kept: list[int] = []
    games_opened = 0
    for number in sorted(set(wanted) | set(current), key=lambda number: number or 0):
        saved, row = wanted.get(number), current.get(number)
        if row is not None and (saved is None or not _same_boards(row, saved)):
            saved_games = {board["game_id"] for board in saved["boards"]} if saved else set()
            remove_round(row, actor=actor, now=now, keep_games=saved_games)
            row = None
            changed.append(number or 0)
        if saved is None:
            continue
        if row is None:
            row = Round.objects.create(section=section, **_read(Round, saved))
            games_opened += _make_boards(row, section, saved, actor=actor, now=now)
            if number not in changed:
                changed.append(number or 0)
        else:
            Round.objects.filter(pk=row.pk).update(**_read(Round, saved))
            for match in saved.get("matches", ()):
                row.matches.filter(number=match["number"]).update(winner=match.get("winner_id"))
        results_kept += _set_results(row, saved, actor=actor, now=now)
    return RestoreResult(tuple(changed), games_opened, tuple(results_kept))


def _same_boards(row: Round, saved: Mapping[str, Any]) -> bool:
    """Return whether the round has the boards of the point, with the games of that time."""
    boards = [
        (pairing.board, pairing.white_id, pairing.black_id, pairing.bye, pairing.game_id)
        for pairing in row.pairings.order_by("board")
    ]
    if boards != [
        (board["board"], board["white_id"], board["black_id"], board["bye"], board["game_id"])
        for board in saved["boards"]
    ]:
        return False
    teams = [
        (match.number, match.first_id, match.second_id, match.bye, match.forfeited) for match in row.team_matches.all()
    ]
    return teams == [
        (match["number"], match["first_team"], match["second_team"], match["bye"], match["forfeited"])
        for match in saved.get("team_matches", ())
    ]


def _make_boards(row: Round, section: Section, saved: Mapping[str, Any], *, actor: Actor, now: datetime) -> int:
    """Create the boards of the point, with their games or, if these were annulled, new ones."""
    opened = 0
    matches = {match["number"]: Match.objects.create(round=row, **match) for match in saved.get("matches", ())}
    team_matches = {match["number"]: _team_match(row, match) for match in saved.get("team_matches", ())}
    for values in saved["boards"]:
        pairing = Pairing.objects.create(
            round=row,
            match=matches.get(values.get("match")),
            team_match=team_matches.get(values.get("team_match")),
            **{name: value for name, value in _read(Pairing, values).items() if name not in _LATER},
        )
        if values["game_id"] is None:
            continue
        game = Game.objects.select_for_update().get(pk=values["game_id"])
        if game.phase == GamePhase.ANNULLED:
            # On the terms of that game, because tie-break games have a separate time control.
            open_board(pairing, section, actor=actor, now=now, start_position=game.start_position, control=game.control)
            assert pairing.game is not None
            pairing.game.replaces = game if not Game.objects.filter(replaces=game).exists() else None
            pairing.game.save(update_fields=["replaces"])
            opened += 1
        else:
            pairing.game, pairing.result = game, game.result
            pairing.save(update_fields=["game", "result"])
    if saved["source"] is not None:
        Provenance.objects.create(round=row, **_read(Provenance, saved["source"]))
    return opened


def _team_match(row: Round, values: Mapping[str, Any]) -> TeamMatch:
    """Create a saved match of teams, with its line-ups."""
    team_match = TeamMatch.objects.create(
        round=row, first_id=values["first_team"], second_id=values["second_team"], **_read(TeamMatch, values)
    )
    LineUp.objects.bulk_create(LineUp(match=team_match, **line_up) for line_up in values["line_ups"])
    return team_match


def _set_results(row: Round, saved: Mapping[str, Any], *, actor: Actor, now: datetime) -> list[int]:
    """Restore results and second readings; return the boards without a saved result, which keep their later one."""
    results = {board["board"]: board["result"] for board in saved["boards"]}
    results_kept = []
    changed = set()
    for pairing in row.pairings.filter(game__isnull=False).order_by("game_id"):
        result, reason = results.get(pairing.board, ""), "restored"
        if pairing.result == result or pairing.game_id is None:
            continue
        if not result:
            results_kept.append(pairing.pk)
            continue
        changed.add(pairing.board)
        if pairing.result:
            correct_result(actor=as_organiser(actor), now=now, game_id=pairing.game_id, result=result, reason=reason)
        else:
            record_result(actor=as_organiser(actor), now=now, game_id=pairing.game_id, result=result, reason=reason)
    _restore_second_readings(row, saved, changed)
    return results_kept


def _restore_second_readings(row: Round, saved: Mapping[str, Any], changed: Collection[int]) -> None:
    """Restore the second readings of the point; later readings stay if the result has stayed."""
    readings = {board["board"]: board for board in saved["boards"] if board.get("second_result")}
    readers = get_user_model().objects.in_bulk([board["second_by_id"] for board in readings.values()])
    for pairing in row.pairings.filter(board__in=readings):
        values = readings[pairing.board]
        if pairing.result != values["result"] or (pairing.second_result and pairing.board not in changed):
            continue
        reader = values["second_by_id"] if values["second_by_id"] in readers else None
        row.pairings.filter(pk=pairing.pk).update(
            **_read(Pairing, {name: values[name] for name in ("second_result", "second_at")}), second_by=reader
        )


def remove_round(
    row: Round, *, actor: Actor, now: datetime, keep_games: frozenset[int] | set[int] = frozenset()
) -> int:
    """Delete a round and annul its games, whose records stay; return the number of annulled games."""
    annulled = 0
    pairings = row.pairings.filter(game__isnull=False).select_related("game").order_by("game_id")
    game_ids = [pairing.game.pk for pairing in pairings if pairing.game and pairing.game.phase != GamePhase.ANNULLED]
    row.pairings.all().delete()
    row.matches.all().delete()
    row.team_matches.all().delete()
    for game_id in game_ids:
        if game_id not in keep_games:
            annul(actor=as_organiser(actor), now=now, game_id=game_id, reason="round undone")
            annulled += 1
    row.delete()
    return annulled


def require_undoable(section: Section) -> None:
    """Check that the section is paired round by round from results: a Swiss or similar system, or a knockout."""
    if not section.system.by_stage:
        require_swiss(section)


def _read(model: type[models.Model], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of fields of the model, converted to the types of the fields."""
    fields = {field.attname: field for field in model._meta.concrete_fields}
    return {name: fields[name].to_python(value) for name, value in values.items() if name in fields}


# The state of a section as JSON, and its storage in restore points: few in full, the others as differences.

_REGISTRATION = ("status", "from_round", "fixed_board", "number")

#: A difference is stored if it is so many times smaller than the whole.
_WORTH_IT = 4


def snapshot_of(section: Section) -> dict[str, Any]:
    """Return all inputs of pairing, as JSON."""
    rounds = (
        section.rounds.order_by("number")
        .prefetch_related("pairings__match", "pairings__team_match", "matches", "team_matches__line_ups")
        .select_related("provenance")
    )
    return {
        "first_colour": section.first_colour,
        "registrations": {
            str(registration.pk): {name: getattr(registration, name) for name in _REGISTRATION}
            for registration in section.registrations.order_by("pk")
        },
        "rounds": [_plain_round(round_) for round_ in rounds],
        "rules": [_values(rule, "section") for rule in section.pair_rules.order_by("pk")],
        "byes": [_values(bye) for bye in RequestedBye.objects.filter(registration__section=section).order_by("pk")],
        "team_rules": [
            {**_values(rule, "section", "one", "other"), "one_team": rule.one_id, "other_team": rule.other_id}
            for rule in section.team_rules.order_by("pk")
        ],
        "team_byes": [_values(bye) for bye in TeamBye.objects.filter(team__section=section).order_by("pk")],
    }


def _plain_round(row: Round) -> dict[str, Any]:
    source = getattr(row, "provenance", None)
    return {
        **_values(row, "section"),
        "matches": [_values(match, "round") for match in row.matches.all()],
        "team_matches": [
            {
                **_values(match, "round", "first", "second"),
                "first_team": match.first_id,
                "second_team": match.second_id,
                "line_ups": [_values(seat, "match") for seat in match.line_ups.all()],
            }
            for match in row.team_matches.all()
        ],
        "boards": [
            {
                **_values(board, "round", "match", "team_match", "public_result", "public_from", "in_schedule"),
                "match": board.match.number if board.match else None,
                "team_match": board.team_match.number if board.team_match else None,
            }
            for board in sorted(row.pairings.all(), key=lambda board: board.board)
        ],
        "source": _values(source, "round") if source is not None else None,
    }


def _values(row: models.Model, *without: str) -> dict[str, Any]:
    """Return the fields of a row for JSON, except its key and those `without`."""
    return {
        field.attname: plain(getattr(row, field.attname))
        for field in row._meta.concrete_fields
        if not field.primary_key and field.name not in without
    }


def packed(section: Section, *, whole: bool) -> tuple[bytes, RestorePoint | None]:
    """Return the state of the section in bytes, and its base: `whole`, or the difference from the last whole restore
    point.

    If the difference is too large to save space, the state is whole too, and the next ones differ from it.
    """
    snapshot = snapshot_of(section)
    base = None if whole else section.restore_points.filter(base__isnull=True).first()
    if base is not None:
        part = as_bytes(difference(unpacked(base), snapshot))
        if len(part) * _WORTH_IT < len(base.data):
            return part, base
    return as_bytes(snapshot), None


def unpacked(point: RestorePoint) -> dict[str, Any]:
    """Return the state of the section at a restore point."""
    data = json.loads(zlib.decompress(point.data))
    result: dict[str, Any] = applied(unpacked(point.base), data) if point.base is not None else data
    return result


def as_bytes(value: Mapping[str, Any]) -> bytes:
    """Return a snapshot, or a difference from one, as a restore point stores it."""
    return zlib.compress(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())
