"""Manual changes of a Swiss draft: colours, opponents, tables, added and removed players.

In a section of teams the changes concern teams: the keys of players are keys of teams.

`tavleya.pairing.legality` checks every change against C1-C3, and lists further objections of the rules to boards set
by hand.  A breach is a warning of level 3 that needs a reason (`despite`), which is stored with the round.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Max

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.messages import Message
from tavleya.pairing.state import Pair
from tavleya.permissions import Action
from tavleya.warnings import Consent, Level, insist
from tournaments.activity import happened
from tournaments.kinds import ROUND_CHANGED_BY_HAND
from tournaments.messages import say
from tournaments.models.pairing import Pairing
from tournaments.models.player import Forfeit, LineUp, Registration, TeamMatch
from tournaments.models.round import REQUESTED, Bye, Round, RoundStatus
from tournaments.models.swiss import Provenance, RequestedBye, TeamBye
from tournaments.services.draft_sheet import DraftSheet, Entrant, doubts_of, problems_of, sheet_of
from tournaments.services.matches import Seats, seat, terms_of
from tournaments.services.restore_points import take_restore_point
from tournaments.services.shared import find, lock_round_for
from tournaments.services.swiss import byes_of, give_byes, pair_next_round, prepare, refuse_illegal, seat_boards
from tournaments.services.swiss_state import digest_of, engine_of, level_of, match_teams, warning_of_breaches

# Saving a manually changed draft: boards of players, or matches of teams with their line-ups.


def write_sheet(sheet: DraftSheet) -> None:
    """Write the tables, then the byes, replacing those of the draft."""
    row, section = sheet.row, sheet.section
    if section.system.teams:
        _write_matches(row, [Pair(*two) for two in sheet.numbers], sheet.allocated)
        return
    registrations = {
        registration.number: registration for registration in section.registrations.select_related("player")
    }
    byes = byes_of(section, row.number or 1, registrations, sheet.allocated)
    _clear_boards(row)
    if terms_of(section) is not None:
        seats = [Seats(row, number, *pair) for number, pair in sorted(sheet.tables.items())]
        seat(section, seats)
        last = row.pairings.aggregate(last=Max("board"))["last"] or section.first_board - 1
    else:
        last = max(sheet.tables, default=section.first_board - 1)
        Pairing.objects.bulk_create(
            Pairing(round=row, board=number, white_id=white, black_id=black)
            for number, (white, black) in sorted(sheet.tables.items())
        )
    give_byes(row, byes, after=last)


def write_pairing(row: Round, pairs: tuple[Pair, ...], bye: int | None) -> None:
    """Write a pairing given by starting numbers, at the tables that an engine's pairing gets."""
    section = row.section
    if section.system.teams:
        _write_matches(row, pairs, bye)
        return
    registrations = {registration.number: registration for registration in section.registrations.all()}
    _clear_boards(row)
    seat_boards(row, section, registrations, pairs, byes_of(section, row.number or 1, registrations, bye))


def _clear_boards(row: Round) -> None:
    row.pairings.all().delete()
    row.matches.all().delete()


def _write_matches(row: Round, pairs: Sequence[Pair], bye: int | None) -> None:
    """Write the matches; line-ups move with their teams, and a forfeit stays if the same two teams still meet."""
    line_ups = list(LineUp.objects.filter(match__round=row))
    forfeited = {
        frozenset((team_match.first_id, team_match.second_id)): _loser(
            team_match.forfeited, team_match.first_id, team_match.second_id
        )
        for team_match in row.team_matches.exclude(forfeited="")
    }
    row.team_matches.all().delete()
    match_teams(row, pairs, bye)
    matches: dict[int, TeamMatch] = {}
    for match in row.team_matches.filter(second__isnull=False):
        matches[match.first_id] = matches[match.second_id or 0] = match
        lost = forfeited.get(frozenset((match.first_id, match.second_id)))
        if lost is not None:
            match.forfeited = Forfeit.BOTH if not lost else Forfeit.FIRST if lost == match.first_id else Forfeit.SECOND
            match.save(update_fields=["forfeited"])
    LineUp.objects.bulk_create(
        LineUp(
            match=matches[line_up.team_id],
            team_id=line_up.team_id,
            board=line_up.board,
            registration_id=line_up.registration_id,
        )
        for line_up in line_ups
        if line_up.team_id in matches
    )


