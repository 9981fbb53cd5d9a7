"""Acts on rounds: pairing, drafts, publication, results."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from rest_framework import serializers

from api.acts.record import BOARD, ROUND, SECTION, Act
from api.messages import say
from api.shapes import BoardSerializer, RoundSerializer
from api.shapes_desk import DraftSerializer, JobSerializer, MatchSerializer, PairedSerializer, RestorePointSerializer
from tavleya.actors import Actor
from tavleya.errors import BadInput, DomainError
from tavleya.permissions import Action
from tavleya.record.results import Result
from tournaments.models.activity import Job
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.selectors.swiss import next_round
from tournaments.services import actual_seating, pairing_again, restore_points
from tournaments.services.actual_seating import ActualSeats
from tournaments.services.attendance import record_no_shows
from tournaments.services.draft_edits import (
    add_to_draft,
    confirm_draft,
    exchange_players,
    import_pairing,
    move_table,
    pair_by_hand_in_draft,
    remove_from_draft,
    restore_engine_pairing,
    swap_colours,
    swap_team_colours,
)
from tournaments.services.drawn_openings import verify_result
from tournaments.services.jobs import request_import
from tournaments.services.knockout import add_tiebreak_games, award_match, pair_knockout_stage
from tournaments.services.pairing_again import undo_last_round, unpublish_round
from tournaments.services.results import correct_for_rating, enter_result, retype_result, set_forfeit, withdraw_result
from tournaments.services.rounds import (
    close_round,
    pair_by_hand,
    pair_round_robin,
    publish_round,
    record_bye,
    schedule_publication,
    start_round,
)
from tournaments.services.schedule import reschedule_round
from tournaments.services.seeding import seat_display
from tournaments.services.swiss import LARGE, pair_next_round, request_pairing
from tournaments.services.team_rounds import forfeit_match, pair_teams


class SeatsSerializer(serializers.Serializer[Any]):
    """A board: starting numbers of its players, or numbers of teams."""

    white = serializers.IntegerField(min_value=1)
    black = serializers.IntegerField(min_value=1)


class PairingSerializer(serializers.Serializer[Any]):
    """A round as another engine paired it, in the order of its boards."""

    boards = SeatsSerializer(many=True)
    bye = serializers.IntegerField(min_value=1, required=False, allow_null=True)
    first_colour = serializers.ChoiceField(choices=["white", "black"], required=False)
    starts_at = serializers.DateTimeField(required=False, allow_null=True)
    despite = serializers.CharField(
        max_length=400, required=False, allow_blank=True,
        help_text="Why it is to be so although the rules are against it.",
    )  # fmt: skip


class RestoredSerializer(serializers.Serializer[Any]):
    """Numbers of rounds whose boards were changed, and how many games were opened anew."""

    rounds = serializers.ListField(child=serializers.IntegerField())
    games_opened = serializers.IntegerField()


class FileSerializer(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=5_000_000, trim_whitespace=False)
    filename = serializers.CharField(max_length=200, required=False, allow_blank=True)


class BoardResultSerializer(serializers.Serializer[Any]):
    board = serializers.IntegerField(min_value=1)
    result = serializers.ChoiceField(choices=[result_kind.value for result_kind in Result])
    version = serializers.IntegerField(required=False, help_text="Of the board, as it was read.")


class ActualSeatsSerializer(serializers.Serializer[Any]):
    """The players of a board, by starting numbers; without Black, White had the pairing-allocated bye.

    A late player, or another without an opponent in the round, may play the player with that bye.
    """

    board = serializers.IntegerField(min_value=1)
    white = serializers.IntegerField(min_value=1)
    black = serializers.IntegerField(min_value=1, required=False, allow_null=True)
    result = serializers.ChoiceField(
        choices=[result_kind.value for result_kind in Result], required=False,
        help_text="Of players who were not paired with each other.",
    )  # fmt: skip
    version = serializers.IntegerField(required=False, help_text="Of the board, as it was read.")


class ActualSeatingSerializer(serializers.Serializer[Any]):
    """The boards that were played differently, with the players of the pairing and the opponents of byes."""

    boards = ActualSeatsSerializer(many=True, allow_empty=False)
    reason = serializers.CharField(max_length=400)
    for_rating = serializers.BooleanField(
        required=False, help_text="It is too late for the tournament: only the report has a remark."
    )


class ResultsSerializer(serializers.Serializer[Any]):
    results = BoardResultSerializer(many=True, allow_empty=False)
    confirmed = serializers.ListField(child=serializers.CharField(max_length=60), required=False)


def pair_section(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    number: int | None = None,
    first_colour: str = "",
    starts: Sequence[datetime] = (),
) -> dict[str, Any]:
    """Pair what comes next, as its system does: the next round, the next stage, or all rounds at once, as drafts.

    `number`: the round that is meant, so that it is paired once.  A large Swiss is paired by a job.
    """
    section = Section.objects.get(pk=section_id)
    system = section.system
    common: dict[str, Any] = {"actor": actor, "now": now, "section_id": section_id}
    if system.scheduled:
        make = pair_teams if system.teams else pair_round_robin
        return _paired(make(**common, starts=starts))
    start: dict[str, Any] = {"starts_at": starts[0]} if starts else {}
    if system.by_stage:
        return _paired([pair_knockout_stage(**common, **start)])
    if not system.by_round:
        raise BadInput(say("not_a_swiss"))
    view = next_round(section)
    next_number = (view.last.number or 0) + 1 if view.last else 1
    common |= {"number": number or next_number, "first_colour": first_colour}
    if view.present >= LARGE:
        return _paired([], request_pairing(**common))
    return _paired([pair_next_round(**common, **start)])


def _paired(rounds: Sequence[Round], job: Job | None = None) -> dict[str, Any]:
    return {"rounds": rounds, "job": job.key if job else None}


def pair_again(*, actor: Actor, now: datetime, round_id: int) -> dict[str, Any]:
    """Undo a draft that an engine paired and pair its round again; a job does it for a large section."""
    result = pairing_again.pair_again(actor=actor, now=now, round_id=round_id)
    return _paired([], result) if isinstance(result, Job) else _paired([result])


def restore(*, actor: Actor, now: datetime, point_id: int, if_newest: bool = False) -> Any:
    """Set a section back to a restore point; how it stood before becomes a restore point itself."""
    return restore_points.restore(actor=actor, now=now, point_id=point_id, if_newest=if_newest)


def import_games(*, actor: Actor, now: datetime, section_id: int, text: str, filename: str = "") -> Job:
    """Take a file of games (PGN, PDN) and have it imported by the worker; its job says what came of it."""
    return request_import(actor=actor, now=now, section_id=section_id, data=text.encode(), filename=filename)


def bring_in(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    round_number: int,
    boards: Sequence[Mapping[str, int]],
    bye: int | None = None,
    **terms: Any,
) -> Round:
    """Make the draft of a round with boards from another engine, which the rules of the system are asked about.

    409 `illegal_pairing` lists the breaches; with `needs_reason`, a reason (`despite`) overrules them.  A section that
    is paired by hand takes the boards unchanged.
    """
    section = Section.objects.get(pk=section_id)
    rows = section.teams if section.system.teams else section.registrations
    keys: dict[int, int] = dict(rows.values_list("number", "pk"))
    seats = [(_key(keys, board["white"]), _key(keys, board["black"])) for board in boards]
    common: dict[str, Any] = {"actor": actor, "now": now, "section_id": section_id, "boards": seats}
    if section.system.by_hand:
        return pair_by_hand(**common, starts_at=terms.get("starts_at"))
    bye_id = None if bye is None else _key(keys, bye)
    return import_pairing(**common, number=round_number, bye_id=bye_id, **terms)


def _key(keys: Mapping[int, int], number: int) -> int:
    if number not in keys:
        raise BadInput(say("no_such_registration"), field="boards", number=number)
    return keys[number]


@transaction.atomic
def enter_results(
    *, actor: Actor, now: datetime, round_id: int, results: Sequence[Mapping[str, Any]], confirmed: Sequence[str] = ()
) -> list[Pairing]:
    """Enter the results of many boards: all of them, or none where one is refused (`board`: which).

    A result that is entered already is accepted again.
    """
    keys: dict[int, int] = dict(Pairing.objects.filter(round=round_id).values_list("board", "pk"))
    pairing_keys = []
    for result in sorted(results, key=lambda result: keys.get(result["board"], 0)):
        if result["board"] not in keys:
            raise BadInput(say("no_such_pairing"), board=result["board"])
        try:
            enter_result(
                actor=actor,
                now=now,
                pairing_id=keys[result["board"]],
                result=result["result"],
                expected_version=result.get("version"),
                confirmed=confirmed,
            )
        except DomainError as error:
            raise type(error)(error.message, **{**error.detail, "board": result["board"]}) from error
        pairing_keys.append(keys[result["board"]])
    boards = Pairing.objects.select_related("white__player", "black__player")
    return list(boards.filter(pk__in=pairing_keys).order_by("board"))


def record_actual_seating(
    *,
    actor: Actor,
    now: datetime,
    round_id: int,
    boards: Sequence[Mapping[str, Any]],
    reason: str,
    for_rating: bool = False,
) -> list[Pairing]:
    """Record who really sat at boards of a public round, and with which colours; each player keeps their result."""
    section = Section.objects.get(rounds=round_id)
    keys: dict[int, int] = dict(section.registrations.values_list("number", "pk"))
    seats = []
    for row in boards:
        black = row.get("black")
        players = {"white": _key(keys, row["white"]), "black": None if black is None else _key(keys, black)}
        seats.append(ActualSeats(**{**row, **players}))
    common: dict[str, Any] = {"actor": actor, "now": now, "round_id": round_id}
    actual_seating.record_actual_seating(**common, boards=seats, reason=reason, for_rating=for_rating)
    pairings = Pairing.objects.select_related("white__player", "black__player")
    return list(pairings.filter(round=round_id, board__in=[row.board for row in seats]).order_by("board"))


_P = Action.PAIR_ROUND
_ROUNDS = (
    Act(
        path=SECTION + "rounds/", service=pair_section, name="pair", summary="Pair what comes next", action=_P,
        does=("pair_next_round", "request_pairing", "pair_round_robin", "pair_teams", "pair_knockout_stage"),
        answer=PairedSerializer, status=201,
    ),
    Act(
        path=SECTION + "rounds/<int:round_number>/pairing/", service=bring_in, name="import_pairing", method="put",
        does=("import_pairing", "pair_by_hand"), summary="Import the pairing of another engine", action=_P,
        answer=RoundSerializer, body=PairingSerializer, status=201,
    ),
    Act(
        path=ROUND + "pair-again/", service=pair_again, does=("pair_again",),
        summary="Undo a draft and pair its round again", action=_P, answer=PairedSerializer,
    ),
    Act(
        path=SECTION + "restore-points/<int:point_id>/restore/", service=restore, does=("restore",),
        summary="Set a section back to a restore point", action=_P, answer=RestoredSerializer,
    ),
    Act(
        path=SECTION + "games/", service=import_games, does=("request_import",), name="import_games",
        summary="Have a file of games imported", action=Action.IMPORT_GAMES, answer=JobSerializer, body=FileSerializer,
        status=202,
    ),
    Act(
        path=SECTION + "display/", service=seat_display, summary="Seat a simultaneous display", action=_P,
        answer=RoundSerializer, status=201,
    ),
    Act(
        path=ROUND + "publish/", service=publish_round, summary="Publish a round",
        action=Action.PUBLISH_ROUND, answer=RoundSerializer,
    ),
    Act(
        path=ROUND + "publish-at/", service=schedule_publication, name="schedule_publication",
        summary="Have a draft published at a time", action=Action.PUBLISH_ROUND, answer=RoundSerializer,
    ),
    Act(
        path=ROUND + "unpublish/", service=unpublish_round, summary="Take back a publication", action=_P,
        answer=RoundSerializer,
    ),
    Act(
        path=ROUND + "reschedule/", service=reschedule_round, summary="Change when a round begins", action=_P,
        answer=RoundSerializer,
    ),
    Act(
        path=ROUND + "start/", service=start_round, summary="Start a round", action=Action.CLOSE_ROUND,
        answer=RoundSerializer,
    ),
    Act(
        path=ROUND + "close/", service=close_round, summary="Close a round", action=Action.CLOSE_ROUND,
        answer=RoundSerializer,
    ),
    Act(
        path=ROUND + "byes/", service=record_bye, summary="Give a player a bye in a round paired by hand",
        action=_P, answer=BoardSerializer, status=201,
    ),
    Act(
        path=SECTION + "undo-last-round/", service=undo_last_round, summary="Undo the last round", action=_P,
        answer=RestorePointSerializer,
    ),
)  # fmt: skip

_DRAFT = (
    Act(
        path=ROUND + "draft/exchange/", service=exchange_players, summary="Exchange two players of a draft",
        action=_P, answer=DraftSerializer, entrants=True,
    ),
    Act(
        path=ROUND + "draft/pair/", service=pair_by_hand_in_draft, summary="Have two players meet in a draft",
        action=_P, answer=DraftSerializer, entrants=True,
    ),
    Act(
        path=ROUND + "draft/remove/", service=remove_from_draft, summary="Leave a player out of a draft",
        action=_P, answer=DraftSerializer, entrants=True,
    ),
    Act(
        path=ROUND + "draft/add/", service=add_to_draft, summary="Bring a player into a draft", action=_P,
        answer=DraftSerializer, entrants=True,
    ),
    Act(
        path=ROUND + "draft/restore-engine/", service=restore_engine_pairing,
        summary="Drop the changes by hand", action=_P, answer=DraftSerializer,
    ),
    Act(
        path=ROUND + "draft/confirm/", service=confirm_draft,
        summary="Let a draft stand although what it rests on has changed", action=_P, answer=DraftSerializer,
    ),
    Act(
        path=BOARD + "swap-colours/", service=swap_colours, summary="Swap the colours of a board of a draft",
        action=_P, answer=DraftSerializer,
    ),
    Act(
        path=BOARD + "move/", service=move_table, summary="Play a board of a draft at another table",
        action=_P, answer=DraftSerializer,
    ),
    Act(
        path=ROUND + "matches/<int:match>/swap-colours/", service=swap_team_colours,
        summary="Swap the colours of a match of a draft", action=_P, answer=DraftSerializer,
    ),
)  # fmt: skip

_RESULTS = (
    Act(
        path=ROUND + "results/", service=enter_results, does=("enter_result",), name="enter_results",
        summary="Enter results of many boards", action=Action.ENTER_RESULT, answer=BoardSerializer, many=True,
        body=ResultsSerializer,
    ),
    Act(
        path=ROUND + "no-shows/", service=record_no_shows, summary="Forfeit the boards of absent players",
        action=Action.ENTER_RESULT, answer=BoardSerializer, many=True,
    ),
    Act(
        path=BOARD + "forfeit/", service=set_forfeit, summary="Enter a forfeit", action=Action.ENTER_RESULT,
        answer=BoardSerializer,
    ),
    Act(
        path=BOARD + "withdraw-result/", service=withdraw_result,
        summary="Take back a result entered by mistake", action=Action.ENTER_RESULT, answer=BoardSerializer,
    ),
    Act(
        path=BOARD + "retype-result/", service=retype_result,
        summary="Enter another result in the place of a mistake", action=Action.ENTER_RESULT, answer=BoardSerializer,
    ),
    Act(
        path=BOARD + "verify/", service=verify_result, summary="Enter what a second person reads",
        action=Action.ENTER_RESULT, answer=BoardSerializer,
    ),
    Act(
        path=ROUND + "actual-seating/", service=record_actual_seating, does=("record_actual_seating",),
        summary="Record boards as they were played", action=Action.CORRECT_RESULT, answer=BoardSerializer, many=True,
        body=ActualSeatingSerializer,
    ),
    Act(
        path=BOARD + "rating-correction/", service=correct_for_rating,
        summary="Correct a result for the rating report alone", action=Action.CORRECT_RESULT,
    ),
    Act(
        path=ROUND + "matches/<int:match>/award/", service=award_match, summary="Award a match of a knockout",
        action=Action.CORRECT_RESULT,
    ),
    Act(
        path=ROUND + "matches/<int:match>/tie-breaks/", service=add_tiebreak_games,
        summary="Add tie-break games to a match", action=_P, answer=BoardSerializer, many=True, status=201,
    ),
    Act(
        path=ROUND + "matches/<int:match>/forfeit/", service=forfeit_match,
        summary="Forfeit a whole match of teams", action=Action.ENTER_RESULT, answer=MatchSerializer,
    ),
)  # fmt: skip

ACTS = (*_ROUNDS, *_DRAFT, *_RESULTS)
