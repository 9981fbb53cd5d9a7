"""A copy of an event to practise on: what it has, what it has not, and that it can never be published."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games import hooks
from games.models.game import Game
from tavleya.errors import Conflict
from tavleya.record.entries import GamePhase
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW, fixtures_of
from tournaments.models.activity import Log
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.selectors.events import event_list
from tournaments.selectors.standings import standings_of
from tournaments.services.events import edit_event
from tournaments.services.removal import archive_rehearsal
from tournaments.services.results import enter_result
from tournaments.services.rounds import schedule_publication
from transfer.services.rehearsals import rehearse_event

pytestmark = pytest.mark.django_db
NAMES = ("Alekhine", "Botvinnik", "Capablanca", "Duras")


def begun_section(world):
    """Round 1 has a result and a game that is being played; round 2 is a draft."""
    section = world.round_robin(*NAMES, published=1, control="90+30", tracking="live", slug="main")
    pairing = Pairing.objects.get(round__section=section, round__number=1, board=1)
    enter_result(actor=world.olga, now=NOW, pairing_id=pairing.pk, result="1-0")
    Player.objects.filter(family_name="Alekhine").update(user=world.pia.user_id)
    return section


world, section = fixtures_of(begun_section)


@pytest.fixture
def copy(world, section) -> Event:
    return rehearse_event(actor=world.chen, now=LATER, event_id=world.event.pk)


def test_everything_that_pairing_rests_on_is_there(world, section, copy):
    twin = copy.sections.get(slug="main")
    assert (copy.slug, copy.rehearsal, copy.rehearsal_of, copy.published) == (
        "spring-open-rehearsal", True, world.event, False,
    )  # fmt: skip

    def boards(some_section):
        names = ("white__player__family_name", "black__player__family_name")
        pairings = Pairing.objects.filter(round__section=some_section).order_by("round__number", "board")
        return list(pairings.values_list("round__number", "board", *names, "result"))

    assert boards(twin) == boards(section) and len(boards(twin)) == 6
    assert [row.status for row in twin.rounds.order_by("number")] == ["published", "draft", "draft"]
    assert [(str(row.registration.player), row.points) for row in standings_of(twin).rows] == [
        (str(row.registration.player), row.points) for row in standings_of(section).rows
    ]
    assert set(copy.roles.values_list("user", "role")) == set(world.event.roles.values_list("user", "role"))


def test_every_board_has_a_separate_game_and_accounts_stay_behind(section, copy):
    old = Pairing.objects.filter(round__section=section, game__isnull=False)
    new = Pairing.objects.filter(round__section__event=copy, game__isnull=False)
    assert new.count() == old.count() == 2
    assert not set(new.values_list("game", flat=True)) & set(old.values_list("game", flat=True))
    assert sorted(new.values_list("game__phase", flat=True)) == [GamePhase.FINISHED, GamePhase.PENDING]
    assert not copy.players.exclude(user=None).exists()
    twin = copy.sections.get(slug="main")
    for pairing in Pairing.objects.filter(round__section=twin):
        assert pairing.white.section == pairing.black.section == twin
    assert not set(Registration.objects.filter(section=twin).values_list("player", flat=True)) & set(
        Player.objects.filter(event=section.event).values_list("pk", flat=True)
    )
    call_command("verify_records", stdout=StringIO())


def test_a_change_in_the_copy_does_not_change_the_event(world, section, copy):
    before = [(row.points, str(row.registration.player)) for row in standings_of(section).rows]
    records = list(Game.objects.filter(pairing__round__section=section).values_list("seq", "digest"))
    pairing = Pairing.objects.get(round__section__event=copy, game__isnull=False, result="")
    enter_result(actor=world.chen, now=LATER, pairing_id=pairing.pk, result="0-1")
    assert [(row.points, str(row.registration.player)) for row in standings_of(section).rows] == before
    assert list(Game.objects.filter(pairing__round__section=section).values_list("seq", "digest")) == records


def test_it_is_seen_by_its_officers_alone_and_cannot_be_published_by_the_service_nor_past_it(world, copy):
    with refused(Conflict, "rehearsal_not_published"):
        edit_event(actor=world.olga, now=LATER, event_id=copy.pk, changes={"published": True})
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.filter(pk=copy.pk).update(published=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.filter(pk=copy.pk).update(rehearsal=False)
    game = Game.objects.filter(pairing__round__section__event=copy).first()
    for actor, sees in ((world.chen, True), (world.hal, True), (world.pia, False), (world.sam, False)):
        assert (copy in event_list(actor)) is sees
        assert hooks.visible_to(actor, game) is sees


def test_a_second_copy_has_a_different_address_and_no_address_is_too_long(world, section, copy):
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"time_zone": "Europe/Kyiv"})
    world.do(schedule_publication, round_id=section.rounds.get(number=2).pk, at=LATER)
    second = rehearse_event(actor=world.olga, now=NOW, event_id=world.event.pk)
    assert (second.slug, second.time_zone) == ("spring-open-rehearsal-2", "Europe/Kyiv")
    assert not second.sections.get().rounds.exclude(publish_at=None).exists(), "no round is published by itself"
    Event.objects.filter(pk=world.event.pk).update(slug="a" * 60)
    third = rehearse_event(actor=world.olga, now=LATER, event_id=world.event.pk)
    assert third.slug == "a" * 50 + "-rehearsal"


def test_put_away_it_is_nowhere_and_its_records_are_kept(world, copy):
    games = Game.objects.filter(pairing__round__section__event=copy)
    count, game = games.count(), games.first()
    with refused(Conflict, "not_a_rehearsal"):
        archive_rehearsal(actor=world.olga, now=LATER, event_id=world.event.pk)
    archive_rehearsal(actor=world.chen, now=LATER, event_id=copy.pk)
    assert copy not in event_list(world.olga)
    assert not hooks.visible_to(world.olga, game)
    assert games.count() == count
    assert Log.objects.filter(event=copy, action="event.archived").count() == 1


def test_more_boards_take_no_more_queries(world):
    def queries(names, slug):
        world.round_robin(*names, published=1, slug=slug)
        with CaptureQueriesContext(connection) as captured:
            rehearse_event(actor=world.chen, now=LATER, event_id=world.event.pk)
        return len(captured)

    few = queries(NAMES, "main")
    many = queries([f"Player{letter}" for letter in "abcdefghijklmnop"], "large")
    # The second copy has both sections, and each section has a fixed cost.
    assert many <= few + 10
