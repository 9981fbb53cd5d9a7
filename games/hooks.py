"""Hooks of games for the apps above it; games import nothing from them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from tavleya.actors import EVERYTHING, NOBODY, Actor, Standing
from tavleya.hooks import Hook, Question, QuestionByKind
from tavleya.messages import Message

if TYPE_CHECKING:
    from games.models.game import Game
    from tavleya.record.ruling_lines import RulingLine


@dataclass(frozen=True, slots=True)
class Cause:
    """The act by which results change: its kind, and further log data.  Games only pass it on."""

    kind: str
    more: Mapping[str, object] = field(default_factory=dict)


def _standing(actor: Actor, game: Game) -> Standing:
    return EVERYTHING if actor.system else NOBODY


def _as_opened(game: Game, language: str) -> tuple[str, str]:
    return game.white_name, game.black_name


#: The roles of an actor in a game.
standing_of: Question[[Actor, Game], Standing] = Question(_standing)
#: Whether an actor may look at a game at all (unpublished rounds, private events).
visible_to: Question[[Actor, Game], bool] = Question(lambda actor, game: actor.system)
#: Which of some games, by their keys, are public.
public_games: Question[[Collection[int]], set[int]] = Question(lambda keys: set())
#: The wall of boards (of its round) that shows each of some games, by their keys; games without one are missing.
wall_of: Question[[Collection[int]], dict[int, int]] = Question(lambda keys: {})
#: Games, by their keys, with a different copy of their result elsewhere, and the place of the copy.
differing_copies: Question[[Collection[int]], dict[int, str]] = Question(lambda keys: {})
#: The actor of a visitor who opened the private link with this key; None for an invalid link.
holder_of: Question[[str], Actor | None] = Question(lambda key: None)
#: The reason why the players of a game may not agree on a draw yet; None if they may.
agreement_bar: Question[[Game], Message | None] = Question(lambda game: None)
#: The rulings in a game, in order.
rulings_of: Question[[Game], Sequence[RulingLine]] = Question(lambda game: ())
#: The names of a game's players in a language, White first.
names_of: Question[[Game, str], tuple[str, str]] = Question(_as_opened)
#: The present version of a channel (`games.live.events`) other than a game's, by kind and key; None if there is none.
newest_of: QuestionByKind[[str], str | None] = QuestionByKind(None)
#: Whether an actor may listen to a channel other than a game's: `may_listen(kind, actor, key)`.
may_listen: QuestionByKind[[Actor, str], bool] = QuestionByKind(False)
#: Games got, changed or lost their results, inside the transaction that does it; by an act, or by themselves (None).
result_changed: Hook[[Sequence[Game], Actor, datetime, Cause | None]] = Hook()
#: An arbiter was called to a game (True) or a call was answered, inside the transaction that does it.
calls_changed: Hook[[Game, datetime, bool]] = Hook()
