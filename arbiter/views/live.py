"""The live board: its page, its changing part, and its acts."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arbiter.models import Ruling
from arbiter.selectors.regimes import game_at
from arbiter.services.ruling import claim_draw, claim_flag
from arbiter.views.desk import caller_of, number_in, side_in
from arbiter.views.proposal import rulings_of
from arbiter.views.sheets import chosen_keeper, forms, photo_response, save, void
from games import hooks
from games.live.events import server_now_ms
from games.models.game import Game, TrackingLevel
from games.services.moves import answer_draw, call_arbiter, offer_draw, play_move, press_clock, resign, start_game
from games.services.sheets import photos_for, sheets_for
from games.states import state_of
from games.verification import rows_of
from games.views.caching import fresh, is_shared, shared_part
from games.views.labels import claim_name, game_name, phase_name
from games.views.ledger import line
from games.views.live import BoardAccess, LiveBoard
from games.views.requests import Attempt, Refused, actor_of, redirect_with, require_found
from tavleya.actors import ANONYMOUS
from tavleya.errors import DomainError
from tavleya.law.library import regime
from tavleya.law.remedies import duration
from tavleya.law.terms import FlagCaller, Regime
from tavleya.permissions import Action, allowed
from tavleya.record.clock_entries import CallReason
from tavleya.record.entries import GamePhase
from tavleya.record.merging import Keeper
from tavleya.rules.contract import AmbiguousMove, ClaimKind, IllegalMove
from tavleya.rules.registry import spec_of
from tavleya.sides import Side
from tournaments.models.pairing import Pairing
from tournaments.selectors.rounds import board_of_game
from tournaments.views.frame import EventFrame, SectionFrame, language, round_name
from tournaments.views.opening_draws import drawn_opening
from tournaments.views.seats import seat

PART = "X-Part"  # in a request: for the changing part of the page; in a response: it is that part


@require_safe
def board(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Show the page, or with the header `X-Part` its changing part; 204 if there is nothing newer than `seen`."""
    pairing = _pairing(request, slug, game_id)
    if PART in request.headers and request.GET.get("seen") == str(game_at(pairing).seq):
        return _tagged(HttpResponse(status=204), game_at(pairing))
    if is_shared(request) and actor_of(request) == ANONYMOUS:
        return _for_spectators(request, pairing)
    return _answer(request, pairing)


def _for_spectators(request: HttpRequest, pairing: Pairing) -> HttpResponse:
    """Return the page, cached for each state of the game: a thousand spectators of a move request it at the same
    moment.
    """
    game = game_at(pairing)
    facts = (
        pairing.pk,
        game.digest,
        Ruling.objects.filter(game=game).count(),
        request.headers.get(PART, ""),
        request.GET.get("bottom", ""),
    )
    response = shared_part(request, lambda: _answer(request, pairing), *facts)
    response["X-Seq"], response[PART] = str(game.seq), "live"
    patch_vary_headers(response, [PART])
    return response


@require_POST
def handle_action(request: HttpRequest, slug: str, game_id: int, name: str) -> HttpResponse:
    """Perform the posted act and return the updated board."""
    _pairing(request, slug, game_id)
    require_found(name in _HANDLERS)
    caller = caller_of(request, actor_of(request), game_id)
    attempt = Attempt(request, lambda: _HANDLERS[name](request.POST, caller))
    if attempt.error:
        return _answer(request, _pairing(request, slug, game_id), attempt.error)
    if PART in request.headers:
        return _answer(request, _pairing(request, slug, game_id))
    return redirect(f"{reverse('live-board', args=[slug, game_id])}{_turned(request)}", permanent=False)


# Acts


def _seen(form_data: QueryDict) -> dict[str, Any]:
    return {"side": side_in(form_data, "side"), "expected": number_in(form_data, "seq")}


def _move(form_data: QueryDict, caller: dict[str, Any]) -> Game:
    return play_move(
        **caller,
        **_seen(form_data),
        text=form_data.get("move", "").strip()[:80],
        irregular="irregular" in form_data,
        press="press" in form_data,
        offer="offer" in form_data,
        language=language(),
    )


def _claim(form_data: QueryDict, caller: dict[str, Any]) -> Ruling:
    kind = ClaimKind.FIFTY_MOVES if form_data.get("claim") == ClaimKind.FIFTY_MOVES else ClaimKind.REPETITION
    intended = form_data.get("intended", "").strip()[:80] or None
    return claim_draw(**caller, **_seen(form_data), kind=kind, intended=intended)


def _call(form_data: QueryDict, caller: dict[str, Any]) -> Game:
    reason = form_data.get("reason", "") or CallReason.ILLEGAL_MOVE
    return call_arbiter(**caller, **_seen(form_data), reason=reason, said={"text": form_data.get("text", "")})


