"""The drawing of lots for openings: a commitment first, draws at publication, and the seed revealed at the end."""

import secrets
from datetime import datetime
from itertools import groupby

from django.db import transaction
from django.db.models import Max

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.pairing.knockout import commitment, draw
from tavleya.permissions import Action
from tavleya.record.results import Result, read_result
from tavleya.rules.registry import opening_table, spec_of
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import (
    DRAW_COMMITTED,
    DRAW_PUBLIC,
    DRAW_REVEALED,
    OPENINGS_DRAWN,
    RESULT_DISPUTED,
    RESULT_VERIFIED,
)
from tournaments.messages import say
from tournaments.models.pairing import DrawScope, OpeningDraw, Pairing
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.rounds import result_writers
from tournaments.services.matches import terms_of
from tournaments.services.shared import check_fields, find, find_pairing, lock_round, lock_section_for

_LONGEST_SEED = 64


@transaction.atomic
def commit_draw(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    table: str,
    scope: DrawScope | str = DrawScope.ROUND,
    seed: str | None = None,
) -> OpeningDraw:
    """Set up the drawing of openings in a section, and commit to the seed; the commitment is public at once.

    A draw applies to a round, or (`scope`) to one match with all its games, or to one board.  Lines that may favour a
    side are drawn for matches only.  `seed` is generated unless the organiser provides one.

    Raises: BadInput ("no_such_table", "table_of_other_game", "bad_scope", "bad_seed"); Conflict ("no_match_terms",
    "draw_is_bound", "round_is_public").
    """
    section = lock_section_for(actor, Action.EDIT_SECTION, section_id)
    _check(section, table, scope, seed)
    seed = seed or secrets.token_hex(_LONGEST_SEED // 2)
    lots = OpeningDraw(
        section=section, table=table, scope=str(scope), commitment=commitment(seed), seed=seed, committed_at=now
    )
    check_fields(lots)
    lots.save(force_insert=True)
    after = {"table": table, "scope": str(scope), "commitment": lots.commitment}
    happened(DRAW_COMMITTED, section, actor=actor, now=now, after=after)
    return lots


def _check(section: Section, table: str, scope: str, seed: str | None) -> None:
    openings = opening_table(table)
    if openings not in spec_of(section.game).openings:
        raise BadInput(say("table_of_other_game"), field="table")
    if scope not in DrawScope.values or (scope == DrawScope.BOARD and openings.both_colours):
        raise BadInput(say("bad_scope"), field="scope")
    if seed is not None and not 16 <= len(seed) <= _LONGEST_SEED:
        raise BadInput(say("bad_seed"), field="seed")
    if (openings.both_colours or scope == DrawScope.MATCH) and terms_of(section) is None:
        raise Conflict(say("no_match_terms"))
    if OpeningDraw.objects.filter(section=section).exists():
        raise Conflict(say("draw_is_bound"))
    if section.rounds.exclude(status=RoundStatus.DRAFT).exists():
        raise Conflict(say("round_is_public"))


@transaction.atomic
def add_public_word(*, actor: Actor, now: datetime, section_id: int, word: str) -> OpeningDraw:
    """Add a public text to the drawing after the commitment, once and before the first draw.

    Raises: Conflict ("no_draw", "draw_has_begun", "word_is_added").
    """
    lots = _locked(section_id, actor)
    if lots.public:
        raise Conflict(say("word_is_added"))
    if _draw_count(lots.section):
        raise Conflict(say("draw_has_begun"))
    lots.public = word.strip()
    check_fields(lots)
    lots.save(update_fields=["public"])
    happened(DRAW_PUBLIC, lots.section, actor=actor, now=now, after={"public": lots.public})
    return lots


@transaction.atomic
def reveal_seed(*, actor: Actor, now: datetime, section_id: int) -> OpeningDraw:
    """Reveal the seed, so that everyone can check the draws; no more draws are possible.

    Raises: Conflict ("no_draw", "seed_is_shown"; "rounds_to_come" while a draft waits for its draw).
    """
    lots = _locked(section_id, actor)
    if lots.revealed_at is not None:
        raise Conflict(say("seed_is_shown"))
    if lots.section.rounds.filter(status=RoundStatus.DRAFT).exists():
        raise Conflict(say("rounds_to_come.openings"))
    lots.revealed_at = now
    lots.save(update_fields=["revealed_at"])
    after = {"seed": lots.seed, "commitment": lots.commitment}
    happened(DRAW_REVEALED, lots.section, actor=actor, now=now, after=after)
    return lots


def draw_openings(row: Round, *, actor: Actor, now: datetime) -> None:
    """Draw the openings of a round that is being published, if its section draws them.

    The caller has locked the section and checked the actor, and opens the games after this.
    Raises: Conflict ("seed_is_shown": a revealed seed makes no more draws; "start_not_settled" in a game without a
    usual start position).
    """
    section = row.section
    lots = OpeningDraw.objects.filter(section=section).first()
    if lots is None:
        _check_start(row)
        return
    boards = list(row.pairings.filter(bye="").select_related("match").order_by("match__number", "board"))
    if not boards:
        return
    if lots.revealed_at is not None:
        raise Conflict(say("seed_is_shown.no_drawing"))
    table, first, draws = opening_table(lots.table), _draw_count(section) + 1, []
    for number, group in enumerate(_groups(boards, lots.scope), start=first):
        code = draw(lots.seed, lots.public, table.codes, number)
        start = table.opening(code).line().position.text()
        for board in group:
            board.opening, board.drawn, board.start_position = code, number, start
        draws.append({"draw": number, "opening": code, "boards": [board.board for board in group]})
    Pairing.objects.bulk_update(boards, ["opening", "drawn", "start_position"])
    happened(OPENINGS_DRAWN, row, actor=actor, now=now, after=draws)


def _check_start(row: Round) -> None:
    """Check that every game has a start position.  Raises: Conflict ("start_not_settled")."""
    section = row.section
    if not spec_of(section.game).start_varies or section.rules.get("start_position"):
        return
    if row.pairings.filter(bye="", start_position="").exists():
        raise Conflict(say("start_not_settled"))


def _groups(boards: list[Pairing], scope: str) -> list[list[Pairing]]:
    """Return the boards of each draw, in the order of the draws."""
    if scope == DrawScope.ROUND:
        return [boards]
    if scope == DrawScope.BOARD:
        return [[board] for board in boards]
    in_matches = (board for board in boards if board.match_id is not None)
    return [list(games) for _, games in groupby(in_matches, key=lambda board: board.match_id)]


def _draw_count(section: Section) -> int:
    """Return the number of draws so far."""
    return Pairing.objects.filter(round__section=section).aggregate(last=Max("drawn"))["last"] or 0


def _locked(section_id: int, actor: Actor) -> OpeningDraw:
    section = lock_section_for(actor, Action.EDIT_SECTION, section_id)
    return find(OpeningDraw.objects.select_related("section__event").filter(section=section), Conflict(say("no_draw")))


# The second reading of result slips: another person enters them again, without seeing the first entry.


@transaction.atomic
def verify_result(*, actor: Actor, now: datetime, pairing_id: int, result: Result | str) -> Pairing:
    """Note what a second person reads from the slip of a board that has its result.

    A different result changes nothing by itself: the board is `disputed` until one of the two is corrected or read
    again.
    Raises: Conflict ("bye_has_no_game", "round_not_open", "no_result_yet"; "second_reader_is_first" if the actor
    entered the board's result).
    """
    value = read_result(result)
    pairing = find_pairing(pairing_id)
    require(actor, pairing.round.section.event, Action.ENTER_RESULT)
    lock_round(pairing.round_id)
    pairing = find_pairing(pairing_id)
    if pairing.bye:
        raise Conflict(say("bye_has_no_game"))
    if pairing.round.status == RoundStatus.DRAFT:
        raise Conflict(say("round_not_open"))
    if not pairing.result:
        raise Conflict(say("no_result_yet.verification"))
    writer = result_writers([pairing]).get(pairing.game_id or 0)
    if writer is not None and writer.user_id == actor.user_id is not None:
        raise Conflict(say("second_reader_is_first"))
    pairing.second_result, pairing.second_by_id, pairing.second_at = value.value, actor.user_id, now
    pairing.save(update_fields=["second_result", "second_by", "second_at"])
    happened(
        RESULT_VERIFIED if pairing.verified else RESULT_DISPUTED,
        pairing,
        actor=actor,
        now=now,
        before={"result": pairing.result},
        after={"result": value.value},
    )
    return pairing


def forget_second_reading(pairing: Pairing) -> None:
    """Clear the second reading of a withdrawn result, because two people must read it again; its round is locked."""
    Pairing.objects.filter(pk=pairing.pk).update(second_result="", second_by=None, second_at=None)