def _loser(forfeited: str, first: int, second: int | None) -> int:
    """Return the key of the team that lost a whole match; 0 for both."""
    return {Forfeit.FIRST: first, Forfeit.SECOND: second or 0}.get(Forfeit(forfeited), 0)


def note_bye(sheet: DraftSheet, key: int, kind: str, now: datetime) -> None:
    """Store a bye for an entrant removed from a draft, as if they had asked for it."""
    values = {"kind": kind, "asked_at": now}
    number = sheet.row.number or 1
    if sheet.section.system.teams:
        TeamBye.objects.update_or_create(team_id=key, round_number=number, defaults=values)
    else:
        RequestedBye.objects.update_or_create(registration_id=key, round_number=number, defaults=values)


def drop_bye(sheet: DraftSheet, key: int) -> None:
    """Delete the bye of an entrant added to a draft; they play from this round on."""
    number = sheet.row.number or 1
    if sheet.section.system.teams:
        TeamBye.objects.filter(team=key, round_number=number).delete()
        return
    RequestedBye.objects.filter(registration=key, round_number=number).delete()
    Registration.objects.filter(pk=key, from_round__gt=number).update(from_round=number)


#: Breaches that no reason can overrule: the result would not be a round.
_NEVER = frozenset({"unknown_player", "absent_paired", "seated_twice", "not_seated", "needless_bye"})


def swap_colours(*, actor: Actor, now: datetime, pairing_id: int, version: int, despite: str = "") -> Round:
    """Exchange the colours of one board."""

    def change(sheet: DraftSheet) -> None:
        table = _table(pairing_id)
        white, black = sheet.tables[table]
        sheet.tables[table] = (black, white)
        sheet.said = {"board": table}

    return _apply_change(actor, now, _round_of(pairing_id), version, despite, "colours", change)


def swap_team_colours(*, actor: Actor, now: datetime, match_id: int, version: int, despite: str = "") -> Round:
    """Give White at the first board of a match to the other team."""
    match = find(TeamMatch.objects.filter(pk=match_id, second__isnull=False), BadInput(say("no_such_pairing")))

    def change(sheet: DraftSheet) -> None:
        white, black = sheet.tables[match.number]
        sheet.tables[match.number] = (black, white)
        sheet.said = {"match": match.number}

    return _apply_change(actor, now, match.round_id, version, despite, "colours", change)


def exchange_players(
    *, actor: Actor, now: datetime, round_id: int, one_id: int, other_id: int, version: int, despite: str = ""
) -> Round:
    """Exchange the seats of two players; one of them may have the allocated bye."""

    def change(sheet: DraftSheet) -> None:
        _check_two(sheet, one_id, other_id)
        if sheet.mate(one_id) == other_id:
            raise BadInput(say("same_board"))
        sheet.replace(one_id, other_id)
        sheet.said = {"pair": sheet.names(one_id, other_id)}

    return _apply_change(actor, now, round_id, version, despite, "exchange", change)


def pair_by_hand_in_draft(
    *, actor: Actor, now: datetime, round_id: int, white_id: int, black_id: int, version: int, despite: str = ""
) -> Round:
    """Pair two players with these colours; their former opponents meet each other, or one gets the bye."""

    def change(sheet: DraftSheet) -> None:
        _check_two(sheet, white_id, black_id)
        if sheet.mate(white_id) != black_id:
            keeper, guest = (white_id, black_id) if white_id != sheet.bye else (black_id, white_id)
            mate = sheet.mate(keeper)
            assert mate is not None  # only one has the bye
            sheet.replace(guest, mate)
        table = sheet.table_of(white_id)
        assert table is not None
        sheet.tables[table] = (white_id, black_id)
        sheet.said = {"pair": sheet.names(white_id, black_id)}

    return _apply_change(actor, now, round_id, version, despite, "pair", change)


def move_table(*, actor: Actor, now: datetime, pairing_id: int, board: int, version: int) -> Round:
    """Move a board to another table; a board that is there moves to the former table."""

    def change(sheet: DraftSheet) -> None:
        table = _table(pairing_id)
        if board < 1:
            raise BadInput(say("bad_table"), field="board")
        pair, other_pair = sheet.tables.pop(table), sheet.tables.pop(board, None)
        sheet.tables[board] = pair
        if other_pair is not None:
            sheet.tables[table] = other_pair
        sheet.said = {"from": table, "to": board}

    return _apply_change(actor, now, _round_of(pairing_id), version, "", "table", change)


