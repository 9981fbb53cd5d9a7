"""The ruling on an illegal move as proposed by the console, and as changed by the arbiter."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Protocol

from django.http import QueryDict
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from arbiter.models import Fine, Ruling
from arbiter.selectors.regimes import is_followed
from arbiter.selectors.rulings import StandingChange
from arbiter.services.ruling import preview_illegal_move
from arbiter.views.ruling_labels import ArticleView, kind_name, outcome_name, shown_article
from clocks.labels import side_name, signed_time
from clocks.readings import parse_reading
from games.models.game import Game
from games.states import state_of
from games.views.ledger import by_article, result_shown
from tavleya.actors import Actor
from tavleya.clocks.timekeeping import clock_text
from tavleya.errors import DomainError
from tavleya.law.draughts_violations import KIND as VIOLATION
from tavleya.law.facts import Facts
from tavleya.law.illegal_acts import MOVE_KIND
from tavleya.law.illegal_moves import REASON, first_irregular
from tavleya.law.library import each
from tavleya.law.remedies import ChangePoints, Effect, Exclude, ImposeFine, Remedy, ReplayGame, SitOut
from tavleya.law.sheet_check import ply_of
from tavleya.law.terms import Regime
from tavleya.record.entries import EntryKind
from tavleya.record.state import State
from tavleya.rules.contract import LineOfPlay
from tavleya.rules.pictures import board_svg
from tavleya.rules.registry import spec_of
from tavleya.sides import Side
from tavleya.tiebreaks.table import points_text, signed_points
from tournaments.models.pairing import Pairing
from tournaments.views.frame import language

# Rulings for display: at a board, in the event's list, in the arbiters' report.


@dataclass(frozen=True, slots=True)
class TimeChange:
    side: str
    name: str
    before: int
    after: int

    @property
    def after_text(self) -> str:
        """The reading for a form input."""
        return clock_text(self.after)

    @property
    def changed(self) -> bool:
        return self.before != self.after


def time_changes(before: Mapping[str, int] | None, after: Mapping[str, int] | None) -> list[TimeChange]:
    if not before or not after:
        return []
    return [TimeChange(side.value, side_name(side), before[side], after[side]) for side in Side]


@dataclass(frozen=True, slots=True)
class RulingView:
    """A ruling in words. `article` and `penalty_article` are the stored ones, the second only if it differs.

    `articles` lists them one by one. `note` is the arbiter's note, left out for viewers without a part in the game.
    `arbiter`: the user who ruled, or the article by which the laws decided from the record. `undone_by`: the number of
    the ruling that supersedes it, 0 if none. `ply`: the half-move of the record that it names, 0 for none. `photos`:
    numbers of the photographs that prove it, on the arbiter's sheet. `undoes`: it only undoes another ruling.
    `instead`: the present result of the game if it is no longer that of the ruling, although the ruling is in force.
    """

    number: int
    first_seq: int
    kind: str
    outcome: str
    article: str
    penalty_article: str
    articles: tuple[str, ...]
    sentences: tuple[str, ...]
    clocks: list[TimeChange]
    result: str
    note: str
    at: datetime
    arbiter: str
    undone_by: int = 0
    can_be_undone: bool = False
    fine: Fine | None = None
    ply: int = 0
    photos: tuple[int, ...] = ()
    undoes: bool = False
    instead: str = ""

    @property
    def title(self) -> str:
        """Kind and outcome: `Illegal move: upheld`; for a reversal only the kind."""
        return self.kind if self.undoes else f"{self.kind}: {self.outcome}"


def rulings_of(game: Game, *, notes: bool) -> list[RulingView]:
    """Return the rulings at this board, the newest first, up to the last entry of the game's row (`games.gate`)."""
    rows = game.rulings.filter(first_seq__lte=game.seq).select_related("arbiter", "fine").order_by("-number")
    line = state_of(game).line
    return [replace(view, ply=_ply(line, row.facts)) for view, row in _paired(rows, notes=notes)]


def _paired(rows: Iterable[Ruling], *, notes: bool) -> list[tuple[RulingView, Ruling]]:
    rulings = list(rows)
    superseded_by = {row.supersedes_id: row.number for row in rulings if row.supersedes_id}
    return [
        (shown_ruling(row, notes=notes, undone_by=superseded_by.get(row.pk, 0), result=row.game.result), row)
        for row in rulings
    ]


def _ply(line: LineOfPlay, facts: Mapping[str, object]) -> int:
    place = Facts(facts).at_move()
    ply = ply_of(line, *place) if place else 0
    return ply if 0 < ply <= len(line.plies) else 0


