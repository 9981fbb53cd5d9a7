"""Explanations of a pairing: the brackets of a round, and the deciding reasons for one board."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.views.requests import or_404
from tavleya.errors import BadInput
from tavleya.messages import Message
from tavleya.pairing.engines import BY_EDITION
from tavleya.pairing.explaining import Explanations
from tavleya.pairing.state import SwissState
from tavleya.tiebreaks.table import points_text
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, TeamMatch
from tournaments.models.round import Bye, Round
from tournaments.models.swiss import Provenance
from tournaments.names import waived_by
from tournaments.services.seeding import number_then
from tournaments.services.swiss_state import state_of, without
from tournaments.views.desk.frame import SectionDesk, at_section, desk
from tournaments.views.desk.log_lines import criteria
from tournaments.views.frame import round_name
from tournaments.views.seats import Seat, seat_in
from tournaments.views.teams import TeamName, team_name


def _get_provenance(frame: SectionDesk, number: int | None) -> tuple[Round, Provenance]:
    row = frame.round(number)
    source = or_404(Provenance.objects.filter(round=row).first())
    return row, source


def _explanations(source: Provenance) -> Explanations | None:
    """Return the explanations by the rules of the round; None if those rules lack them."""
    engine = BY_EDITION.get(source.edition)
    return engine.why if engine is not None else None


def _context(frame: SectionDesk, row: Round, source: Provenance) -> dict[str, Any]:
    return {
        **frame.context(),
        "round": row,
        "round_name": round_name(row.number),
        "source": source,
        "edition_known": _explanations(source) is not None,
        "back": frame.url("round", row.number),
        "why_url": frame.url("pairing_explanation", row.number),
    }


@desk
@require_safe
@at_section(having=lambda system: system.by_round)
def explain_pairing(request: HttpRequest, frame: SectionDesk, number: int | None) -> HttpResponse:
    """The round bracket by bracket, each pair with the way to its reasons."""
    row, source = _get_provenance(frame, number)
    people = _entrants(frame, source)
    tables = _tables(row, source)
    context = {
        **_context(frame, row, source),
        "brackets": [_bracket(frame, row, item, people, tables) for item in source.trace],
        "together": [_line(frame, row, tuple(pair), people, tables) for pair in source.state["together"]],
        "bye": people.get(source.bye) if source.bye else None,
        "bye_reasons": _bye_reasons(source),
    }
    return render(request, "desk/pairing_explanation.html", context)


def _entrants(frame: SectionDesk, source: Provenance) -> Mapping[int, Seat | TeamName]:
    """Return the paired entrants by the numbers that the engine used."""
    if frame.section.system.teams:
        teams = frame.section.teams.all()
        return {team.number: team_name(frame.event.slug, frame.section, team) for team in teams}
    registrations = frame.section.registrations.select_related("player")
    return {number_then(source, registration): _seat(frame, registration) for registration in registrations}


def _seat(frame: SectionDesk, registration: Registration) -> Seat:
    return seat_in(frame.event.slug, frame.section, registration)


def _tables(row: Round, source: Provenance) -> dict[frozenset[int], int]:
    """Return the tables, or matches of teams, by the numbers of the two opponents."""
    if row.section.system.teams:
        matches = row.team_matches.filter(second__isnull=False).select_related("first", "second")
        return {frozenset((match.first.number, match.second.number)): match.number for match in matches if match.second}
    boards = row.pairings.filter(bye="", black__isnull=False).select_related("white", "black")
    return {
        frozenset(
            number_then(source, registration) for registration in (board.white, board.black) if registration
        ): board.board
        for board in boards
    }


def _line(
    frame: SectionDesk,
    row: Round,
    pair: tuple[int, ...],
    people: Mapping[int, Seat | TeamName],
    tables: dict[frozenset[int], int],
) -> dict[str, Any]:
    board = tables.get(frozenset(pair))
    return {
        "one": people.get(pair[0]),
        "other": people.get(pair[1]),
        "board": board,
        "url": frame.url("board_explanation", row.number, board) if board else "",
    }


def _bracket(
    frame: SectionDesk,
    row: Round,
    trace: dict[str, Any],
    people: Mapping[int, Seat | TeamName],
    tables: dict[frozenset[int], int],
) -> dict[str, Any]:
    def names(key: str) -> list[Seat | TeamName]:
        return [people[number] for number in trace.get(key, ()) if number in people]

    return {
        "score": points_text(trace["score"]),
        "moved_down": names("moved_down"),
        "upfloaters": names("upfloaters"),
        "shifted": names("shifted"),
        "exchanged": [*names("to_s2"), *names("to_s1")],
        "floaters": names("downfloaters"),
        "perfect": trace["perfect"],
        "pairs": [_line(frame, row, tuple(pair), people, tables) for pair in trace["pairs"]],
        "criteria": criteria(row.system, trace["criteria"]),
    }


@desk
@require_safe
@at_section(having=lambda system: system.by_round)
def explain_board(request: HttpRequest, frame: SectionDesk, number: int | None, board: int) -> HttpResponse:
    """The reasons for this pair; for a pair set by hand, the objections of the rules."""
    row, source = _get_provenance(frame, number)
    if frame.section.system.teams:
        return _explain_match(request, frame, row, source, board)
    pairing = or_404(row.pairings.select_related("white__player", "black__player").filter(board=board).first())
    by_hand, reasons = _reasons(source, pairing)
    context = {
        **_context(frame, row, source),
        "board": pairing.board,
        "white": _seat(frame, pairing.white),
        "black": _seat(frame, pairing.black) if pairing.black else None,
        "by_hand": by_hand,
        "reasons": [reason.render(gettext) for reason in reasons],
        "waived": waived_by(source),
        "asked_for": pairing.bye not in ("", Bye.PAIRING_ALLOCATED),
        "required": _required(source, pairing),
    }
    return render(request, "desk/board_explanation.html", context)


def _explain_match(
    request: HttpRequest, frame: SectionDesk, row: Round, source: Provenance, number: int
) -> HttpResponse:
    """Explain the pair of two teams, like `explain_board`."""
    match = or_404(row.team_matches.select_related("first", "second").filter(number=number).first())
    by_hand, reasons = _reasons_of_match(source, match)
    sides = [team_name(frame.event.slug, frame.section, team) if team else None for team in (match.first, match.second)]
    context = {
        **_context(frame, row, source),
        "board": number,
        "of_teams": True,
        "white": sides[0],
        "black": sides[1],
        "by_hand": by_hand,
        "reasons": [reason.render(gettext) for reason in reasons],
        "waived": waived_by(source),
        "asked_for": match.bye not in ("", Bye.PAIRING_ALLOCATED),
    }
    return render(request, "desk/board_explanation.html", context)


def _reasons_of_match(source: Provenance, match: TeamMatch) -> tuple[bool, tuple[Message, ...]]:
    """Return whether the match differs from the engine's pairing, and the reasons for it or objections to it."""
    explanations, options = _explanations(source), source.state.get("options", {})
    if match.second is None:
        by_hand = match.bye == Bye.PAIRING_ALLOCATED and source.bye != match.first.number
        return by_hand, _bye_reasons(source) if source.bye == match.first.number else ()
    first, second = match.first.number, match.second.number
    by_hand = [first, second] not in source.boards
    if explanations is None:
        return by_hand, ()
    if not by_hand:
        return by_hand, explanations.pair(_engine_state(source), options, first, second)
    if [second, first] in source.boards:
        return by_hand, ()
    try:
        return by_hand, (explanations.why_not(_engine_state(source), options, first, second),)
    except BadInput:  # one of them was not in the engine's input
        return by_hand, ()


