"""Changes are announced once, after the commit, on the channels of the pages that show them; private data never is."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import hooks
from games.services.moves import call_arbiter, play_move, start_game
from games.services.record import record_results
from tavleya.actors import ANONYMOUS
from tests.world import NOW, SYSTEM, World, later
from tournaments import activity, announcements
from tournaments.models.event import Event
from tournaments.models.player import Registration
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.models.swiss import PlayerLink
from tournaments.services.events import edit_event
from tournaments.services.pairing_again import unpublish_round
from tournaments.services.players import issue_player_links, renew_player_link
from tournaments.services.removal import archive_event, archive_section, unarchive_section
from tournaments.services.results import enter_result, report_result
from tournaments.services.rounds import close_round, pair_round_robin, publish_round, start_round
from tournaments.services.schedule import discard_drafts, reschedule_round

pytestmark = pytest.mark.django_db

SHARED = {"events", "sections", "rounds", "players", "games"}


class Announcements:
    """Announcements so far: channel and frame, in order."""

    def __init__(self) -> None:
        self.frames: list[tuple[str, bytes]] = []

    def __call__(self, frames: Any) -> None:
        self.frames += frames

    @property
    def channels(self) -> list[str]:
        return sorted(name for name, _ in self.frames)

    @property
    def kinds(self) -> set[str]:
        return {name.partition("/")[0] for name, _ in self.frames}

    def data(self, channel: str) -> dict[str, Any]:
        (frame,) = [frame for name, frame in self.frames if name == channel]
        return dict(json.loads(frame.split(b"data: ", 1)[1]))


def drop_pending() -> None:
    """Drop the pending announcements, as if an earlier transaction had delivered them."""
    connection.run_on_commit = [
        (savepoints, (lambda: None) if isinstance(function, announcements._News) else function, robust)
        for savepoints, function, robust in connection.run_on_commit
    ]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Announcements:
    calls = Announcements()
    monkeypatch.setattr(announcements, "announce_all", calls)
    return calls


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    ended: list[str] = []
    monkeypatch.setattr(announcements, "end", ended.extend)
    return ended


@pytest.fixture
def commit(django_capture_on_commit_callbacks: Any, sent: Announcements) -> Callable[..., Any]:
    """Run a call as one request would, including its on-commit hooks; only its announcements are in `sent`."""

    def do(act: Callable[..., Any], **arguments: Any) -> Any:
        sent.frames.clear()
        drop_pending()
        with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
            return act(**arguments)

    return do


@pytest.fixture
def world() -> World:
    world = World(tracking="result", others=("dora", "egor"))
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    return world


def result(world: World, value: str = "1-0") -> dict[str, Any]:
    return {"actor": world.artur, "now": NOW, "pairing_id": world.pairing.pk, "result": value}


def player_channels(*registrations: Registration) -> list[str]:
    links = PlayerLink.objects.filter(player__registrations__in=registrations, revoked_at=None)
    return [f"players/{announcements.key_of(link)}" for link in links]


def test_a_result_is_announced_once_to_every_page_that_shows_it(world, sent, commit):
    commit(enter_result, **result(world))
    event, section, round_ = world.event.pk, world.section.pk, world.rounds[0].pk
    pairing = world.pairing
    expected = [f"{kind}/{event}" for kind in ("console", "desks", "events")]
    expected += [f"rounds/{round_}", f"sections/{section}"]
    assert sent.channels == sorted([*expected, *player_channels(pairing.white, pairing.black)])
    assert sent.data(f"sections/{section}")["what"] == ["results", "standings"]
    assert sent.data(f"rounds/{round_}")["what"] == ["results"]


def test_announcements_wait_for_the_commit_and_are_dropped_by_a_rollback(
    world, sent, django_capture_on_commit_callbacks
):
    class RolledBack(Exception):
        pass

    def enter_and_roll_back() -> None:
        with transaction.atomic():
            enter_result(**result(world))
            raise RolledBack

    drop_pending()
    with django_capture_on_commit_callbacks(execute=True):
        with pytest.raises(RolledBack):
            enter_and_roll_back()
        enter_result(**result(world, "0-1"))
        assert sent.frames == []
    assert sent.frames != []


def test_many_results_are_announced_as_one(world, sent, commit):
    pairings = list(world.rounds[0].pairings.order_by("board"))
    results = {pairing.game_id: "1/2-1/2" for pairing in pairings}
    assert len(results) == 2
    commit(record_results, actor=SYSTEM, now=NOW, results=results)
    assert sent.channels.count(f"sections/{world.section.pk}") == 1
    assert len(sent.channels) == len(set(sent.channels)) == 5 + 4


def test_the_announced_version_is_the_version_of_the_page(world, sent, commit):
    commit(enter_result, **result(world))
    for kind, key, page in (
        ("sections", world.section.pk, "open/standings/"),
        ("rounds", world.rounds[0].pk, "open/rounds/1/"),
        ("events", world.event.pk, ""),
    ):
        version = sent.data(f"{kind}/{key}")["version"]
        assert hooks.newest_of(kind, str(key)) == version
        assert f'data-version="{version}"' in Client().get(f"/events/spring-cup/{page}").content.decode()
    for kind in ("desks", "console"):
        assert (
            hooks.newest_of(kind, str(world.event.pk)) == sent.data(f"{kind}/{world.event.pk}")["version"] is not None
        )


def test_a_result_costs_one_query_after_its_commit_and_one_for_the_links_of_the_players(
    world, sent, django_capture_on_commit_callbacks
):
    drop_pending()
    with django_capture_on_commit_callbacks() as callbacks:
        enter_result(**result(world))
    news = [callback for callback in callbacks if isinstance(callback, announcements._News)]
    assert len(news) == 1
    with CaptureQueriesContext(connection) as captured:
        news[0]()
    assert len(captured) == 2
    assert sent.frames


def test_a_game_that_begins_at_a_live_board_is_announced_to_its_round(sent, commit):
    world = World()
    commit(start_game, actor=world.artur, now=NOW, game_id=world.board.pk)
    version = sent.data(f"rounds/{world.rounds[0].pk}")["version"]
    assert version == hooks.newest_of("rounds", str(world.rounds[0].pk))
    commit(play_move, actor=SYSTEM, now=later(seconds=3), game_id=world.board.pk, text="e2-e4")
    assert sent.frames == [], "a move without a result is announced only to viewers of the game"


def test_a_call_is_announced_to_the_console_and_to_both_players(sent, commit):
    world = World()
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    world.started()
    common = {"actor": world.bob, "now": later(seconds=5), "game_id": world.board.pk}
    commit(call_arbiter, **common, reason="illegal_move", said={})
    assert "calls" in sent.data(f"console/{world.event.pk}")["what"]
    board = world.pairing
    assert set(player_channels(board.white, board.black)) <= set(sent.channels)


def test_a_published_round_is_announced_to_every_player_and_one_that_is_a_draft_again_is_not(world, sent, commit):
    round_ = world.rounds[1]
    commit(publish_round, actor=world.olga, now=NOW, round_id=round_.pk)
    channels = player_channels(*Registration.objects.filter(section=world.section))
    assert len(channels) == 4
    assert set(channels) <= set(sent.channels)
    assert "rounds" in sent.data(f"sections/{world.section.pk}")["what"]
    assert f"rounds/{round_.pk}" in sent.channels
    commit(unpublish_round, actor=world.olga, now=NOW, round_id=round_.pk)
    assert f"sections/{world.section.pk}" in sent.channels
    assert f"rounds/{round_.pk}" not in sent.channels
    assert hooks.newest_of("rounds", str(round_.pk)) is None


def test_each_step_of_a_round_is_announced(world, sent, commit):
    first, second = world.rounds[:2]
    publish_round(actor=world.olga, now=NOW, round_id=second.pk)
    for pairing in first.pairings.all():
        enter_result(actor=world.artur, now=NOW, pairing_id=pairing.pk, result="1-0")
    for act, values in (
        (start_round, {"round_id": second.pk}),
        (close_round, {"round_id": first.pk}),
        (reschedule_round, {"round_id": second.pk, "starts_at": NOW + timedelta(hours=1)}),
    ):
        before = hooks.newest_of("sections", str(world.section.pk))
        commit(act, actor=world.olga, now=NOW, **values)
        version = sent.data(f"sections/{world.section.pk}")["version"]
        assert before != version == hooks.newest_of("sections", str(world.section.pk)), act


def test_a_draft_is_announced_only_to_the_desk(sent, commit):
    world = World(published=False, tracking="result")
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    before = hooks.newest_of("sections", str(world.section.pk))
    commit(discard_drafts, actor=world.olga, now=NOW, section_id=world.section.pk)
    assert sent.kinds == {"desks", "console"}
    commit(pair_round_robin, actor=world.olga, now=NOW, section_id=world.section.pk)
    assert sent.kinds == {"desks", "console"}
    round_ = Round.objects.filter(section=world.section).earliest("number")
    common = {"round_id": round_.pk, "starts_at": NOW + timedelta(hours=1)}
    commit(reschedule_round, actor=world.olga, now=NOW, **common)
    assert sent.kinds == {"desks", "console"}
    assert hooks.newest_of("sections", str(world.section.pk)) == before
    assert hooks.newest_of("rounds", str(round_.pk)) is None


@pytest.mark.parametrize("manner", ["not published", "archived", "a rehearsal", "archived section"])
def test_a_change_that_is_not_public_is_announced_only_to_staff(world, sent, commit, manner):
    model, changes = {
        "not published": (Event, {"published": False}),
        "archived": (Event, {"archived_at": NOW}),
        "a rehearsal": (Event, {"published": False, "rehearsal": True}),
        "archived section": (Section, {"archived_at": NOW}),
    }[manner]
    model.objects.update(**changes)
    commit(enter_result, **result(world))
    allowed = {"desks", "console"} | ({"events", "players"} if model is Section else set())
    assert sent.kinds <= allowed
    assert {"desks", "console"} <= sent.kinds
    for kind, key in (("sections", world.section.pk), ("rounds", world.rounds[0].pk)):
        assert hooks.newest_of(kind, str(key)) is None
        assert not hooks.may_listen(kind, ANONYMOUS, str(key))
        assert not hooks.may_listen(kind, world.artur, str(key))


def test_listeners_of_a_withdrawn_page_are_disconnected(world, sent, commit, ended):
    channels = {f"sections/{world.section.pk}", f"rounds/{world.rounds[0].pk}"}
    commit(archive_section, actor=world.olga, now=NOW, section_id=world.section.pk)
    assert set(ended) == channels
    assert f"events/{world.event.pk}" in sent.channels
    assert not sent.kinds & {"sections", "rounds"}
    ended.clear()
    commit(unarchive_section, actor=world.olga, now=NOW, section_id=world.section.pk)
    assert ended == []
    assert f"sections/{world.section.pk}" in sent.channels
    commit(archive_event, actor=world.olga, now=NOW, event_id=world.event.pk)
    assert set(ended) == {*channels, f"events/{world.event.pk}"}
    assert sent.kinds == {"desks", "console"}


def test_an_event_published_or_withdrawn_is_announced_with_all_its_sections(world, sent, commit, ended):
    common = {"actor": world.olga, "now": NOW, "event_id": world.event.pk}
    commit(edit_event, **common, changes={"published": False})
    assert f"events/{world.event.pk}" in ended
    assert not sent.kinds & SHARED
    ended.clear()
    commit(edit_event, **common, changes={"published": True})
    assert ended == []
    assert {f"events/{world.event.pk}", f"sections/{world.section.pk}"} <= set(sent.channels)


@pytest.mark.parametrize("kind", ["desks", "console"])
def test_the_channels_of_the_staff_are_for_the_staff(world, kind):
    key = str(world.event.pk)
    assert hooks.may_listen(kind, world.artur, key)
    assert hooks.may_listen(kind, world.hana, key)
    for stranger in (world.alice, world.charlie, ANONYMOUS):
        assert not hooks.may_listen(kind, stranger, key)
    assert not hooks.may_listen(kind, world.artur, "999999")


def test_the_channel_of_a_player_is_found_by_its_own_key_only_until_the_link_is_renewed(world):
    link = PlayerLink.objects.filter(revoked_at=None).first()
    key = announcements.key_of(link)
    assert link.digest not in key
    assert hooks.newest_of("players", key)
    assert hooks.may_listen("players", ANONYMOUS, key)
    for wrong in (key[:-1] + ("0" if key[-1] != "0" else "1"), f"{link.pk + 1}{key[key.index('-') :]}", f"{link.pk}-"):
        assert hooks.newest_of("players", wrong) is None
        assert not hooks.may_listen("players", ANONYMOUS, wrong)
    fresh = renew_player_link(actor=world.olga, now=NOW, player_id=link.player_id)
    assert hooks.newest_of("players", key) is None
    assert hooks.newest_of("players", announcements.key_of(fresh))


def test_a_result_reported_by_a_player_is_announced_to_the_opponent(world, sent, commit):
    board = world.pairing
    channels = player_channels(board.white, board.black)
    commit(report_result, actor=world.alice, now=NOW, pairing_id=board.pk, result="1-0")
    assert set(channels) <= set(sent.channels)
    assert f"desks/{world.event.pk}" in sent.channels
    assert not sent.kinds & {"events", "sections", "rounds"}


def test_the_page_of_a_player_is_at_another_version_after_a_result_and_a_round(world):
    dora = Registration.objects.get(section=world.section, player__family_name="Dora")
    (channel,) = player_channels(dora)
    seen = {hooks.newest_of(*channel.split("/"))}
    for act in (
        lambda: enter_result(**result(world)),  # this changes all places
        lambda: publish_round(actor=world.olga, now=NOW, round_id=world.rounds[1].pk),
        lambda: activity.tables_changed([world.section.pk]),
    ):
        act()
        seen.add(hooks.newest_of(*channel.split("/")))
    assert len(seen) == 4