def shown_ruling(row: Ruling, *, notes: bool, undone_by: int, result: str = "") -> RulingView:
    """Return the ruling for display; `result` is the present one of its game."""
    has_effect = row.outcome not in (Ruling.Outcome.ADVICE, Ruling.Outcome.REVERSED)
    overruled = has_effect and not undone_by and bool(result) and row.result not in ("", result)
    return RulingView(
        number=row.number,
        first_seq=row.first_seq,
        kind=kind_name(row.kind),
        outcome=outcome_name(row.outcome),
        article=row.article,
        penalty_article="" if row.penalty_article == row.article else row.penalty_article,
        articles=each(row.article, row.penalty_article),
        sentences=tuple(message.render(gettext) for message in row.sentences),
        clocks=time_changes(row.clock_before, row.clock_after),
        result=result_shown(row.result) if row.result else "",
        note=row.note if notes else "",
        at=row.at,
        arbiter=row.arbiter.shown_name if row.arbiter else by_article(row.penalty_article or row.article),
        undone_by=undone_by,
        can_be_undone=has_effect and not undone_by,
        fine=getattr(row, "fine", None),
        photos=tuple(row.facts.get("photos", ())) if notes else (),
        undoes=row.outcome == Ruling.Outcome.REVERSED,
        instead=result_shown(result) if overruled else "",
    )


def ruling_in_force(pairing: Pairing) -> str | None:
    """Return a note that the result to be corrected is that of a ruling (registered with `tournaments.hooks`)."""
    rulings = Ruling.objects.filter(game=pairing.game_id, superseded_by=None).exclude(result="")
    ineffective = (Ruling.Outcome.ADVICE, Ruling.Outcome.REVERSED)
    row = rulings.exclude(outcome__in=ineffective).order_by("number").last()
    if row is None:
        return None
    text = gettext(
        "Ruling %(number)s (%(kind)s) gave this result and stays in force: if it was wrong, undo it instead."
    )
    return text % {"number": row.number, "kind": kind_name(row.kind)}


# The effects of a ruling in words: grounds, clocks and changes in the standings.


class _EntryLike(Protocol):
    """An entry of a record, or the draft of one."""

    @property
    def kind(self) -> str: ...
    @property
    def data(self) -> Mapping[str, Any]: ...


def at_the_board(entries: Iterable[_EntryLike]) -> str:
    """Return the changes of a physical clock by these entries together, `Black +1:00`; "" for none."""
    changes: dict[str, int] = {}
    for entry in entries:
        if entry.kind == EntryKind.ADJUSTMENT:
            for side, ms in (entry.data.get("at_the_board") or {}).get("add", {}).items():
                changes[side] = changes.get(side, 0) + ms
    return ", ".join(f"{side_name(side)} {signed_time(ms)}" for side, ms in changes.items() if ms)


@dataclass(frozen=True, slots=True)
class RemedyView:
    """The effects of a ruling in words.

    `standings`: the lines whose points change; `places`: those that only move up or down. `at_the_board`: the setting
    of a physical clock, "" for none. `boards`: the position now and after the ruling, if it changes.
    """

    sentences: tuple[str, ...]
    articles: tuple[ArticleView, ...]
    clocks: list[TimeChange]
    result: str
    effects: tuple[str, ...]
    standings: list[dict[str, Any]]
    places: list[dict[str, Any]]
    at_the_board: str
    boards: tuple[SafeString, ...] = ()


def boards_of(game: Game, before: State, after: State) -> tuple[SafeString, ...]:
    """Return pictures of the position before and after, none if it does not change."""
    if before.position.text() == after.position.text():
        return ()
    return tuple(
        mark_safe(  # noqa: S308  the picture escapes its texts itself
            board_svg(
                state.position.figures(), game=game.game, title=title, defs=False, id_prefix=prefix, translate=gettext
            )
        )
        for state, title, prefix in (
            (before, gettext("Position now"), "now-"),
            (after, gettext("Position after the ruling"), "after-"),
        )
    )


