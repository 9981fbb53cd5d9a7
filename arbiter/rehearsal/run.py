"""The whole day, and what must be true at its end."""

from collections.abc import Callable
from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from arbiter.models.ruling import Ruling
from arbiter.rehearsal import chess, draughts, tavreli
from arbiter.rehearsal.day import MORNING, Day
from games.models.game import Game
from games.verification import verify
from tavleya.languages import DEFAULT
from tavleya.law.kinds import KINDS
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of

_LAST = MORNING + timedelta(days=3, hours=1)


@transaction.atomic
def rehearse(say: Callable[[str], object] = lambda _: None) -> Day:
    """Play the day in a new rehearsal event. `say` receives the log line by line."""
    day = Day(say)
    tables = (
        (tavreli.play(day), tavreli.TABLE),
        (draughts.play(day), draughts.TABLE),
        (chess.play(day), chess.TABLE),
    )
    for scene in (
        tavreli.play_rapid,
        tavreli.play_blitz,
        chess.play_rapid,
        chess.play_blitz,
        draughts.play_by_correspondence,
    ):
        scene(day)
    for section, wanted in tables:
        _table(day, section, wanted)
    _report_summary(day)
    _records(day)
    return day


def _table(day: Day, section: Section, wanted: tuple[tuple[str, int], ...]) -> None:
    day.title(f"Final table: {section.name_in(DEFAULT)}")
    rows = standings_of(section).everybody
    for row in rows:
        day.say(_LAST, f"{row.place:>2}. {row.registration.player!s:<12} {row.points}")
    results = tuple((str(row.registration.player), row.row.points) for row in rows)
    day.expect(_LAST, "order and half-points", results, wanted)


def _report_summary(day: Day) -> None:
    day.title("What occurred")
    games = _games(day)
    rulings = Ruling.objects.filter(game__in=games)
    created = set(rulings.values_list("kind", flat=True))
    day.say(_LAST, f"{rulings.count()} rulings of {len(created)} kinds, {games.count()} games.")
    missing = [kind.name.text for key, kind in KINDS.items() if key not in created]
    if missing:
        day.say(_LAST, f"Kinds of ruling that are not rehearsed: {', '.join(missing)}.")


def _records(day: Day) -> None:
    broken = [
        f"{record_check.game_id}: {record_check.broken}"
        for record_check in verify(_games(day))
        if record_check.broken
    ]
    day.expect(_LAST, "broken records", broken, [])


def _games(day: Day) -> QuerySet[Game]:
    """Return the games of the day, including annulled and replayed ones."""
    condition = Q(pairing__round__section__event=day.event)
    return Game.objects.filter(condition | Q(replaced_by__pairing__round__section__event=day.event))
