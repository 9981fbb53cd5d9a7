"""The arbiter's card of one board: its history and its acts."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from arbiter.messages import say
from arbiter.selectors.boards import counts_of, phase_at, shown_at
from arbiter.selectors.regimes import is_followed, regime_at
from arbiter.selectors.sheet_findings import findings_at
from arbiter.services.board_questions import answer_board_question, set_game_source
from arbiter.services.calls import answer_call
from arbiter.services.clock_readings import adjust_time
from arbiter.services.illegal_moves import dismiss_call, rule_illegal_move
from arbiter.services.ruling import rule
from arbiter.services.sheet_findings import let_stand, open_finding
from arbiter.views.board_cards import shown_questions, source_context
from arbiter.views.desk import DeskFrame, shown_call
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
from games.views.labels import game_name, phase_name
from games.views.ledger import LedgerLine, call_reason, line, result_shown
from games.views.requests import Attempt, Refused, or_404, require_found
from games.views.viewer import Viewer, ViewerOptions
from tavleya.errors import BadInput, DomainError
from tavleya.law.terms import FlagCaller
from tavleya.permissions import Action, allowed
from tavleya.record.clock_entries import CallReason
from tavleya.record.entries import GamePhase
from tavleya.record.results import Result
from tavleya.sides import Side
from tournaments.models.boards import BoardQuestion, Feed
from tournaments.models.pairing import Pairing
from tournaments.selectors.rounds import board_of_game
from tournaments.views import typed_offline
from tournaments.views.frame import language, round_name

PART = "X-Part"
_LEDGER = 60  # newest entries shown at once


@require_safe
def card(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Show the page, or with the header `X-Part` its changing part; 204 if there is nothing newer than `seen`."""
    frame, pairing = _pairing(request, slug, game_id)
    assert pairing.game is not None
    if PART in request.headers and request.GET.get("seen") == shown_at(pairing):
        return _tagged(HttpResponse(status=204), pairing.game)
    return _answer(request, frame, pairing)


@require_POST
def handle_action(request: HttpRequest, slug: str, game_id: int, name: str) -> HttpResponse:
    frame, pairing = _pairing(request, slug, game_id)
    require_found(name in _HANDLERS)
    caller = {
        "actor": frame.actor,
        "now": timezone.now(),
        "game_id": game_id,
        "idempotency_key": request.request_id,  # type: ignore[attr-defined]
    }

    def act() -> dict[str, str]:
        _HANDLERS[name](request.POST, caller)
        return {"said": gettext("Board %(board)s: saved.") % {"board": pairing.board}}

    waited = typed_offline.comes_with_key(request) and PART not in request.headers
    attempt = Attempt(request, lambda: typed_offline.once(request, frame.actor, act))
    if waited and attempt.error:
        return _refused_after_waiting(request, pairing.game, attempt.error)
    if attempt.error:
        return _answer(request, *_pairing(request, slug, game_id), name, attempt.error)
    if waited:
        return JsonResponse(attempt.result)
    if PART in request.headers:
        return _answer(request, *_pairing(request, slug, game_id))
    return redirect("board-card", slug=slug, game_id=game_id)


# Acts of an arbiter


def _expected(form_data: QueryDict) -> dict[str, Any]:
    seq = form_data.get("seq", "")
    return {"expected": int(seq) if seq.isdecimal() and len(seq) < 10 else None}


def _seen(form_data: QueryDict) -> int:
    """Return the last entry for an act that would count twice if it were repeated: without one it is stale."""
    return _expected(form_data)["expected"] or 0


def _rule(form_data: QueryDict, caller: dict[str, Any]) -> None:
    rule_illegal_move(
        **caller,
        expected=_seen(form_data),
        clocks=chosen_clocks(form_data),
        resume="resume" in form_data,
        note=form_data.get("note", "").strip(),
    )


def _dismiss(form_data: QueryDict, caller: dict[str, Any]) -> None:
    dismiss_call(**caller, **_expected(form_data), note=form_data.get("note", "").strip())


def _answer_call(form_data: QueryDict, caller: dict[str, Any]) -> None:
    call = form_data.get("call", "")
    answer_call(
        **caller,
        **_expected(form_data),
        call=int(call) if call.isdecimal() and len(call) < 10 else 0,
        upheld=form_data.get("do") != "dismiss",
        note=form_data.get("note", "").strip(),
        resume="resume" in form_data,
    )