def _engine_state(source: Provenance) -> SwissState:
    """Return the input of the engine: without players whose pairing was required."""
    fixed = frozenset(number for pair in source.state["together"] for number in pair)
    return without(state_of(source.state), fixed)


def _required(source: Provenance, pairing: Pairing) -> bool:
    if pairing.black is None:
        return False
    numbers = (number_then(source, pairing.white), number_then(source, pairing.black))
    return sorted(numbers) in source.state["together"]


def _reasons(source: Provenance, pairing: Pairing) -> tuple[bool, tuple[Message, ...]]:
    """Return whether the board was changed by hand, and the reasons for it or objections to it."""
    if pairing.black is None:
        by_hand = pairing.bye == Bye.PAIRING_ALLOCATED and number_then(source, pairing.white) != source.bye
        return by_hand, () if by_hand or pairing.bye != Bye.PAIRING_ALLOCATED else _bye_reasons(source)
    white, black = number_then(source, pairing.white), number_then(source, pairing.black)
    by_hand = [white, black] not in source.boards
    explanations = _explanations(source)
    if explanations is None or _required(source, pairing):
        return by_hand, ()
    state, options = _engine_state(source), source.state.get("options", {})
    try:
        if [white, black] in source.boards or [black, white] in source.boards:
            seats = (white, black) if not by_hand else (black, white)
            return by_hand, explanations.pair(state, options, *seats)
        return by_hand, (explanations.why_not(state, options, white, black),)
    except BadInput as error:  # one of them was not in the engine's input
        return by_hand, (error.message,)


def _bye_reasons(source: Provenance) -> tuple[Message, ...]:
    explanations = _explanations(source)
    if source.bye is None or explanations is None:
        return ()
    return explanations.bye(_engine_state(source), source.state.get("options", {}))
