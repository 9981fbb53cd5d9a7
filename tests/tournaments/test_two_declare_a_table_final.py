"""A table declared final by two at once, or while a result is corrected: on PostgreSQL, the race before its lock."""

import threading
from collections.abc import Callable

import pytest
from django.db import OperationalError, connection, transaction

from tests.tournaments.conftest import LATER, NOW, World
from tests.tournaments.test_two_at_once import errors_of, together, without_lock
from tournaments.activity import happened
from tournaments.kinds import SECTION_EDITED
from tournaments.models.log import Log
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.selectors.finality import digest_of, finality
from tournaments.selectors.standings import standings_of
from tournaments.services import final_table, shared
from tournaments.services.final_table import finalise_table
from tournaments.services.results import correct_result, enter_result
from tournaments.services.rounds import close_round, start_round

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def world(transactional_db) -> World:
    return World()


@pytest.fixture
def section(world: World) -> Section:
    """Over: White has won its one game."""
    section = world.round_robin("Alekhine", "Botvinnik", published=1)
    row, board = section.rounds.get(), Pairing.objects.get()
    start_round(actor=world.olga, now=NOW, round_id=row.pk)
    enter_result(actor=world.olga, now=NOW, pairing_id=board.pk, result="1-0")
    close_round(actor=world.olga, now=NOW, round_id=row.pk)
    return section


def declarations(world: World, section: Section) -> list[Callable[[], object]]:
    return [
        lambda actor=actor: finalise_table(actor=actor, now=LATER, section_id=section.pk)
        for actor in (world.olga, world.chen)
    ]


def times_declared() -> int:
    return Log.objects.filter(action="table.final").count()


def test_without_the_lock_of_the_section_it_is_declared_twice(world, section, monkeypatch):
    without_lock(monkeypatch, threading.Barrier(2))
    together(*declarations(world, section))
    assert times_declared() == 2


def test_two_at_once_declare_it_once(world, section):
    outcomes = together(*declarations(world, section))
    assert [outcome.final_at for outcome in outcomes if isinstance(outcome, Section)] == [LATER, LATER]
    assert times_declared() == 1


def corrected_while_it_is_declared(
    world: World, monkeypatch: pytest.MonkeyPatch, section: Section
) -> list[str]:
    """The order of the two acts in the log, when the correction comes after the table was read."""
    board = Pairing.objects.get()
    corrections: list[threading.Thread] = []

    def correct() -> None:
        try:
            correct_result(
                actor=world.chen, now=LATER, pairing_id=board.pk, result="0-1", reason="turned round"
            )
        finally:
            connection.close()

    def read_and_meanwhile(view: object) -> str:
        digest = digest_of(view)
        if not corrections:
            corrections.append(threading.Thread(target=correct))
            corrections[0].start()
            corrections[0].join(2)
        return digest

    monkeypatch.setattr(final_table, "digest_of", read_and_meanwhile)
    finalise_table(actor=world.olga, now=LATER, section_id=section.pk)
    corrections[0].join(30)
    acts = Log.objects.filter(action__in=["table.final", "result.corrected"]).order_by("pk")
    return list(acts.values_list("action", flat=True))


def test_unless_the_standings_are_held_a_table_is_declared_that_is_gone_already(world, section, monkeypatch):
    monkeypatch.setattr(final_table, "lock_standings", lambda section_id: None)
    assert corrected_while_it_is_declared(world, monkeypatch, section) == ["result.corrected", "table.final"]


@pytest.mark.long
def test_a_correction_waits_for_the_declaration_and_ends_it(world, section, monkeypatch):
    acts = corrected_while_it_is_declared(world, monkeypatch, section)
    assert acts == ["table.final", "result.corrected"]
    section.refresh_from_db()
    assert Pairing.objects.get().result == "0-1"
    assert not finality(section, standings_of(section)).final
    assert section.final_at == LATER


def event_and_section_from_both_ends(world: World, section: Section) -> list[object]:
    """One locks the event and then the section, as an exclusion does; the other has the section and writes the log."""
    gate = threading.Barrier(2)

    def from_above() -> None:
        with transaction.atomic():
            shared.lock_event(section.event_id)
            gate.wait(10)
            shared.lock_section(section.pk)

    def from_below() -> None:
        with transaction.atomic():
            row = shared.lock_section(section.pk)
            gate.wait(10)
            happened(SECTION_EDITED, row, actor=world.olga, now=LATER)

    return errors_of(together(from_above, from_below))


def test_a_line_in_the_log_does_not_wait_for_who_holds_the_event(world, section):
    assert event_and_section_from_both_ends(world, section) == []
    assert Log.objects.filter(action="section.edited", at=LATER).exists()


@pytest.mark.long
def test_with_locks_that_keep_the_log_waiting_the_two_would_block_each_other(world, section, monkeypatch):
    monkeypatch.setattr(
        shared, "_locked", lambda rows, key, missing: rows.select_for_update(of=("self",)).get(pk=key)
    )
    assert [type(error) for error in event_and_section_from_both_ends(world, section)] == [OperationalError]
