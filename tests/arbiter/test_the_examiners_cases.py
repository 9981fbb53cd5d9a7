"""Each case of the examiner's table through the pages: previewed, applied as previewed, compared, and undone."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from arbiter.models import Ruling
from arbiter.selectors.regimes import kinds_at, regime_of
from arbiter.services.adjournment import adjourn, call_to_seal, seal_move
from arbiter.services.duty import set_regulations
from arbiter.services.ruling import preview
from arbiter.views.proposal import shown_ruling
from games.models.game import Game
from games.models.record import milliseconds as milliseconds_of
from games.services import moves
from games.states import state_of
from tavleya.clocks.timekeeping import clock_text
from tavleya.errors import DomainError
from tavleya.law.library import regime
from tavleya.law.remedies import ClockChange, Remedy, ReplayGame, RulingOutcome
from tavleya.record import commands
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.fold import fold, snapshot
from tavleya.record.state import State
from tavleya.sides import Side
from tests.pages.forms import form_values, forms_of
from tests.pages.html import Page, page_of
from tests.pages.live.conftest import started_world
from tests.pages.live.table import Table
from tests.tavleya.law.examining import PACE, Difference, ExamCase, Outcome, differences, milliseconds, moves_of, params
from tests.tavleya.record.build import START
from tests.world import NOW, SYSTEM, World, later
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.services.rounds import publish_round, start_round

pytestmark = [pytest.mark.django_db, pytest.mark.long]
TRACKING = {"live": "live", "sheets": "sheets", "paper": "result"}
_DAY = 24 * 60 * 60 * 1000


@pytest.mark.parametrize("case", params())
def test_the_pages_rule_as_the_text_says_and_give_back_what_was(
    case: ExamCase, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    desk = Desk(case, monkeypatch)
    outcome = desk.outcome()
    problems = differences(case, outcome) + _after(case, desk.world.board)
    record_property("ruled", 1)
    if desk.applied is not None:
        record_property("applied", 1)
        changed = desk.undo()
        if not changed:
            record_property("undone", 1)
        problems += changed
    for key, expected, actual in problems:
        record_property("difference", f"{key}, {expected!r}, {actual!r}")
    assert not problems


class Refusal(Exception):
    """A page that refused an act; `code` is the reason, whose sentence the page shows."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Desk:
    """The arbiter at board 1, in a world of the case.  `at` is the time in ms after the start."""

    def __init__(self, case: ExamCase, monkeypatch: pytest.MonkeyPatch) -> None:
        self.case = case
        self.world = _world(case)
        self.table = Table(self.world, monkeypatch)
        self.client: Client = self.table.client("artur")
        self.at = 0
        self.cards: list[str] = []
        self.applied: Ruling | None = None
        self.before: State | None = None

    @property
    def now(self) -> datetime:
        return later(seconds=self.at / 1000)

    def outcome(self) -> Outcome:
        """Do what happened, rule, and return the stored state and ruling."""
        refusal: Any = None
        try:
            for act in self.case.get("happened", ()):
                self._do(act)
            if self.case.get("ruling"):
                self.before = state_of(self.world.board)
                self.applied = self.rule(self.case.said["ruling"], self.case.get("facts", {}))
        except (DomainError, Refusal) as problem:
            if "refused" not in self.case.said:
                raise
            refusal = problem
        game = self.world.board
        if self.applied is not None:
            game = Game.objects.get(pk=self.applied.game_id)
        remedy = remedy_of(self.applied) if self.applied else None
        at = milliseconds_of(self.now) - START
        return Outcome(regime_of(game), stored_state(game), remedy, refusal, at)

    # Rulings

    def rule(self, kind: str, facts: Mapping[str, Any]) -> Ruling:
        """Fill in the form, and apply the ruling as its preview returns it.  Raises: Refusal, with nothing stored."""
        self._tick()
        game = self.world.board
        url = reverse("board-ruling", args=[self.world.slug, game.pk])
        opened = self.client.get(url, {"kind": kind})
        if opened.status_code == 404:
            raise Refusal(self._not_offered(game, kind, facts))
        entered = {**form_values(opened, url), **typed(opened, facts), "do": "preview"}
        preview_page = self.client.post(url, entered)
        self._check_refusal(preview_page, game)
        response = self.client.post(url, {**form_values(preview_page, url), "do": "apply"})
        self._check_refusal(response, game)
        assert response.status_code == 302, page_of(response).words
        ruling = Ruling.objects.get(game=game, number=game.rulings.count())
        seen, stored = preview_page.context["remedy"], shown_ruling(ruling, notes=False, undone_by=0)
        assert (seen.sentences, seen.clocks, seen.result) == (stored.sentences, stored.clocks, stored.result)
        return ruling

    def _not_offered(self, game: Game, kind: str, facts: Mapping[str, Any]) -> str:
        """Return the code with which the service refuses a kind that has no page."""
        assert kind not in {existing.key for existing in kinds_at(game)}
        with pytest.raises(DomainError) as excinfo:
            preview(actor=self.world.artur, now=self.now, game=game, kind=kind, facts=facts)
        return excinfo.value.code

    def _check_refusal(self, response: HttpResponse, game: Game) -> None:
        refusal = (response.context or {}).get("refused")
        if refusal is None:
            return
        assert " ".join(str(refusal.sentence).split()) in page_of(response).words
        row = Game.objects.get(pk=game.pk)
        assert (row.seq, row.digest, row.rulings.count()) == (game.seq, game.digest, game.rulings.count())
        raise Refusal(refusal.code)

    def undo(self) -> list[Difference]:
        """Undo the ruling through its page; return what is not as it was before."""
        assert self.applied is not None and self.before is not None
        ruled_at = self.now
        self._tick()
        arguments = [self.world.slug, self.applied.game_id, self.applied.number]
        url = reverse("board-ruling-undo", args=arguments)
        values = form_values(self.client.get(url), url)
        response = self.client.post(url, {**values, "note": "It was another board."})
        assert response.status_code == 302, page_of(response).words
        before = facts_of(self.before, ruled_at)
        after = facts_of(stored_state(self.world.board), ruled_at)
        return [(f"undone {name}", before[name], after[name]) for name in before if before[name] != after[name]]

    # Acts at the board

    def _tick(self) -> None:
        self.at += PACE
        self.table.at = self.at / 1000

    def _board(self, **options: Any) -> dict[str, Any]:
        self._tick()
        return {"actor": SYSTEM, "now": self.now, "game_id": self.world.board.pk, **options}

    def _do(self, act: str | Mapping[str, Any]) -> None:
        if not isinstance(act, str):
            self.rule(act["ruling"], {name: value for name, value in act.items() if name != "ruling"})
            return
        verb, _, rest = act.partition(" ")
        words = rest.split()
        if self.world.tracking != "live" and verb in ("play", "repeat"):
            self._type_in(moves_of(act))
            return
        match verb:
            case "wait":
                self.at += milliseconds(rest)
            case "play" | "repeat" | "illegal" | "unpressed" | "illegal_unpressed":
                kind = {"irregular": verb.startswith("illegal"), "press": not verb.endswith("unpressed")}
                for move in moves_of(act):
                    moves.play_move(**self._board(text=move, **kind))
            case "press":
                moves.press_clock(**self._board())
            case "stop":
                moves.stop_clocks(**self._board(actor=self.world.artur, reason="arbiter"))
            case "offer":
                moves.offer_draw(**self._board(actor=self._player(rest)))
            case "accept" | "decline":
                moves.answer_draw(**self._board(actor=self._player(rest), accept=verb == "accept"))
            case "resign":
                moves.resign(**self._board(actor=self._player(rest)))
            case "call":
                moves.call_arbiter(**self._board(actor=self._player(words[0]), reason=words[1]))
            case "seal":
                self._seal(rest)
            case "set_up":
                self.at = _DAY - PACE
                self._adjourned("set_up")
            case "open":
                self._adjourned("open", *self.cards, **{f"present_{side}": "1" for side in words})
                if self.client.get(self._adjournment).context["stage"] == "bad":
                    self.at -= PACE
                    self._decided("rule")
            case "late":
                self._decided("late", **{f"late_{side}": "1" for side in words})
            case _:
                raise AssertionError(f"no such act: {act}")

    def _type_in(self, new: list[str]) -> None:
        """Enter the moves of a board that was not followed, on the page of its score sheets."""
        self.at += PACE * (len(new) - 1)
        self._tick()
        game = self.world.board
        url = reverse("board-sheets", args=[self.world.slug, game.pk])
        text = " ".join([*(ply.text for ply in state_of(game).line.plies), *new])
        entered = {"seq": game.seq, "moves": text, "reason": "From the score sheets."}
        self._check_refusal(self.client.post(url, {**entered, "do": "preview"}), game)
        response = self.client.post(url, {**entered, "do": "enter"})
        self._check_refusal(response, game)
        assert response.status_code == 302, page_of(response).words

    def _player(self, side: str) -> Any:
        return self.world.alice if side == Side.WHITE else self.world.bob

    def _seal(self, move: str) -> None:
        board = self._board(actor=self.world.artur)
        call_to_seal(**board)
        player = self._player(state_of(self.world.board).turn)
        self.cards = list(seal_move(**{**board, "actor": player}, move=move).cards.values())
        adjourn(**board, due=NOW + timedelta(milliseconds=_DAY), place="Hall 2")

    def _decided(self, do: str, **fields: str) -> None:
        """Rule on the resumption."""
        self.before = state_of(self.world.board)
        self._adjourned(do, **fields)
        self.applied = self.world.board.rulings.latest("number")

    @property
    def _adjournment(self) -> str:
        return reverse("board-adjournment", args=[self.world.slug, self.world.board.pk])

    def _adjourned(self, do: str, *cards: str, **fields: str) -> None:
        """Take a step of the resumption on its page."""
        self._tick()
        game = self.world.board
        written = {f"card_{number}": card for number, card in enumerate(cards[:2], start=1)}
        response = self.client.post(self._adjournment, {"seq": game.seq, "do": do, **written, **fields})
        self._check_refusal(response, game)
        assert response.status_code == 302, page_of(response).words


