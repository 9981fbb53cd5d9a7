"""The arbiter's card of one board: its history and its acts."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from arbiter.messages import say
from arbiter.selectors.boards import counts_of, shown_at
from arbiter.selectors.regimes import is_followed, regime_at
from arbiter.selectors.sheet_findings import findings_at
from arbiter.services.answers import answer_board_question, answer_call, let_stand, open_finding, set_game_source
from arbiter.services.clock_readings import adjust_time
from arbiter.services.ruling import dismiss_call, rule, rule_illegal_move
from arbiter.views.board_cards import shown_questions, source_context
from arbiter.views.desk import BoardFrame, DeskFrame, number_in, shown_call, side_in
from arbiter.views.proposal import chosen_clocks, proposal, rulings_of
from arbiter.views.rule import menu
from arbiter.views.ruling_labels import shown_findings, words_of
from clocks.labels import clock_json, side_name
from clocks.readings import parse_change
from games import hooks
from games.live.events import channel, server_now_ms
from games.models.game import Game
from games.services.moves import call_arbiter, resume_play, start_game, stop_clocks
from games.services.results import correct_result, record_result
from games.verification import rows_of
from games.views.labels import game_name
from games.views.ledger import call_reason, line, result_shown
from games.views.requests import Attempt, Refused, or_404, require_found
from tavleya.actors import Actor
from tavleya.errors import BadInput, DomainError
from tavleya.law.terms import FlagCaller
from tavleya.permissions import Action, allowed
from tavleya.record.clock_entries import CallReason
from tavleya.record.entries import GamePhase
from tavleya.record.results import Result
from tavleya.sides import Side
from tournaments.models.boards import BoardQuestion, Feed
from tournaments.selectors.rounds import board_of_game
from tournaments.views import typed_offline

PART = "X-Part"
_LEDGER = 60  # newest entries shown at once


@require_safe
def card(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Show the page, or with the header `X-Part` its changing part; 204 if there is nothing newer than `seen`."""
    frame = _frame(request, slug, game_id)
    if PART in request.headers and request.GET.get("seen") == shown_at(frame.pairing):
        return _tagged(HttpResponse(status=204), frame.game)
    return _answer(frame)


@require_POST
def handle_action(request: HttpRequest, slug: str, game_id: int, name: str) -> HttpResponse:
    frame = _frame(request, slug, game_id)
    require_found(name in _HANDLERS)

    def act() -> dict[str, str]:
        service, arguments = _HANDLERS[name]
        service(**frame.caller() | arguments(frame, request.POST))
        return {"said": gettext("Board %(board)s: saved.") % {"board": frame.pairing.board}}

    waited = typed_offline.comes_with_key(request) and PART not in request.headers
    attempt = Attempt(request, lambda: typed_offline.once(request, frame.actor, act))
    if waited and attempt.error:
        return _delayed_refusal(frame, attempt.error)
    if attempt.error:
        return _answer(_frame(request, slug, game_id), name, attempt.error)
    if waited:
        return JsonResponse(attempt.result)
    if PART in request.headers:
        return _answer(_frame(request, slug, game_id))
    return redirect("board-card", slug=slug, game_id=game_id)


# Acts of an arbiter: each a service and its arguments from the submitted form.


def _text(form_data: QueryDict, name: str) -> str:
    return form_data.get(name, "").strip()


def _reason(form_data: QueryDict, of_what: str) -> str:
    """Return the reason. Raises: BadInput ("reason_missing")."""
    reason = _text(form_data, "reason")
    if not reason:
        raise BadInput(say(f"reason_missing.{of_what}"))
    return reason


def _time(frame: BoardFrame, form_data: QueryDict) -> dict[str, Any]:
    add = {side: parse_change(form_data.get(f"add_{side}", "")) for side in Side}
    if not any(add.values()):
        raise BadInput(say("no_time_given"))
    return {
        "expected": frame.seen(),
        "add": add,
        "article": form_data.get("article", "")[:40],
        "reason": form_data.get("reason", ""),
    }


def _by_sheet(frame: BoardFrame, form_data: QueryDict) -> dict[str, Any]:
    """Return the result that follows from the rules at the board, for a ruling that can be undone."""
    sheet_finding = open_finding(frame.game, form_data.get("finding", ""))
    if sheet_finding.finding.result is None:
        raise BadInput(say("no_result_chosen"))
    facts = {
        "result": sheet_finding.finding.result.value,
        "article": sheet_finding.finding.article,
        "reason": words_of(sheet_finding),
    }
    return {"expected": frame.expected(), "kind": "score", "facts": facts}


def _result(form_data: QueryDict) -> Result:
    try:
        return Result(form_data.get("result", ""))
    except ValueError:
        raise BadInput(say("no_result_chosen")) from None


def _answer_question(
    *, actor: Actor, now: datetime, question: int, manner: str, expected: int | None, **_: object
) -> None:
    if manner not in BoardQuestion.Answer.values:
        raise BadInput(say("answer_missing.board"))
    answer_board_question(
        actor=actor,
        now=now,
        board_question_id=question,
        answer=BoardQuestion.Answer(manner),
        expected=expected,
        note=gettext("The electronic board shows other moves."),
    )


def _set_source(*, actor: Actor, now: datetime, game_id: int, feed: str, **_: object) -> None:
    if feed not in Feed.values:
        raise BadInput(say("bad_feed"))
    set_game_source(actor=actor, now=now, game_id=game_id, feed=Feed(feed))


