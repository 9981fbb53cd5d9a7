"""The registry of acts and events of a tournament: one record for each kind, with all that depends on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from datetime import datetime

from tournaments.models.activity import Log


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """Notifications outside the desk; kinds may share one.

    `choice`: the kind of message that people subscribe to.  `webhook`: the kind that programs subscribe to.  Both are
    stored and never renamed.  `bodies`: the content for programs, by the keys of lines; a line without content is not
    sent.  `waits`: the keys of lines that are not public at an instant, and stay due.  `together`: lines that are due
    at once are one story.
    """

    choice: str = ""
    webhook: str = ""
    bodies: Callable[[Sequence[Log]], Mapping[int, Mapping[str, object]]] | None = None
    waits: Callable[[Sequence[Log], datetime], set[int]] | None = None
    together: bool = False


#: Every kind by its name: each app has its own in its module `kinds`.
KINDS: dict[str, Kind] = {}


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of act or event; a new one registers itself.

    `name` is stored and read by programs; it is never renamed.  `label`: its name in the log; a kind without a label is
    written only for notifications, and is neither in the log of the desk nor in the stream.
    `pages`: the parts of public pages that change; `own_pages`: those of all players of the section; `ends`: the
    subject is not public any more.  `table`: the standings change.  `kept`: also written without notifications.
    `public`: the keys of `after` that the stream shows the public; None: officials only.
    """

    name: str
    label: str = ""
    _: KW_ONLY
    pages: tuple[str, ...] = ()
    own_pages: bool = False
    ends: bool = False
    table: bool = False
    kept: bool = False
    public: tuple[str, ...] | None = None
    outside: Telling | None = None

    def __post_init__(self) -> None:
        if self.name in KINDS:
            raise ValueError(f"kind {self.name} is declared twice")
        KINDS[self.name] = self


def hidden_names() -> list[str]:
    """Return the names of kinds that are written for notifications only."""
    return [kind.name for kind in KINDS.values() if not kind.label]


def webhook_names() -> set[str]:
    """Return the kinds of messages that programs can subscribe to."""
    return {kind.outside.webhook for kind in KINDS.values() if kind.outside and kind.outside.webhook}


def by_telling(lines: Iterable[Log]) -> dict[Telling, list[Log]]:
    """Group due lines by the notification that they become."""
    groups: dict[Telling, list[Log]] = {}
    for line in lines:
        if (telling := KINDS[line.action].outside) is not None:
            groups.setdefault(telling, []).append(line)
    return groups