_HANDLERS: dict[str, Callable[[QueryDict, dict[str, Any]], Game | Ruling]] = {
    "start": lambda data, caller: start_game(**caller),
    "move": _move,
    "press": lambda data, caller: press_clock(**caller, **_seen(data)),
    "offer": lambda data, caller: offer_draw(**caller, **_seen(data)),
    "accept": lambda data, caller: answer_draw(**caller, **_seen(data), accept=True),
    "decline": lambda data, caller: answer_draw(**caller, **_seen(data), accept=False),
    "resign": lambda data, caller: resign(**caller, **_seen(data)),
    "call": _call,
    "claim": _claim,
    "flag": lambda data, caller: claim_flag(**caller, **_seen(data) | {"side": side_in(data, "side") or Side.WHITE}),
}


# Context of the page


def _pairing(request: HttpRequest, slug: str, game_id: int) -> Pairing:
    pairing = board_of_game(slug, game_id)
    if pairing is None or pairing.game is None or not hooks.visible_to(actor_of(request), pairing.game):
        raise Http404
    timezone.activate(pairing.round.section.event.zone)
    return pairing


def _answer(request: HttpRequest, pairing: Pairing, problem: DomainError | None = None) -> HttpResponse:
    part = PART in request.headers
    context = _board_context(request, pairing)
    if problem is not None:
        context |= _problem_context(context["viewer"], problem, request.POST)
    if not part:
        context |= _page_context(request, pairing)
    template = "live/part.html" if part else "live/board.html"
    status = context["refused"].status if problem else 200
    return _tagged(render(request, template, context, status=status), game_at(pairing))


def _tagged(response: HttpResponse, game: Game) -> HttpResponse:
    add_never_cache_headers(response)
    response["X-Seq"] = str(game.seq)
    response[PART] = "live"
    response["Vary"] = f"Cookie, Accept-Language, {PART}"
    return response


def _turned(request: HttpRequest) -> str:
    turned = request.GET.get("bottom", "")
    return f"?bottom={turned}" if turned in ("white", "black", "auto") else ""


def _board_context(request: HttpRequest, pairing: Pairing) -> dict[str, Any]:
    game, slug = game_at(pairing), pairing.round.section.event.slug
    hand = BoardAccess.of(hooks.standing_of(actor_of(request), game))
    viewer = LiveBoard(game, hand, request.GET.get("bottom", ""))
    book = regime(game.regime)
    frame = SectionFrame(request, actor_of(request), pairing.round.section, "round")
    assert pairing.black is not None
    seats = {Side.WHITE: seat(frame, pairing.white), Side.BLACK: seat(frame, pairing.black)}
    rulings = rulings_of(game, notes=bool(hand.sides))
    last = viewer.state.last_standing()
    fresh_ruling = rulings[0] if rulings and (last is None or last.seq < rulings[0].first_seq) else None
    return {
        "viewer": viewer,
        "hand": hand,
        "top_seat": seats[viewer.look.bottom.other],
        "bottom_seat": seats[viewer.look.bottom],
        "clocks": viewer.clocks_json(server_now_ms()),
        "announce_flag": book.flag_caller is not FlagCaller.PLAYER,
        "claim": claim_form(book) if viewer.claiming else None,
        "rulings": rulings,
        "fresh_ruling": fresh_ruling,
        "phase_name": phase_name(game.phase),
        "live": game.tracking == TrackingLevel.LIVE,
        "slug": slug,
        "turned": _turned(request),
        "desk": hand.may(Action.SEE_DESK),
        "press_with_move": request.COOKIES.get("press") != "after",
    }


def _problem_context(viewer: LiveBoard, problem: DomainError, form_data: QueryDict) -> dict[str, Any]:
    typed = form_data.get("move", "").strip()[:80]
    squares = viewer.spec.grid.find(typed)
    context: dict[str, Any] = {"refused": Refused.by(problem), "typed": typed}
    if "reason" in form_data:
        context["asked"] = {"reason": form_data["reason"], "text": form_data.get("text", "")}
    if problem.code == "stale":
        rows = rows_of(viewer.game, _seen(form_data)["expected"] or 0)
        context["meanwhile"] = [line(row).words for row in rows[:10]]
    if isinstance(problem, IllegalMove) and typed:
        context["tried"] = {
            "typed": typed,
            "squares": squares,
            "nearest": viewer.spelled(problem.nearest),
            "can_stand": viewer.can_be_done(typed),
        }
    elif isinstance(problem, AmbiguousMove) and typed:
        context["tried"] = {
            "typed": typed,
            "squares": squares,
            "nearest": viewer.spelled(problem.candidates),
            "can_stand": False,
        }
    return context


def _page_context(request: HttpRequest, pairing: Pairing) -> dict[str, Any]:
    frame = SectionFrame(request, actor_of(request), pairing.round.section, "round")
    game = game_at(pairing)
    return {
        **frame.context(),
        "game_name": game_name(game.game),
        "regime_name": regime(game.regime).name,
        "round_name": round_name(pairing.round.number),
        "round_url": frame.round_url(pairing.round),
        "board_number": pairing.board,
        "opening": drawn_opening(pairing),
    }


