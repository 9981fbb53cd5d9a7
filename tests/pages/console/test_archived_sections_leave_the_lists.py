"""Boards of an archived section leave the lists of the console and return when it is restored."""

from arbiter.selectors.adjournments import adjournments_due
from arbiter.selectors.appeals import appeals_of, pending_appeals, published_decisions
from arbiter.selectors.changes import changed_pairings
from arbiter.selectors.checklists import checks_of_event
from arbiter.selectors.queue import queue_of
from arbiter.selectors.rulings import RulingFilter, boards_by_game, rulings_in
from arbiter.selectors.sessions import programme
from tests.arbiter.envelopes import adjourned, in_session
from tests.pages.console.appealing import Court
from tests.world import World, later
from transfer.services.removal import archive_section, unarchive_section


def archive(world: World) -> None:
    archive_section(actor=world.olga, now=later(hours=4), section_id=world.section.pk)


def restore(world: World) -> None:
    unarchive_section(actor=world.olga, now=later(hours=4), section_id=world.section.pk)


def test_rulings_and_appeals_of_an_archived_section_are_not_listed(court: Court) -> None:
    court.filed()
    event = court.world.event

    def list_lengths() -> tuple[int, int, int, int]:
        return (
            rulings_in(boards_by_game(event), RulingFilter()).count(),
            len(appeals_of(event)),
            len(pending_appeals(event)),
            len(queue_of(event, [], later(hours=1))),
        )

    before = list_lengths()
    assert before == (1, 1, 1, 1)
    archive(court.world)
    assert list_lengths() == (0, 0, 0, 0)
    (check,) = [
        checklist_item
        for checklist_item in next(iter(checks_of_event(event).values()))
        if checklist_item.point.key == "appeals"
    ]
    assert check.done
    restore(court.world)
    assert list_lengths() == before


def test_decisions_of_an_archived_section_are_not_public(court: Court) -> None:
    court.decided()
    appeals_of(court.world.event).update(published_at=later(hours=3))
    assert published_decisions(court.world.event).count() == 1
    archive(court.world)
    assert not published_decisions(court.world.event)


def test_sessions_and_adjournments_of_an_archived_section_are_not_listed(db: None) -> None:
    world = in_session()
    adjourned(world)
    now = later(hours=2)

    def list_lengths() -> tuple[int, ...]:
        visible = programme(world.event, now)
        lists = (adjournments_due(world.event, now), changed_pairings(world.event))
        return len(visible.sessions), len(visible.unscheduled), *map(len, lists)

    before = list_lengths()
    assert before[0] == 2 and before[2:] == (1, 1)
    archive(world)
    assert list_lengths() == (0, 0, 0, 0)
    restore(world)
    assert list_lengths() == before