def remove_from_draft(
    *,
    actor: Actor,
    now: datetime,
    round_id: int,
    registration_id: int,
    version: int,
    bye: Bye | str = Bye.ZERO,
    despite: str = "",
) -> Round:
    """Remove a player; their opponent meets the player with the allocated bye, or gets that bye."""

    def change(sheet: DraftSheet) -> None:
        if bye not in REQUESTED:
            raise BadInput(say("unknown_bye", kind=bye), field="bye")
        _get_entrant(sheet, registration_id)
        mate = sheet.mate(registration_id)
        if mate is None:
            sheet.bye = None
        elif sheet.bye is None:
            table = sheet.table_of(registration_id)
            assert table is not None
            del sheet.tables[table]
            sheet.bye = mate
        else:
            sheet.replace(registration_id, sheet.bye)
            sheet.bye = None
        if sheet.entrants[registration_id].plays:
            note_bye(sheet, registration_id, str(bye), now)
        sheet.said = {"player": sheet.names(registration_id)[0], "bye": str(bye)}

    return _apply_change(actor, now, round_id, version, despite, "off", change)


def add_to_draft(
    *, actor: Actor, now: datetime, round_id: int, registration_id: int, version: int, despite: str = ""
) -> Round:
    """Add a player: as the opponent of the player with the allocated bye, or with that bye."""

    def change(sheet: DraftSheet) -> None:
        entrant = _get_entrant(sheet, registration_id)
        if registration_id == sheet.bye or sheet.table_of(registration_id) is not None:
            raise Conflict(say("seated_twice"))
        if not entrant.plays:
            raise Conflict(say("not_playing"))
        drop_bye(sheet, registration_id)
        if sheet.bye is None:
            sheet.bye = registration_id
        else:
            table = max(sheet.tables, default=sheet.section.first_board - 1) + 1
            sheet.tables[table] = (registration_id, sheet.bye)
            sheet.bye = None
        sheet.said = {"player": sheet.names(registration_id)[0]}

    return _apply_change(actor, now, round_id, version, despite, "in", change)


@transaction.atomic
def import_pairing(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    number: int,
    boards: Sequence[tuple[int, int]],
    bye_id: int | None = None,
    first_colour: str = "",
    starts_at: datetime | None = None,
    despite: str = "",
) -> Round:
    """Make the draft of the next round with boards that came from elsewhere: keys of entrants, White first, in order.

    The result is an engine draft that was changed as a whole.  `bye_id`: the entrant with the pairing-allocated bye.
    Publication compares it with the engine's pairing.
    Raises: Conflict ("illegal_pairing", which a reason in `despite` may or may not overrule); errors of
    `pair_next_round`.
    """
    row = pair_next_round(
        actor=actor, now=now, section_id=section_id, number=number, first_colour=first_colour, starts_at=starts_at
    )

    def change(sheet: DraftSheet) -> None:
        seated = [key for pair in boards for key in pair] + ([] if bye_id is None else [bye_id])
        for key in seated:
            _get_entrant(sheet, key)
        sheet.tables = dict(enumerate(boards, start=1))
        sheet.bye = bye_id
        sheet.said = {"boards": len(boards)}

    return _apply_change(actor, now, row.pk, 0, despite, "imported", change, _at_usual_tables)


def _at_usual_tables(sheet: DraftSheet) -> None:
    """Seat the pairing at the tables that an engine's pairing gets."""
    write_pairing(sheet.row, tuple(Pair(*two) for two in sheet.numbers), sheet.allocated)


@transaction.atomic
def restore_engine_pairing(*, actor: Actor, now: datetime, round_id: int, version: int) -> Round:
    """Restore the boards that the engine made.  Raises: Conflict ("illegal_pairing") if players changed since."""
    row, source = _draft(actor, round_id, version)
    section = row.section
    state = prepare(section, row.number or 1).state
    pairs = tuple(Pair(white, black) for white, black in source.boards)
    refuse_illegal(engine_of(section).check(state, pairs, source.bye))
    point = take_restore_point(section, actor=actor, now=now, before="manual", round_number=row.number)
    write_pairing(row, pairs, source.bye)
    Provenance.objects.filter(pk=source.pk).update(version=F("version") + 1, waived=[])
    happened(
        ROUND_CHANGED_BY_HAND,
        row,
        actor=actor,
        now=now,
        before={"restore_point": point.pk},
        after={"by_hand": "engine", "round": row.number, "version": version + 1},
    )
    return row


