"""Sessions are announced, changed and cancelled in advance; the programme lists boards that run on at their end."""

from datetime import datetime, timedelta

import pytest

from arbiter.models.envelope import PlaySession
from arbiter.selectors.sessions import programme
from arbiter.services import sessions
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tests.arbiter.envelopes import DUE, ENDS, adjourned, in_session
from tests.world import NOW, World
from tournaments.models.log import Log

pytestmark = [pytest.mark.django_db, pytest.mark.article("tavreli:A.13")]
MINUTE = timedelta(minutes=1)
BEFORE = NOW - timedelta(hours=5)


def announced(world: World, start: datetime, hours: int = 4) -> PlaySession:
    return sessions.announce_session(
        actor=world.olga,
        now=BEFORE,
        section_id=world.section.pk,
        starts_at=start,
        ends_at=start + timedelta(hours=hours),
    )


def test_a_future_session_is_changed_and_the_log_keeps_both_versions() -> None:
    world = World()
    session = announced(world, NOW)
    sessions.alter_session(
        actor=world.artur,
        now=NOW - MINUTE,
        session_id=session.pk,
        starts_at=NOW + MINUTE,
        ends_at=ENDS,
        place="Hall 3",
    )
    session.refresh_from_db()
    assert (session.starts_at, session.ends_at, session.place) == (NOW + MINUTE, ENDS, "Hall 3")
    line = Log.objects.get(action="session.altered")
    assert line.before["starts_at"] == NOW.isoformat() and line.after["place"] == "Hall 3"


def test_a_cancelled_session_is_gone_and_in_the_log() -> None:
    world = World()
    session = announced(world, NOW)
    sessions.cancel_session(actor=world.olga, now=NOW - MINUTE, session_id=session.pk)
    assert not PlaySession.objects.exists()
    before = Log.objects.get(action="session.cancelled").before
    assert before is not None and before["starts_at"] == NOW.isoformat()
    with pytest.raises(NotFound):
        sessions.cancel_session(actor=world.olga, now=NOW - MINUTE, session_id=session.pk)


def test_a_session_that_has_begun_cannot_be_changed() -> None:
    world = World()
    session = announced(world, NOW)
    with pytest.raises(Conflict) as excinfo:
        sessions.cancel_session(actor=world.olga, now=NOW, session_id=session.pk)
    assert excinfo.value.code == "session_has_begun"
    with pytest.raises(Conflict) as excinfo:
        sessions.alter_session(
            actor=world.olga, now=NOW, session_id=session.pk, starts_at=DUE, ends_at=DUE + MINUTE
        )
    assert excinfo.value.code == "session_has_begun"


def test_other_times_must_be_in_order_too_and_only_officers_announce_them() -> None:
    world = World()
    session, other = announced(world, NOW), announced(world, DUE)
    for start, end, code in (
        (DUE + MINUTE, DUE, "session_ends_before_start"),
        (BEFORE, NOW, "not_announced_ahead"),
        (DUE - MINUTE, DUE + MINUTE, "sessions_overlap"),
    ):
        with pytest.raises((BadInput, Conflict)) as excinfo:
            sessions.alter_session(
                actor=world.olga, now=NOW - MINUTE, session_id=session.pk, starts_at=start, ends_at=end
            )
        assert excinfo.value.code == code
    for actor in (world.hana, world.alice, world.charlie):
        with pytest.raises(NotPermitted):
            sessions.cancel_session(actor=actor, now=NOW, session_id=other.pk)


def test_boards_that_run_on_are_listed_from_a_quarter_of_an_hour_before_the_end() -> None:
    world = in_session()
    assert programme(world.event, ENDS - 16 * MINUTE).near == ()
    near = programme(world.event, ENDS - 15 * MINUTE).near
    assert [(shown_session.running, shown_session.past) for shown_session in near] == [(1, False)]
    assert programme(world.event, ENDS).near[0].past
    adjourned(world)
    assert programme(world.event, ENDS + 3 * MINUTE).near == ()


def test_games_are_listed_with_the_session_of_their_resumption_or_as_unscheduled() -> None:
    world = in_session()
    adjourned(world)
    visible = programme(world.event, ENDS + 3 * MINUTE)
    assert [(session.status, session.resumed) for session in visible.sessions] == [("coming", 1), ("over", 0)]
    assert visible.unscheduled == ()
    sessions.cancel_session(
        actor=world.olga, now=ENDS + 3 * MINUTE, session_id=PlaySession.objects.get(starts_at=DUE).pk
    )
    assert [session.due_at for session in programme(world.event, ENDS + 3 * MINUTE).unscheduled] == [DUE]
