"""Events as visitors see them: a cup that is being played, and two rounds of a tournament that is over."""

import re
from datetime import date
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tavleya.rules import pdn, pgn
from tavleya.rules.filegame import FileReading
from tests.databases import remembered
from tests.world import NOW, SYSTEM, World
from tournaments.models.section import Section
from tournaments.services.events import create_event
from tournaments.services.sections import create_section
from tournaments.services.uploads import import_games

FILES = Path(settings.BASE_DIR, "portal", "demo_data")


@pytest.fixture
def visitor() -> Client:
    """Return a client in English that is not signed in."""
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def world(db: None) -> World:
    return World(others=("dora", "egor"))


def imported(slug: str, names: dict[str, str], game: str, regime: str, reading: FileReading) -> Section:
    event = create_event(
        actor=SYSTEM, now=NOW, slug=slug, names=names, place="Wijk aan Zee", federation="NED",
        starts_on=date(2022, 1, 15), ends_on=date(2022, 1, 30), published=True,
    )  # fmt: skip
    section = create_section(
        actor=SYSTEM, now=NOW, event_id=event.pk, slug="masters", names={"en": "Masters", "ru": "Мастера"},
        game=game, regime=regime, format="round_robin", tracking="sheets",
    )  # fmt: skip
    import_games(actor=SYSTEM, now=NOW, section_id=section.pk, reading=reading)
    return section


def first_games(name: str, number: int) -> str:
    """Return the first games of a file of the demonstration."""
    text = (FILES / name).read_text()
    return "".join(re.split(r"(?m)^(?=\[Event )", text)[: number + 1])


@cache
def masters_file() -> FileReading:
    return pgn.read_pgn(first_games("chess-tata-steel-masters-2022.pgn", 14))


@pytest.fixture
def masters(db: None) -> Section:
    """Rounds 1 and 2 of Tata Steel 2022, fourteen recorded games."""
    return imported_masters()


@remembered
def imported_masters() -> Section:
    names = {"en": "Tata Steel Masters", "ru": "Турнир в Вейк-ан-Зее"}
    return imported("tata-steel-2022", names, "chess", "fide-2023", masters_file())


@pytest.fixture
def championship(db: None) -> Section:
    """Some games of a draughts championship whose rounds were not recorded."""
    return imported_championship()


@remembered
def imported_championship() -> Section:
    reading = pdn.read_pdn(first_games("draughts-ussr-18-player-round-robin.pdn", 9))
    return imported("ussr", {"ru": "Чемпионат СССР"}, "draughts", "draughts64", reading)