def shown_remedy(
    remedy: Remedy, game: Game, standings: tuple[StandingChange, ...] = (), boards: tuple[SafeString, ...] = ()
) -> RemedyView:
    clock = remedy.clock
    before, after = (
        ({side.value: ms for side, ms in times.items()} for times in (clock.before, clock.after)) if clock else ({}, {})
    )
    return RemedyView(
        sentences=tuple(message.render(gettext) for message in remedy.grounds),
        articles=tuple(shown_article(address, game) for address in each(remedy.article, remedy.penalty_article)),
        clocks=time_changes(before, after),
        result=result_shown(remedy.result) if remedy.result else "",
        effects=tuple(_effect(effect) for effect in remedy.effects),
        standings=[_line(change) for change in standings if change.points_before != change.points_after],
        places=[_line(change) for change in standings if change.points_before == change.points_after],
        at_the_board=at_the_board(remedy.drafts),
        boards=boards,
    )


def _effect(effect: Effect) -> str:
    match effect:
        case ReplayGame():
            return gettext("This game is annulled and a new one is played at the board.")
        case Exclude():
            return gettext("%(side)s is excluded from the event; the remaining games are forfeited.") % {
                "side": side_name(effect.side)
            }
        case ChangePoints():
            return gettext("%(side)s: %(points)s points for this game, in the standings and in later pairings.") % {
                "side": side_name(effect.side),
                "points": signed_points(effect.half_points),
            }
        case SitOut():
            return gettext("%(side)s misses the next rounds: %(rounds)s.") % {
                "side": side_name(effect.side),
                "rounds": effect.rounds,
            }
        case ImposeFine():
            return gettext("%(side)s owes a fine: %(amount)s %(currency)s.") % {
                "side": side_name(effect.side),
                "amount": effect.amount,
                "currency": effect.currency,
            }


def _line(change: StandingChange) -> dict[str, Any]:
    return {
        "name": change.registration.player.name_in(language()),
        "points": (points_text(change.points_before), points_text(change.points_after)),
        "rank": (str(change.rank_before or "–"), str(change.rank_after or "–")),
    }


def proposal(actor: Actor, now: datetime, game: Game, laws: Regime) -> dict[str, Any] | None:
    """Return the effects of a ruling now; None without a call or illegal move, or for a record without moves.

    `why_not`: the reason there is nothing to rule on.  `opens`: the kind of ruling and its name, if it asks a question
    first (draughts: the opponent decides).
    """
    if not is_followed(game):
        return None
    state = state_of(game)
    if state.over or not (any(call.reason == REASON for call in state.calls) or first_irregular(state, laws)):
        return None
    if laws.game not in MOVE_KIND.games:
        return {"opens": (VIOLATION.key, VIOLATION.name.render(gettext))}
    try:
        remedy = preview_illegal_move(actor=actor, now=now, game=game)
    except DomainError as problem:
        return {"why_not": problem.message.render(gettext)}
    ply = first_irregular(state, laws)
    assert ply is not None
    assert remedy.offender is not None
    return {
        "offender": side_name(remedy.offender),
        "move": ply.text,
        "sentences": tuple(message.render(gettext) for message in remedy.grounds),
        "articles": each(remedy.article, remedy.penalty_article),
        "clocks": tuple(_clocks(remedy)),
        "result": result_shown(remedy.result) if remedy.result else "",
        "before": _picture(game, state, ply.number - 1, ply.text),
    }


def _clocks(remedy: Remedy) -> list[TimeChange]:
    if remedy.clock is None:
        return []
    before = {side.value: ms for side, ms in remedy.clock.before.items()}
    return time_changes(before, {side.value: ms for side, ms in remedy.clock.after.items()})


def _picture(game: Game, state: State, ply: int, move: str) -> SafeString:
    name, squares = game.game, spec_of(game.game).grid.find(move)
    svg = board_svg(
        state.line.positions[ply].figures(),
        game=name,
        title=gettext("The position before the illegal move"),
        arrows=[(squares[0], squares[-1])] if len(squares) > 1 else (),
        defs=False,
        id_prefix="before-",
        translate=gettext,
    )
    return mark_safe(svg)  # noqa: S308  the picture escapes its texts itself


def chosen_clocks(form_data: QueryDict) -> dict[Side, int] | None:
    """Return the readings that the arbiter entered instead of the proposed ones; None if both are unchanged.

    An unchanged text means the proposed reading to the millisecond.
    Raises: BadInput.
    """
    chosen, proposed = {}, {}
    for side in Side:
        typed, was = form_data.get(f"clock_{side}", "").strip(), form_data.get(f"proposed_{side}", "")
        if not typed or not was.isdecimal():
            return None
        proposed[side] = int(was)
        chosen[side] = proposed[side] if typed == clock_text(proposed[side]) else parse_reading(typed)
    return None if chosen == proposed else chosen
