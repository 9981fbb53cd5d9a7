"""Updates for open pages, and their channels (`games.live.events`).

Services report their changes inside the transaction; the updates are sent after the commit, once for each channel
however many rows changed.  An update has no contents: only the new version of a page, which then reloads its data.
Public channels get nothing about drafts, rehearsals, and unpublished or archived events.
"""

import hashlib
import hmac
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

from django.conf import settings
from django.db import models, transaction
from django.db.models import Count

from games import hooks
from games.live.events import channel, news
from games.live.publishing import announce_all, end
from games.models.game import Game
from tavleya.actors import Actor
from tavleya.permissions import Action, allowed
from tournaments.access import standing_in
from tournaments.models.activity import Log
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import PlayerLink
from tournaments.registry import Kind, Telling
from tournaments.selectors.versions import (
    EventVersions,
    version_for_staff,
    version_of_event,
    version_of_round,
    version_of_section,
    versions_of,
)

# Access to channels and versions of their pages, registered with `games.hooks`.

_PUBLIC: dict[str, Callable[[int], str | None]] = {
    "rounds": version_of_round,
    "sections": version_of_section,
    "events": version_of_event,
}


def register_channels() -> None:
    """Register the answers for all channels except those of games."""
    for kind, version in _PUBLIC.items():
        hooks.newest_of.register(kind, _by_number(version))
        hooks.may_listen.register(kind, _if_public(version))
    # The last message of a wall concerns one board only: a new listener must load all of them.
    hooks.may_listen.register("walls", _if_public(version_of_round))
    hooks.may_listen.register("players", lambda _actor, key: link_of(key) is not None)
    for kind in ("desks", "console"):
        hooks.newest_of.register(kind, _by_number(version_for_staff))
        hooks.may_listen.register(kind, _is_staff)


def _by_number(version: Callable[[int], str | None]) -> Callable[[str], str | None]:
    return lambda key: version(int(key))


def _if_public(version: Callable[[int], str | None]) -> Callable[[Actor, str], bool]:
    """Return the access check of a public channel: all users may listen to public pages, and only to these."""
    return lambda _actor, key: version(int(key)) is not None


def _is_staff(actor: Actor, key: str) -> bool:
    event = Event.objects.filter(pk=key, deleted_at=None).first()
    return event is not None and allowed(standing_in(actor, event), Action.SEE_DESK)


# Notifications outside the desk, and their content for programs.

Contents = Mapping[int, Mapping[str, object]]


def keys_of(lines: Sequence[Log]) -> dict[int, int]:
    """Return the keys of the subjects, by the keys of the lines."""
    return {line.pk: line.subject_id for line in lines}


def _pairings(lines: Sequence[Log]) -> Contents:
    keys = keys_of(lines)
    rounds = Round.objects.filter(pk__in=keys.values()).select_related("section")
    content = {
        row.pk: {"section": row.section.slug, "round": row.number, "boards": row.boards}
        for row in rounds.annotate(boards=Count("pairings"))
    }
    return {line_id: content[round_id] for line_id, round_id in keys.items() if round_id in content}


def _standings(lines: Sequence[Log]) -> Contents:
    keys = keys_of(lines)
    slugs = dict(Section.objects.filter(pk__in=keys.values()).values_list("pk", "slug"))
    return {
        line.pk: {"section": slugs[keys[line.pk]], "digest": line.after["digest"]}
        for line in lines
        if keys[line.pk] in slugs and line.after
    }


def boards_of(lines: Sequence[Log]) -> dict[int, Pairing]:
    """Return the boards of lines, by the keys of the lines."""
    keys = keys_of(lines)
    boards = Pairing.objects.select_related("round__section").in_bulk(set(keys.values()))
    return {line_id: boards[board_id] for line_id, board_id in keys.items() if board_id in boards}


