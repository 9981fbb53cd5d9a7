"""Hooks of tournaments for the apps above it; tournaments import nothing from them.

Each is called inside the transaction of the calling service.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from tavleya.actors import Actor
from tavleya.hooks import Collector, Hook, Question, QuestionByKind
from tavleya.permissions import Action
from tavleya.warnings import Consent

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models.entry import Entry
    from tournaments.models.event import Event
    from tournaments.models.pairing import Pairing
    from tournaments.models.player import Player, Team
    from tournaments.models.round import Round
    from tournaments.models.section import Section
    from tournaments.notices import Letter, LetterKind, Occasion, Story


@dataclass(frozen=True, slots=True)
class SectionPage:
    """A page of another app for a section: a tab of its public pages once it is published.

    `code` is the name of its address, with and without `desk_`; `publish` is the desk's text for a draft.
    """

    code: str
    title: str
    published: bool
    publish: str
    action: Action


@dataclass(frozen=True, slots=True)
class Link:
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class FileLink:
    """A table or games of a section as a file: its name, and label and address of each form."""

    title: str
    forms: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Dispute:
    """A game whose ruling is under appeal.  `suspended`: the ruling has no effect until the appeal is decided."""

    game_id: int
    suspended: bool


#: Lines of the log are due for notifications.
lines_due: Hook[[]] = Hook()
#: Notify readers at the second time, if the story of the kind then holds for these facts.
note_ahead: Hook[[Event, str, datetime, datetime, Mapping[str, object]]] = Hook()
#: The story of a kind of notification; None if it does not hold any more.
story_of: QuestionByKind[[Occasion], Story | None] = QuestionByKind(None)
#: The entrant is to receive a letter.
letter_due: Hook[[Entry, datetime, LetterKind]] = Hook()
#: The letter about an entry, written when it is sent: it says what holds then.  None: there is nothing to say any more.
entry_letter: Question[[Entry, LetterKind], Letter | None] = Question(lambda entry, kind: None)
#: The entries, of those with these keys, whose newest letter failed.
failed_letters: Question[[Collection[int]], set[int]] = Question(lambda entries: set())
#: Whether letters about this entry are sent.
sends_letters: Question[[Entry], bool] = Question(lambda entry: False)
#: Whether visitors can be notified of an event or its players; (True) of a person in all events.
can_follow: Question[[bool], bool] = Question(lambda person: False)
#: A page of another app that the public page of this event links to; None if it has no such page yet.
event_links: Collector[[Event], Link] = Collector()
#: The games of a section that are in dispute.
disputes: Question[[Section], Sequence[Dispute]] = Question(lambda section: ())
#: The number of rulings at these boards.
count_rulings: Question[[QuerySet[Pairing]], int] = Question(lambda boards: 0)
#: A note to the officer who corrects the result of a board.
correction_notes: Collector[[Pairing], str] = Collector()
#: The page of another app for this section; None if there is none.
section_pages: Collector[[Section], SectionPage] = Collector()
#: A relation of sections that pages of another app read, to be selected with them.
section_joins: Collector[[], str] = Collector()
#: Links to the tables of a section's categories, with a mark at that of this address: name, url, current.
category_links: Question[[Section, str], Sequence[Mapping[str, object]]] = Question(lambda section, current: ())
#: Links to the facts of a public page of a section, or of one of its rounds, as files: name, address, title.
downloads: Question[[Section, str, Round | None, str], Sequence[tuple[str, str, str]]] = Question(
    lambda section, page, row, query: ()
)
#: The documents for print of a section, or of one of its rounds: title, note, url and more forms.
prints: Question[[Section, Round | None], Sequence[Mapping[str, object]]] = Question(lambda section, row: ())
#: The tables and games of a section, or of one of its rounds, as files.
file_links: Question[[Section, Round | None], Sequence[FileLink]] = Question(lambda section, row: ())
#: A file of another app for this section; None if the section has none.
section_files: Collector[[Section], FileLink] = Collector()
#: A round is about to be published; a listener raises `Warned` or Conflict to prevent it.
before_publication: Hook[[Round, Actor, Consent]] = Hook()
#: The setting whether the event shows minors was changed.
visibility_changed: Hook[[Event, datetime]] = Hook()
#: Players were entered in a section, or again.
players_entered: Hook[[Section, Sequence[Player], datetime]] = Hook()
player_withdrawn: Hook[[Section, Player, datetime]] = Hook()
team_entered: Hook[[Section, Team, datetime]] = Hook()
#: A team has withdrawn; the entries are its online ones.
team_withdrawn: Hook[[Section, Sequence[Entry], datetime]] = Hook()
#: A player is erased, and with the player what other apps hold.
player_erased: Hook[[Player]] = Hook()
#: Delete the data of an app whose retention has ended; the kind is the setting.  The keys are of events that have been
#: over so long, the times are now and the end of the data to delete.  Returns the number of rows.
delete_old: QuestionByKind[[Collection[int], datetime, datetime], int] = QuestionByKind(0)
#: An event without games was deleted; its row stays.
event_deleted: Hook[[Event]] = Hook()
#: An event came back from another machine, without the sections and players that were deleted there.
event_returned: Hook[[Event]] = Hook()
#: Pending work of an app, for the metrics: name, meaning and value.
gauges: Collector[[datetime], Sequence[tuple[str, str, float]]] = Collector()