def _world(case: ExamCase) -> World:
    """The event with its regulations; another start position is the board's, as for a drawn opening."""
    key = case.said["regime"]
    options = {
        "game": case.get("game", regime(key).game),
        "regime": key,
        "control": case.get("control", "90+30"),
        "tracking": TRACKING[case.get("depth", "live")],
    }
    starts = options["tracking"] == "live" and not case.get("not_started")
    usual = not {"start", "own"} & set(case.said)
    world = started_world(**options) if usual and starts else World(**options, published=usual)
    Section.objects.filter(pk=world.section.pk).update(rounds_planned=3)  # a penalty may be rounds to come
    if usual:
        return world
    common = {"actor": world.olga, "now": NOW}
    Pairing.objects.filter(round=world.rounds[0]).update(start_position=case.get("start", ""))
    set_regulations(**common, section_id=world.section.pk, regulations=case.get("own", {}))
    publish_round(**common, round_id=world.rounds[0].pk)
    start_round(**common, round_id=world.rounds[0].pk)
    if starts:
        world.started()
    return world


# The arbiter's input


def typed(opened: HttpResponse, facts: Mapping[str, Any]) -> dict[str, str]:
    """Return the facts as an arbiter enters them: only answers that the form offers, in fields that it has."""
    page, entered = Page(), dict[str, str]()
    page.feed(forms_of(opened))
    for name, value in facts.items():
        for field, text in field_texts(page, name, value).items():
            inputs = page.find(name=field)
            assert inputs, f"the form has no field for {field}"
            offered = {box["value"] for box in inputs if box.get("type") == "radio"}
            assert not offered or text in offered, f"{field}: {text} is none of {sorted(offered)}"
            entered[field] = text
    return entered