# A player's own score sheet: typed or photographed by the player; the opponent's once the game is over
# (8.1–8.3).


@require_http_methods(["GET", "HEAD", "POST"])
def own_sheet(request: HttpRequest, slug: str, game_id: int) -> HttpResponseBase:
    """Show the form for the visitor's side; on POST, `do` is `check`, `save` or `void`."""
    if not _is_identified(request):
        return redirect_to_login(request.get_full_path())
    frame, pairing = _get_own_board(request, slug, game_id)
    caller = {"actor": frame.actor, "now": timezone.now(), "game_id": game_id}
    attempt = Attempt(request, lambda: _perform(request, caller))
    if attempt and attempt.result:
        return redirect_with(request, attempt.result, "own-sheet", slug=slug, game_id=game_id)
    context = _context(request, frame, pairing, game_at(pairing)) | {"refused": attempt.refused}
    return fresh(render(request, "live/own_sheet.html", context, status=attempt.status))


@require_safe
def own_photo(request: HttpRequest, slug: str, game_id: int, photo_id: int) -> HttpResponseBase:
    """Return a photograph to the players of the game."""
    require_found(_is_identified(request))
    frame, pairing = _get_own_board(request, slug, game_id)
    return photo_response(frame.actor, game_at(pairing), photo_id)


def _is_identified(request: HttpRequest) -> bool:
    """Return whether the visitor is signed in, or has a player's private link."""
    return actor_of(request) != ANONYMOUS


def _perform(request: HttpRequest, caller: dict[str, Any]) -> str:
    match request.POST.get("do", ""):
        case "check":
            chosen_keeper(request.POST)
            return ""
        case "save":
            save(request, caller)
            return gettext("Score sheet saved.")
        case "void":
            void(request, caller)
            return gettext("The photograph has been marked void; it stays with the score sheet.")
        case _:
            raise Http404


def _get_own_board(request: HttpRequest, slug: str, game_id: int) -> tuple[SectionFrame, Pairing]:
    """Return the frame and the board. Raises: Http404 if the visitor may not see the game; PermissionDenied if not a
    player.
    """
    frame = EventFrame.at(request, slug)
    pairing = (
        Pairing.objects.select_related("game", "round__section__event", "white__player", "black__player")
        .filter(game=game_id, round__section__event=frame.event)
        .first()
    )
    if pairing is None or not hooks.visible_to(frame.actor, game_at(pairing)):
        raise Http404
    standing = hooks.standing_of(frame.actor, game_at(pairing))
    if not standing.sides or not allowed(standing, Action.WRITE_SHEET):
        raise PermissionDenied
    return SectionFrame(request, frame.actor, pairing.round.section, "round"), pairing


def _context(request: HttpRequest, frame: SectionFrame, pairing: Pairing, game: Game) -> dict[str, Any]:
    state = state_of(game)
    sides = hooks.standing_of(frame.actor, game).sides
    rows = [row for row in sheets_for(actor=frame.actor, game=game) if row.keeper != Keeper.ARBITER]
    pictures = photos_for(actor=frame.actor, game=game)
    over = GamePhase(game.phase) in (GamePhase.FINISHED, GamePhase.ANNULLED)
    own = [keeper for keeper in Keeper if keeper.value in {side.value for side in sides}]
    seen = {row.keeper for row in rows} | {picture.keeper for picture in pictures}
    keepers = [keeper for keeper in Keeper if keeper in own or (over and keeper.value in seen)]
    return {
        **frame.context(),
        "slug": frame.event.slug,
        "game": game,
        "forms": forms(state, game, keepers, rows, pictures, request.POST),
        "reads": True,
        "form_closed": over,
        "photo_url": reverse("own-sheet", args=[frame.event.slug, game.pk]),
        "round_name": round_name(pairing.round.number),
        "board_number": pairing.board,
    }


# Draw claims of a player, and the price of a wrong claim, shown before they claim.


def claim_form(regime: Regime) -> dict[str, Any] | None:
    """Return the form, or None if draws occur without a claim (draughts)."""
    if not spec_of(regime.game).draws_claimed:
        return None
    kinds = [(kind.value, claim_name(kind)) for kind in regime.claim_articles]
    consequences = [gettext("If the record confirms it, the game is drawn at once.")]
    price = regime.wrong_claim
    if price is None:
        return {"kinds": kinds, "consequences": consequences, "article": ""}
    times = {
        "loses": duration(price.claimant_loses_at_most_ms).render(gettext),
        "gains": duration(price.opponent_gains_ms).render(gettext),
    }
    if price.claimant_loses_half:
        consequences.append(
            gettext(
                "If not, you lose half of your remaining time, at most %(loses)s, "
                "and your opponent gets %(gains)s extra."
            )
            % times
        )
    else:
        consequences.append(gettext("If not, your opponent gets %(gains)s extra.") % times)
    consequences.append(gettext("If you announce a move, you must then play it."))
    return {"kinds": kinds, "consequences": consequences, "article": regime.article("wrong_claim")}
