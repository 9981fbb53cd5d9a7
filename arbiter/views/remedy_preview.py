"""The effects of a ruling in words: grounds, clocks and changes in the standings."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from arbiter.selectors.standings_effect import StandingChange
from arbiter.views.ruling_labels import ArticleView, shown_article
from arbiter.views.rulings import TimeChange, time_changes
from clocks.labels import side_name, signed_time
from games.models.game import Game
from games.views.ledger import result_shown
from tavleya.law.library import each
from tavleya.law.remedies import ChangePoints, Effect, Exclude, ImposeFine, Remedy, ReplayGame, SitOut
from tavleya.record.entries import EntryKind
from tavleya.record.state import State
from tavleya.rules.pictures import board_svg
from tavleya.tiebreaks.table import points_text, signed_points
from tournaments.views.frame import language


@dataclass(frozen=True, slots=True)
class StandingsEffectLine:
    """One line of the table that a ruling moves."""

    name: str
    points: tuple[str, str]
    rank: tuple[str, str]


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
    standings: list[StandingsEffectLine]
    places: list[StandingsEffectLine]
    at_the_board: str
    boards: tuple[SafeString, ...] = ()


class _EntryLike(Protocol):
    """An entry of a record, or the draft of one."""

    @property
    def kind(self) -> str: ...
    @property
    def data(self) -> Mapping[str, Any]: ...


def at_the_board(entries: Iterable[_EntryLike]) -> str:
    """Return the changes of a physical clock by these entries, `Black +1:00`; "" for none."""
    at_the_boards = [
        entry.data.get("at_the_board") or {} for entry in entries if entry.kind == EntryKind.ADJUSTMENT
    ]
    return ", ".join(
        f"{side_name(side)} {signed_time(ms)}"
        for entry in at_the_boards
        for side, ms in entry.get("add", {}).items()
        if ms
    )


def boards_of(game: Game, before: State, after: State) -> tuple[SafeString, ...]:
    """Return pictures of the position before and after, none if it does not change."""
    if before.position.text() == after.position.text():
        return ()
    return tuple(
        mark_safe(  # noqa: S308  the picture escapes its texts itself
            board_svg(
                state.position.figures(),
                game=game.game,
                title=title,
                defs=False,
                id_prefix=prefix,
                translate=gettext,
            )
        )
        for state, title, prefix in (
            (before, gettext("Position now"), "now-"),
            (after, gettext("Position after the ruling"), "after-"),
        )
    )


def shown_remedy(
    remedy: Remedy, standings: tuple[StandingChange, ...] = (), boards: tuple[SafeString, ...] = ()
) -> RemedyView:
    clock = remedy.clock
    before, after = (
        ({s.value: ms for s, ms in part.items()} for part in (clock.before, clock.after))
        if clock
        else ({}, {})
    )
    articles = each(remedy.article, remedy.penalty_article)
    return RemedyView(
        sentences=tuple(message.render(gettext) for message in remedy.grounds),
        articles=tuple(map(shown_article, articles)),
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
            return gettext(
                "%(side)s: %(points)s points for this game, in the standings and in later pairings."
            ) % {
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


def _line(change: StandingChange) -> StandingsEffectLine:
    return StandingsEffectLine(
        change.registration.player.name_in(language()),
        (points_text(change.points_before), points_text(change.points_after)),
        (str(change.rank_before or "–"), str(change.rank_after or "–")),
    )