_Arguments = Callable[[BoardFrame, QueryDict], dict[str, Any]]
_HANDLERS: dict[str, tuple[Callable[..., object], _Arguments]] = {
    "start": (start_game, lambda _, data: {}),
    "stop": (stop_clocks, lambda _, data: {"reason": _reason(data, "stopping")}),
    "resume": (resume_play, lambda _, data: {"side": side_in(data, "side")}),
    "time": (adjust_time, _time),
    "rule": (
        rule_illegal_move,
        lambda frame, data: {
            "expected": frame.seen(),
            "clocks": chosen_clocks(data),
            "resume": "resume" in data,
            "note": _text(data, "note"),
        },
    ),
    "dismiss": (dismiss_call, lambda frame, data: {"expected": frame.expected(), "note": _text(data, "note")}),
    "answer": (
        answer_call,
        lambda frame, data: {
            "expected": frame.expected(),
            "call": number_in(data, "call") or 0,
            "upheld": data.get("do") != "dismiss",
            "note": _text(data, "note"),
            "resume": "resume" in data,
        },
    ),
    "call": (
        call_arbiter,
        lambda frame, data: {
            "expected": frame.expected(),
            "reason": data.get("reason", ""),
            "side": side_in(data, "side"),
            "said": {"text": data.get("text", "")},
        },
    ),
    "result": (
        record_result,
        lambda frame, data: {"expected": frame.expected(), "result": _result(data), "reason": _text(data, "reason")},
    ),
    "correct": (
        correct_result,
        lambda frame, data: {"expected": frame.expected(), "reason": _reason(data, "result"), "result": _result(data)},
    ),
    "stand": (
        let_stand,
        lambda frame, data: {"expected": frame.expected(), "key": data.get("finding", ""), "note": _text(data, "note")},
    ),
    "by-sheet": (rule, _by_sheet),
    "board-question": (
        _answer_question,
        lambda frame, data: {
            "expected": frame.expected(),
            "question": number_in(data, "question") or 0,
            "manner": data.get("do", ""),
        },
    ),
    "source": (_set_source, lambda _, data: {"feed": data.get("feed", "")}),
}


# Context of the page


def _frame(request: HttpRequest, slug: str, game_id: int) -> BoardFrame:
    return BoardFrame(request, DeskFrame.of(request, slug), or_404(board_of_game(slug, game_id)))


def _tagged(response: HttpResponse, game: Game) -> HttpResponse:
    add_never_cache_headers(response)
    response["X-Seq"] = str(game.seq)
    response[PART] = "card"
    return response


def _answer(frame: BoardFrame, tried: str = "", problem: DomainError | None = None) -> HttpResponse:
    request, context = frame.request, _context(frame)
    if problem is not None:
        context |= {"refused": Refused.by(problem), "tried": tried, "given": request.POST}
        if problem.code == "stale":
            context["meanwhile"] = frame.meanwhile()
    template = "hall/card_part.html" if PART in request.headers else "hall/card.html"
    status = context["refused"].status if problem else 200
    return _tagged(render(request, template, context, status=status), frame.game)


def _delayed_refusal(frame: BoardFrame, problem: DomainError) -> HttpResponse:
    changes = frame.meanwhile() if problem.code == "stale" else []
    return typed_offline.refusal(problem, " ".join([str(Refused.by(problem).sentence), *changes]))


def _context(frame: BoardFrame) -> dict[str, Any]:
    game, pairing, state, now_ms = frame.game, frame.pairing, frame.state, server_now_ms()
    assert pairing.black is not None
    book, standing = regime_at(pairing), hooks.standing_of(frame.actor, game)
    may = {action.value: allowed(standing, action) for action in Action}
    lines = [line(row) for row in reversed(rows_of(game))]
    followed = is_followed(game)
    clock = state.clock if followed else None  # other boards have a physical clock, not pressed here
    players = {Side.WHITE: pairing.white.player_id, Side.BLACK: pairing.black.player_id}
    counts = counts_of(frame.event, players.values())
    common = frame.context()
    return {
        **common,
        "desk_menu": frame.desk.menu(pairing.round.section),
        **menu(game, book),
        "desk": True,
        "shown": shown_at(pairing),
        "game_name": game_name(game.game),
        "regime_name": book.name,
        "sides": [
            {
                **row,
                "in_event": counts.get(players[side]),
                "ms": clock.side(side).ms if clock else None,
                "offers": state.offer is not None and state.offer.side is side,
                "unpressed": state.unpressed is side,
            }
            for side, row in zip(Side, common["sides"], strict=True)
        ],
        "clocks": clock_json(clock, now_ms),
        "announce_flag": book.flag_caller is not FlagCaller.PLAYER,
        "calls": [
            shown_call(call.seq, call.side.value if call.side else "", call.reason, call.text, call.at, now_ms)
            for call in state.calls
        ],
        "proposal": proposal(frame.actor, timezone.now(), game, book) if may[Action.RULE] else None,
        "may": may,
        "pending": state.phase is GamePhase.PENDING and followed,
        "playing": state.phase is GamePhase.PLAYING,
        "paused": state.phase is GamePhase.PAUSED,
        "results": [(value.value, result_shown(value)) for value in Result],
        "time_articles": [
            (book.address(time_reason.number), time_reason.name.render(gettext)) for time_reason in book.time_reasons
        ],
        "rulings": rulings_of(game, notes=True),
        "findings": shown_findings(findings_at(game)),
        "board_questions": shown_questions(game) if getattr(pairing, "asked", False) else [],
        **(source_context(game) if followed else {}),
        "claims": side_name(state.postponed) if state.postponed else "",
        "call_reasons": [(reason.value, call_reason(reason)) for reason in CallReason],
        "ledger": lines[:_LEDGER],
        "older": lines[_LEDGER:],
        "live_url": reverse("live-board", args=[frame.event.slug, game.pk]),
        "news_url": f"/live/{channel('console', frame.event.pk)}",
    }