def _call(form_data: QueryDict, caller: dict[str, Any]) -> None:
    side = form_data.get("side", "")
    call_arbiter(
        **caller,
        **_expected(form_data),
        reason=form_data.get("reason", ""),
        side=Side(side) if side in set(Side) else None,
        said={"text": form_data.get("text", "")},
    )


def _time(form_data: QueryDict, caller: dict[str, Any]) -> None:
    add = {side: parse_change(form_data.get(f"add_{side}", "")) for side in Side}
    if not any(add.values()):
        raise BadInput(say("no_time_given"))
    adjust_time(
        **caller,
        expected=_seen(form_data),
        add=add,
        article=form_data.get("article", "")[:40],
        reason=form_data.get("reason", ""),
    )


def _result(form_data: QueryDict, caller: dict[str, Any]) -> None:
    record_result(
        **caller, **_expected(form_data), result=_value(form_data), reason=form_data.get("reason", "").strip()
    )


def _correct(form_data: QueryDict, caller: dict[str, Any]) -> None:
    reason = form_data.get("reason", "").strip()
    if not reason:
        raise BadInput(say("reason_missing.result"))
    correct_result(**caller, **_expected(form_data), result=_value(form_data), reason=reason)


def _stop(form_data: QueryDict, caller: dict[str, Any]) -> None:
    reason = form_data.get("reason", "").strip()
    if not reason:
        raise BadInput(say("reason_missing.stopping"))
    stop_clocks(**caller, reason=reason)


def _resume(form_data: QueryDict, caller: dict[str, Any]) -> None:
    side = form_data.get("side", "")
    resume_play(**caller, side=Side(side) if side in set(Side) else None)


def _let_stand(form_data: QueryDict, caller: dict[str, Any]) -> None:
    let_stand(
        **caller,
        **_expected(form_data),
        key=form_data.get("finding", ""),
        note=form_data.get("note", "").strip(),
    )


def _set_by_sheet(form_data: QueryDict, caller: dict[str, Any]) -> None:
    """Set the result that follows from the rules at the board, by a ruling that can be undone."""
    sheet_finding = open_finding(Game.objects.get(pk=caller["game_id"]), form_data.get("finding", ""))
    if sheet_finding.finding.result is None:
        raise BadInput(say("no_result_chosen"))
    facts = {
        "result": sheet_finding.finding.result.value,
        "article": sheet_finding.finding.article,
        "reason": words_of(sheet_finding),
    }
    rule(**caller, **_expected(form_data), kind="score", facts=facts)


def _value(form_data: QueryDict) -> Result:
    try:
        return Result(form_data.get("result", ""))
    except ValueError:
        raise BadInput(say("no_result_chosen")) from None


def _answer_question(form_data: QueryDict, caller: dict[str, Any]) -> None:
    key, manner = form_data.get("question", ""), form_data.get("do", "")
    if manner not in BoardQuestion.Answer.values:
        raise BadInput(say("answer_missing.board"))
    answer_board_question(
        actor=caller["actor"],
        now=caller["now"],
        board_question_id=int(key) if key.isdecimal() and len(key) < 10 else 0,
        answer=BoardQuestion.Answer(manner),
        **_expected(form_data),
        note=gettext("The electronic board shows other moves."),
    )


def _source(form_data: QueryDict, caller: dict[str, Any]) -> None:
    feed = form_data.get("feed", "")
    if feed not in Feed.values:
        raise BadInput(say("bad_feed"))
    set_game_source(actor=caller["actor"], now=caller["now"], game_id=caller["game_id"], feed=Feed(feed))


_HANDLERS: dict[str, Callable[[QueryDict, dict[str, Any]], object]] = {
    "start": lambda given, who: start_game(**who),
    "stop": _stop,
    "resume": _resume,
    "time": _time,
    "rule": _rule,
    "dismiss": _dismiss,
    "answer": _answer_call,
    "call": _call,
    "result": _result,
    "correct": _correct,
    "stand": _let_stand,
    "by-sheet": _set_by_sheet,
    "board-question": _answer_question,
    "source": _source,
}


# Context of the page


def _pairing(request: HttpRequest, slug: str, game_id: int) -> tuple[DeskFrame, Pairing]:
    frame = DeskFrame.of(request, slug)
    pairing = or_404(board_of_game(slug, game_id))
    return frame, pairing