def field_texts(page: Page, name: str, value: Any) -> dict[str, str]:
    if isinstance(value, Mapping):
        parts = {f"{name}_{part}": item for part, item in value.items()}
        return {field: text for part, item in parts.items() for field, text in field_texts(page, part, item).items()}
    if isinstance(value, bool):
        return {name: "yes" if value else "no"}
    if isinstance(value, int):
        counted = any(box.get("inputmode") == "numeric" for box in page.find(name=name))
        return {name: str(value) if counted else "-" * (value < 0) + clock_text(abs(value))}
    if isinstance(value, list):
        return {name: " ".join(map(_square, value)) or "–"}
    return {f"{name}_other" if name == "article" else name: value}


def _square(item: str | list[Any]) -> str:
    square, announced = (item, False) if isinstance(item, str) else item
    return f"({square})" if announced else square


# The stored state and ruling


def stored_state(game: Game) -> State:
    """The snapshot, which is what the entries fold to; the board of the round has its result."""
    state = fold(row.entry() for row in game.entries.order_by("seq"))
    assert game.snapshot == snapshot(state)
    assert [*Pairing.objects.filter(game=game).values_list("result", flat=True)] in ([game.result], [])
    return state_of(game)


def remedy_of(row: Ruling) -> Remedy:
    """The stored ruling, with the entries and the new game that it has made."""
    entries = [entry.entry() for entry in row.game.entries.filter(seq__range=(row.first_seq, row.last_seq))]
    annulled = Game.objects.filter(replaces=row.game_id).exists()
    clock = None
    if row.clock_before and row.clock_after:
        clock = ClockChange(_sides(row.clock_before), _sides(row.clock_after))
    return Remedy(
        kind=row.kind,
        article=row.article,
        penalty_article=row.penalty_article,
        offender=Side(row.offender) if row.offender else None,
        drafts=tuple(EntryDraft(EntryKind(entry.kind), entry.side, data=entry.data) for entry in entries),
        grounds=tuple(row.sentences),
        clock=clock,
        outcome=RulingOutcome(row.outcome),
        effects=(ReplayGame(),) if annulled else (),
    )


def _sides(readings: Mapping[str, int]) -> dict[Side, int]:
    return {side: readings[side.value] for side in Side}


def facts_of(state: State, at: datetime) -> dict[str, object]:
    """Return everything that a ruling may change, with the clocks at the instant of the ruling."""
    readings = state.clock.readings(max(milliseconds_of(at), state.at)) if state.clock else None
    return {
        "position": state.position.text(),
        "turn": state.turn,
        "result": (state.result, state.termination),
        "counts": [dict(row) for row in (state.illegal, state.penalties, state.claims)],
        "duty": (state.bound, state.must_play, state.offer),
        "calls": [call.reason for call in state.calls],
        "clocks": (readings.white.ms, readings.black.ms) if readings else None,
    }


def _after(case: ExamCase, game: Game) -> list[Difference]:
    """Return the moves that the stored state refuses or allows although the record says otherwise."""
    state, problems = state_of(game), list[Difference]()
    for name, allowed in (("then_refused", False), ("then_allowed", True)):
        for move in case.get(name, ()):
            try:
                commands.move(state, None, move)
                accepted = True
            except DomainError:
                accepted = False
            if accepted is not allowed:
                problems.append((name, move, "allowed" if accepted else "refused"))
    return problems
