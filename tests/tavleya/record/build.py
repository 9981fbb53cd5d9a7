"""Building a record by acts, as the services do, without a database."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from tavleya.record.entries import Entry, EntryDraft, EntryKind, GamePhase, digest_of, genesis, outcome_of
from tavleya.record.fold import apply, fold
from tavleya.record.state import State

KEY = "11111111-1111-1111-1111-111111111111"
START = 1_700_000_000_000


def assert_outcome(state: State, entries: list[Entry]) -> None:
    """Assert that `outcome_of`, the short way to the result, agrees with the fold."""
    outcome = outcome_of(entries)
    assert (state.result or "", state.termination) == (outcome.result, outcome.termination)
    assert (state.phase is GamePhase.ANNULLED) is outcome.annulled
    assert (state.phase is GamePhase.FINISHED) is bool(outcome.result)


@dataclass
class Board:
    """A record in the making: `do` an act at an instant (ms after the start), look at the `state`."""

    game: str = "tavreli"
    control: str = ""
    start: str = "start"
    laws: str = ""
    rules: Mapping[str, object] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)

    def __post_init__(self) -> None:
        laws = {"game": self.game, "rules": dict(self.rules), "regime": "", "laws": self.laws}
        data = {**laws, "control": self.control, "start": self.start}
        self._append(EntryDraft(EntryKind.OPENED, data=data), START)

    @property
    def state(self) -> State:
        return fold(self.entries)

    def do(self, act: Callable[..., tuple[EntryDraft, ...]], *args: object, at: int = 0, **options: object) -> State:
        for draft in act(self.state, *args, **options):
            self._append(draft, START + at)
        state = self.state
        assert_outcome(state, self.entries)
        return state

    def _append(self, draft: EntryDraft, at: int) -> None:
        previous_digest = self.entries[-1].digest if self.entries else genesis(KEY)
        entry = Entry(
            len(self.entries) + 1, draft.kind, at, "user:1", draft.side, draft.ply, draft.move, data=draft.data
        )
        if self.entries:
            after = apply(fold(self.entries), entry)
            if after.clock is not None:
                readings = after.clock.readings(at)
                entry = replace(entry, white_ms=readings.white.ms, black_ms=readings.black.ms)
        self.entries.append(replace(entry, digest=digest_of(entry, previous_digest)))