def _tagged(response: HttpResponse, game: Game) -> HttpResponse:
    add_never_cache_headers(response)
    response["X-Seq"] = str(game.seq)
    response[PART] = "card"
    return response


def _answer(
    request: HttpRequest,
    frame: DeskFrame,
    pairing: Pairing,
    tried: str = "",
    problem: DomainError | None = None,
) -> HttpResponse:
    part = PART in request.headers
    context = _context(frame, pairing)
    if problem is not None:
        context |= {"refused": Refused.by(problem), "tried": tried, "given": request.POST}
        if problem.code == "stale":
            context["meanwhile"] = _meanwhile(pairing.game, _expected(request.POST)["expected"])
    template = "hall/card_part.html" if part else "hall/card.html"
    status = context["refused"].status if problem else 200
    assert pairing.game is not None
    return _tagged(render(request, template, context, status=status), pairing.game)


def _refused_after_waiting(request: HttpRequest, game: Game | None, problem: DomainError) -> HttpResponse:
    """Return the error response for a form filled in offline, with the changes of the game if the page was outdated."""
    sentences = [str(Refused.by(problem).sentence)]
    if problem.code == "stale":
        sentences += _meanwhile(game, _expected(request.POST)["expected"])
    return typed_offline.refusal(problem, " ".join(sentences))


def _meanwhile(game: Game | None, seen: int | None) -> list[str]:
    return [line(row).words for row in rows_of(game, seen or 0)[:10]] if game is not None else []


def _context(frame: DeskFrame, pairing: Pairing) -> dict[str, Any]:
    game = pairing.game
    assert game is not None
    assert pairing.black is not None
    viewer, now_ms = Viewer(game, ViewerOptions()), server_now_ms()
    state, book = viewer.state, regime_at(pairing)
    standing = hooks.standing_of(frame.actor, game)
    may = {action.value: allowed(standing, action) for action in Action}
    lines = _ledger(game)
    rulings = rulings_of(game, notes=True)
    followed = is_followed(game)
    unseen = not followed and not state.ply
    clock = state.clock if followed else None  # other boards have a physical clock, not pressed here
    counts = counts_of(frame.event, [registration.player_id for _, registration in _seats(pairing)])
    seats = dict(_seats(pairing))
    names = {side: registration.player.name_in(language()) for side, registration in _seats(pairing)}
    return {
        **frame.context(),
        "desk_menu": frame.menu(pairing.round.section),
        **menu(game, book),
        "slug": frame.event.slug,
        "desk": True,
        "viewer": viewer,
        "state": state,
        "shown": shown_at(pairing),
        "game": game,
        "game_name": game_name(game.game),
        "followed": followed,
        "unseen": unseen,
        "regime_name": book.name,
        "section_name": pairing.round.section.name_in(language()),
        "round_name": round_name(pairing.round.number),
        "board_number": pairing.board,
        "phase_name": phase_name(phase_at(pairing)),
        "sides": [
            {
                "side": side.value,
                "side_name": side_name(side),
                "name": names[side],
                "illegal": state.illegal[side],
                "penalties": state.penalties[side],
                "claims": state.claims[side],
                "in_event": counts.get(seats[side].player_id),
                "ms": clock.side(side).ms if clock else None,
                "offers": state.offer is not None and state.offer.side is side,
                "to_move": state.turn is side and not state.over and not unseen,
                "unpressed": state.unpressed is side,
            }
            for side in Side
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
        "rulings": rulings,
        "findings": shown_findings(findings_at(game)),
        "board_questions": shown_questions(game) if getattr(pairing, "asked", False) else [],
        **(source_context(game) if followed else {}),
        "claims": side_name(state.postponed) if state.postponed else "",
        "call_reasons": [(time_reason.value, call_reason(time_reason)) for time_reason in CallReason],
        "ledger": lines[:_LEDGER],
        "older": lines[_LEDGER:],
        "live_url": reverse("live-board", args=[frame.event.slug, game.pk]),
        "news_url": f"/live/{channel('console', frame.event.pk)}",
    }


def _seats(pairing: Pairing) -> list[tuple[Side, Any]]:
    return [(Side.WHITE, pairing.white), (Side.BLACK, pairing.black)]


def _ledger(game: Game) -> list[LedgerLine]:
    return [line(row) for row in reversed(rows_of(game))]