@transaction.atomic
def confirm_draft(*, actor: Actor, now: datetime, round_id: int, version: int) -> Round:
    """Confirm a legal draft although results, players or rules have changed since it was paired."""
    row, source = _draft(actor, round_id, version)
    problems = problems_of(sheet_of(row))
    refuse_illegal(tuple(problem for problem in problems if problem.code in _NEVER or not source.waived))
    Provenance.objects.filter(pk=source.pk).update(
        digest=digest_of(prepare(row.section, row.number or 1).plain), version=F("version") + 1
    )
    happened(ROUND_CHANGED_BY_HAND, row, actor=actor, now=now, after={"by_hand": "confirmed", "round": row.number})
    return row


def _table(pairing_id: int) -> int:
    """Return the table of a board, or the number of the match for a game of a match."""
    pairing = Pairing.objects.select_related("match").get(pk=pairing_id)
    return pairing.match.number if pairing.match else pairing.board


def _round_of(pairing_id: int) -> int:
    return find(
        Pairing.objects.filter(pk=pairing_id, bye="").values_list("round", flat=True), BadInput(say("no_such_pairing"))
    )


@transaction.atomic
def _apply_change(
    actor: Actor,
    now: datetime,
    round_id: int,
    version: int,
    despite: str,
    name: str,
    change: Callable[[DraftSheet], None],
    write: Callable[[DraftSheet], None] = write_sheet,
) -> Round:
    row, source = _draft(actor, round_id, version)
    section, number = row.section, row.number or 1
    is_fresh = source.digest == digest_of(prepare(section, number).plain)
    point = take_restore_point(section, actor=actor, now=now, before="manual", round_number=number)
    sheet = sheet_of(row)
    change(sheet)
    problems = problems_of(sheet)
    refuse_illegal(tuple(problem for problem in problems if problem.code in _NEVER))
    problems += tuple(doubt for doubt in doubts_of(sheet, source) if level_of(doubt) is Level.CONFIRMATION)
    if problems:
        insist([warning_of_breaches(problems)], Consent(reason=despite))
    write(sheet)
    source.version += 1
    if is_fresh:
        source.digest = digest_of(prepare(section, number).plain)
    source.waived = _waived(source, problems, despite.strip(), actor)
    source.save(update_fields=["version", "digest", "waived"])
    after = {"by_hand": name, "round": number, "version": source.version, **sheet.said}
    if despite.strip() and problems:
        after["reason"] = despite.strip()
    happened(ROUND_CHANGED_BY_HAND, row, actor=actor, now=now, before={"restore_point": point.pk}, after=after)
    return row


def _draft(actor: Actor, round_id: int, version: int) -> tuple[Round, Provenance]:
    """Return the locked draft of a round that an engine paired.

    Raises: BadInput ("not_a_swiss"); Conflict ("round_status", "changed_meanwhile").
    """
    row = lock_round_for(actor, Action.PAIR_ROUND, round_id)
    if not row.section.system.by_round:
        raise BadInput(say("not_a_swiss"))
    source = Provenance.objects.filter(round=row).first()
    if row.status != RoundStatus.DRAFT or source is None:
        raise Conflict(say("round_status", status=row.status))
    if source.version != version:
        raise Conflict(say("draft_changed"), version=source.version)
    return row, source


def _waived(source: Provenance, problems: tuple[Message, ...], despite: str, actor: Actor) -> list[dict[str, Any]]:
    """Return the present breaches, with the old or new reasons given for them."""
    waived = {item["problem"]: item for item in source.waived}
    return [
        waived.get(str(problem)) or {"code": problem.code, "problem": str(problem), "reason": despite, "who": actor.key}
        for problem in problems
    ]


def _get_entrant(sheet: DraftSheet, registration_id: int) -> Entrant:
    if registration_id not in sheet.entrants:
        raise BadInput(say("no_such_registration"), field="registration")
    return sheet.entrants[registration_id]


def _check_two(sheet: DraftSheet, first: int, second: int) -> None:
    _get_entrant(sheet, first), _get_entrant(sheet, second)
    if first == second:
        raise BadInput(say("pairing_with_oneself"), field="other")
