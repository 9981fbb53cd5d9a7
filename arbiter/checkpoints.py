"""The arbiters' checklists by phase, with manual and computed points. They block nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from arbiter.messages import say
from tavleya.errors import NotFound
from tavleya.messages import N_


class CheckpointPhase(StrEnum):
    BEFORE = "before"  # a round
    START = "start"
    DURING = "during"
    SESSION_END = "session_end"
    ROUND_END = "round_end"
    EVENT_END = "event_end"


PHASES: Mapping[CheckpointPhase, str] = MappingProxyType(
    {
        CheckpointPhase.BEFORE: N_("Before the round"),
        CheckpointPhase.START: N_("At the start"),
        CheckpointPhase.DURING: N_("During play"),
        CheckpointPhase.SESSION_END: N_("At the end of the session"),
        CheckpointPhase.ROUND_END: N_("At the end of the round"),
        CheckpointPhase.EVENT_END: N_("At the end of the event"),
    }
)


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a checklist. `computed`: the data decide whether it is done; otherwise an arbiter ticks it."""

    key: str
    phase: CheckpointPhase
    words: str
    computed: bool = False

    @property
    def of_round(self) -> bool:
        return self.phase is not CheckpointPhase.EVENT_END


POINTS: tuple[Point, ...] = (
    Point("published", CheckpointPhase.BEFORE, N_("The pairings are published"), computed=True),
    Point("start_known", CheckpointPhase.BEFORE, N_("The start of the round has been announced"), computed=True),
    Point("on_duty", CheckpointPhase.BEFORE, N_("An arbiter is on duty"), computed=True),
    Point(
        "controls",
        CheckpointPhase.BEFORE,
        N_("The clocks of all boards have the section's control"),
        computed=True,
    ),
    Point("clocks_set", CheckpointPhase.BEFORE, N_("The clocks on the tables are set and checked")),
    Point(
        "boards_set",
        CheckpointPhase.BEFORE,
        N_("Boards, pieces, score sheets and name cards are on the tables"),
    ),
    Point("hall", CheckpointPhase.BEFORE, N_("Lighting, noise, access and phones have been checked")),
    Point("begun", CheckpointPhase.START, N_("The round has been started, with every live board"), computed=True),
    Point("default_time", CheckpointPhase.START, N_("No player is past the default time"), computed=True),
    Point("announced", CheckpointPhase.START, N_("The announcements have been made")),
    Point("calls", CheckpointPhase.DURING, N_("Every call has been answered"), computed=True),
    Point("flags", CheckpointPhase.DURING, N_("No flag fall or illegal move is waiting"), computed=True),
    Point("claims", CheckpointPhase.DURING, N_("Every claim has been decided"), computed=True),
    Point("sheets_kept", CheckpointPhase.DURING, N_("The players are recording their moves")),
    Point("stopped", CheckpointPhase.SESSION_END, N_("No clock is running"), computed=True),
    Point(
        "sealed",
        CheckpointPhase.SESSION_END,
        N_("Every adjourned game has an envelope, its keeper, a time and a place"),
        computed=True,
    ),
    Point("cleared", CheckpointPhase.SESSION_END, N_("The clock times of stopped games have been recorded")),
    Point("results", CheckpointPhase.ROUND_END, N_("Every board has a result"), computed=True),
    Point("sheets_agree", CheckpointPhase.ROUND_END, N_("The score sheets agree on the result"), computed=True),
    Point("sheets_signed", CheckpointPhase.ROUND_END, N_("Both score sheets are signed and handed in")),
    Point(
        "round_appeals",
        CheckpointPhase.ROUND_END,
        N_("No appeal against a ruling of the round is open"),
        computed=True,
    ),
    Point("closed", CheckpointPhase.ROUND_END, N_("The round is closed"), computed=True),
    Point("all_closed", CheckpointPhase.EVENT_END, N_("Every round is closed"), computed=True),
    Point("appeals", CheckpointPhase.EVENT_END, N_("Every appeal is decided"), computed=True),
    Point("final", CheckpointPhase.EVENT_END, N_("Every table is declared final"), computed=True),
    Point("off_duty", CheckpointPhase.EVENT_END, N_("No arbiter is left on duty"), computed=True),
    Point("report", CheckpointPhase.EVENT_END, N_("The arbiters' report is printed and signed")),
    Point("rating", CheckpointPhase.EVENT_END, N_("The rating report is sent")),
)
_BY_KEY = {point.key: point for point in POINTS}


def point(key: str) -> Point:
    """Return a manual point. Raises: NotFound ("no_such_point"), also for a computed one."""
    result = _BY_KEY.get(key)
    if result is None or result.computed:
        raise NotFound(say("no_such_point"))
    return result