def _results(lines: Sequence[Log]) -> Contents:
    after = {line.pk: line.after or {} for line in lines}
    return {
        key: {
            "section": board.round.section.slug,
            "round": board.round.number,
            "board": board.board,
            "result": after[key].get("result", board.result),
            "game": board.game_id,
        }
        for key, board in boards_of(lines).items()
    }


def _held_back(lines: Sequence[Log], now: datetime) -> set[int]:
    """Return the results that were corrected before they became public; they wait for the correction."""
    boards = boards_of(lines)
    return {key for key, board in boards.items() if board.public_from and board.public_from > now}


PAIRINGS = Telling(choice="pairings", webhook="round.published", bodies=_pairings)
SEATS = Telling(choice="pairings", together=True)
RESULT = Telling(choice="result", webhook="result.recorded", bodies=_results, waits=_held_back, together=True)
STANDINGS = Telling(choice="standings", webhook="standings.final", bodies=_standings)
DISPUTED = Telling(choice="disputed")
ANNOUNCEMENT = Telling(choice="announcement")


class _News:
    """The changes of one transaction; called after its commit."""

    def __init__(self) -> None:
        self.events: dict[int, set[str]] = defaultdict(set)  # with all their sections
        self.sections: dict[int, set[str]] = defaultdict(set)
        self.rounds: dict[int, set[str]] = defaultdict(set)
        self.staff: dict[int, set[str]] = defaultdict(set)
        self.registrations: set[int] = set()
        self.players_of: set[int] = set()  # sections

    def __call__(self) -> None:
        # A change of a section usually logs to its event, or reports a result there; a job may do neither.
        events = {*self.events, *self.staff} or Section.objects.filter(pk__in=self.sections).values("event")
        event_versions = versions_of(events)
        frames = [frame for key, versions in event_versions.items() for frame in self._of_event(key, versions)]
        frames += self._of_players([key for key, versions in event_versions.items() if versions.public])
        announce_all(frames)

    def _of_event(self, key: int, versions: EventVersions) -> Iterable[tuple[str, bytes]]:
        whole = self.events.get(key, set())
        changed = {section_id: whole | self.sections.get(section_id, set()) for section_id in versions.sections}
        changed = {key: subjects for key, subjects in changed.items() if subjects or key in self.sections}
        if versions.public and (changed or whole):
            yield channel("events", key), news(versions.event, sorted(whole.union(*changed.values())))
        for section_id, subjects in changed.items():
            yield channel("sections", section_id), news(versions.sections[section_id], sorted(subjects))
        for round_id, subjects in self.rounds.items():
            if round_id in versions.rounds:
                yield channel("rounds", round_id), news(versions.rounds[round_id], sorted(subjects))
        if key in self.staff:
            frame = news(versions.staff, sorted(self.staff[key]))
            yield channel("desks", key), frame
            yield channel("console", key), frame

    def _of_players(self, events: list[int]) -> Iterable[tuple[str, bytes]]:
        """Yield updates for the channels of the affected players' own pages, which then reload their news."""
        if not events or not (self.registrations or self.players_of):
            return
        of_players = Registration.objects.filter(pk__in=self.registrations)
        if self.players_of:
            of_players |= Registration.objects.filter(section__in=self.players_of)
        links = PlayerLink.objects.filter(revoked_at=None, player__event__in=events)
        links = links.filter(player__in=of_players.values("player")).only("pk", "digest")
        frame = news(secrets.token_hex(8))
        for link in links:
            yield channel("players", key_of(link)), frame


def section_changed(section_id: int, *subject: str) -> None:
    """Announce a change on public pages of the section; the pages of its event show it too."""
    _collected().sections[section_id].update(subject)


def result_changed(boards: Iterable[Pairing]) -> None:
    """Announce changes of results or phases of games at boards, which come with round and section."""
    news_ = _collected()
    for board in boards:
        if board.round.status == RoundStatus.DRAFT:
            continue
        if not board.round.section.broadcast_delay:  # else the public gets it with a heartbeat, after the delay
            news_.sections[board.round.section_id].add("results")
            news_.rounds[board.round_id].add("results")
        news_.staff[board.round.section.event_id].add("results")
        news_.registrations |= _seated(board)


