import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from django.db import transaction

from games.models.game import Game, TrackingLevel
from games.services.record import begin, decided
from tavleya.actors import Actor
from tavleya.clocks.controls import parse_control
from tavleya.law.library import regime as law_regime
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.results import Result
from tavleya.record.state import State
from tavleya.rules.registry import rules_for, spec_of


@dataclass(frozen=True, slots=True)
class NewBoard:
    """The players and the start position of a game to open."""

    white: str
    black: str
    start_position: str = "start"


@transaction.atomic
def open_games(
    *,
    actor: Actor,
    now: datetime,
    game: str,
    regime: str,
    boards: Sequence[NewBoard],
    rules: Mapping[str, object] | None = None,
    control: str = "",
    tracking: str = TrackingLevel.RESULT,
    broadcast_delay: int = 0,
    results: Sequence[Result | str] = (),
    reason: str = "",
) -> list[Game]:
    """Open the records of new games on the same terms, in the order of `boards`, by a handful of queries.

    `results` of games that are already over, as `record_results` takes them, in the same order; empty if there are
    none.  A caller who passes them also links the games to their boards: listeners are not notified.

    `rules`: options of the game's rules, over those of the regime.  `broadcast_delay`: minutes until the public sees
    the moves of live boards (`games.gate`).

    The caller has checked the actor's permission.
    Raises: BadInput for an unknown game, regime, option, position or time control.
    """
    laws = law_regime(regime)
    # Another game by the same laws has rules with other options.
    options = {**(laws.rules if laws.game == game else {}), **(rules or {})}
    existing = rules_for(game, options)
    starts = {text: existing.position(text).text() for text in {board.start_position for board in boards}}
    spelled = _control_of(game, control)
    opened = []
    for board in boards:
        row = Game(
            game=game,
            rules=options,
            regime=regime,
            control=spelled,
            tracking=tracking,
            broadcast_delay=broadcast_delay if tracking == TrackingLevel.LIVE else 0,
            start_position=starts[board.start_position],
            white_name=board.white,
            black_name=board.black,
            opened_at=now,
            changed_at=now,
        )
        data = {
            "game": game,
            "rules": row.rules,
            "regime": regime,
            "laws": laws.book,
            "control": spelled,
            "start": row.start_position,
            "white": board.white,
            "black": board.black,
            "depth": str(tracking),
        }
        opened.append((row, EntryDraft(EntryKind.OPENED, data=MappingProxyType(data))))

    def then(place: int, state: State) -> Sequence[EntryDraft]:
        return decided(state, results[place], reason) if results and results[place] else ()

    begin(opened, actor=actor, now=now, then=then)
    return [row for row, _ in opened]


def _control_of(game: str, spelling: str) -> str:
    """Return the canonical control; unused time is carried over as in the game, unless the text states it."""
    if not spelling:
        return ""
    control = parse_control(spelling)
    if "carry=" not in spelling:
        control = dataclasses.replace(control, carry=spec_of(game).carry)
    return control.text()