def staff_changed(event_id: int, *subject: str) -> None:
    """Announce a change at the desk or the console of an event."""
    _collected().staff[event_id].update(subject)


def calls_changed(game: Game, now: datetime, called: bool) -> None:
    """Announce a call of an arbiter to a game, or its answer (registered with `games.hooks`)."""
    board = Pairing.objects.filter(game=game).select_related("round__section").first()
    if board is not None:
        news_ = _collected()
        news_.staff[board.round.section.event_id].add("calls")
        news_.registrations |= _seated(board)


def happened(event: Event, kind: Kind, subject: models.Model, after: object) -> None:
    """Announce an act in the log of the event, of which its staff see all."""
    news_ = _collected()
    news_.staff[event.pk].add(kind.name)
    match subject:
        case Event() if kind.pages:
            news_.events[event.pk].update(kind.pages)
            if kind.ends or (isinstance(after, Mapping) and after.get("published") is False):
                rounds = Round.objects.filter(section__event=event)
                _end(event.pk, rounds, event.sections.values_list("pk", flat=True))
        case Section():
            if kind.pages:
                news_.sections[subject.pk].update(kind.pages)
            if kind.ends:
                news_.events[subject.event_id].add("sections")
                _end(None, Round.objects.filter(section=subject), [subject.pk])
            if kind.own_pages:
                news_.players_of.add(subject.pk)
        case Round():
            public = subject.status != RoundStatus.DRAFT
            if public:
                news_.sections[subject.section_id].update(kind.pages)
                news_.rounds[subject.pk].update(kind.pages)
            if kind.own_pages and (public or kind.ends):
                news_.players_of.add(subject.section_id)
        case Registration():
            news_.registrations.add(subject.pk)
        case Pairing() if subject.round.status != RoundStatus.DRAFT:
            news_.registrations |= _seated(subject)


def _end(event_id: int | None, rounds: models.QuerySet[Round], sections: Iterable[int]) -> None:
    """End the streams of rounds and sections that are no longer public; their pages then find out on reload."""
    channels = [channel("events", event_id)] if event_id is not None else []
    channels += [channel("sections", key) for key in sections]
    public = rounds.exclude(status=RoundStatus.DRAFT)
    channels += [channel("rounds", key) for key in public.values_list("pk", flat=True)]
    transaction.on_commit(lambda: end(channels), robust=True)


def _seated(board: Pairing) -> set[int]:
    return {key for key in (board.white_id, board.black_id) if key is not None}


def _collected() -> _News:
    """Return the news of the current transaction; they are sent if the savepoint of their creation commits."""
    for _savepoints, function, _robust in transaction.get_connection().run_on_commit:
        if isinstance(function, _News):
            return function
    new = _News()
    transaction.on_commit(new, robust=True)
    return new


# The channel of a private link


def key_of(link: PlayerLink) -> str:
    """Return the key of the channel of a player's own page: derived from the link, but not reversible."""
    return f"{link.pk}-{_sign(link)}"


def link_of(key: str) -> PlayerLink | None:
    """Return the valid link of this channel."""
    link_id, _, signature = key.partition("-")
    if not link_id.isdecimal() or len(link_id) > 18:
        return None
    links = PlayerLink.objects.filter(pk=link_id, revoked_at=None, player__event__archived_at=None)
    link = links.select_related("player__event").first()
    return link if link is not None and hmac.compare_digest(signature, _sign(link)) else None


def _sign(link: PlayerLink) -> str:
    key = hashlib.sha256(f"player-channel:{settings.SECRET_KEY}".encode()).digest()
    return hmac.new(key, link.digest.encode(), hashlib.sha256).hexdigest()[:32]
