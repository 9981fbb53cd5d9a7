"""Followers of a person get a notification for each public event of the person: entered, paired, results, standings."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from notifications.models import Delivery, Notice, Subscription
from notifications.services.audience import note_entered
from notifications.services.due_lines import spread_due
from notifications.services.outbox import stop_token
from notifications.services.sending import send_due
from notifications.services.subscriptions import Choice, Subject, stop_by_link, subscribe
from people.services.person_acts import UNDONE_FOR, forget_emptied
from people.services.persons import hide_person, join_known, join_players, undo_person_act
from tavleya.actors import ANONYMOUS
from tavleya.errors import BadInput, NotFound
from tests.pages.public.test_people import cup, person_of, player_of
from tests.tournaments.push_service import Browser, PushService, _push, follow  # noqa: F401
from tests.tournaments.receivers import HERE
from tests.world import NOW, SYSTEM, World
from tournaments.models.player import Person, Player
from tournaments.services.events import edit_event
from tournaments.services.final_table import finalise_table
from tournaments.services.players import edit_player
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round, publish_round, start_round
from upkeep.privacy.erasure import erase_players

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def first_cup(db: None) -> World:
    """Create two finished events before the person is followed."""
    world = cup("one")
    cup("two")
    join_known(NOW)
    return world


def coming_cup(slug: str) -> World:
    """Create a cup and notify of its pairings before its players are joined to persons."""
    world = cup(slug, "", day=NOW.date())
    spread_due(NOW)
    return world


def subject_for(world: World, name: str = "alice") -> Subject:
    return Subject(None, person=Person.objects.get(pk=person_of(world, name)))


def run_tasks() -> None:
    """Run the tasks of the worker that come before sending."""
    join_known(NOW)
    note_entered(NOW)
    spread_due(NOW)


def pushed_titles(service: PushService, browser: Browser) -> list[str]:
    """Run all tasks of the worker; return the titles of all messages that the browser has shown."""
    run_tasks()
    send_due("push", NOW, HERE)
    return [message["title"] for message in service.to(browser)]


def enter_win(world: World) -> None:
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")


def organiser_joins(world: World, other: World) -> None:
    first, second = (player_of(cup_world, "alice").pk for cup_world in (world, other))
    join_players(actor=world.olga, now=NOW, player_id=first, same_as=second, reason="the same")


def hide(world: World, hidden: bool = True) -> None:
    key = player_of(world, "alice").pk
    hide_person(actor=world.olga, now=NOW, player_id=key, hidden=hidden, reason="asked for it")


def cups_of_strangers(*slugs: str) -> list[World]:
    """Create cups of another Alice and another Bob, who have other FIDE IDs."""
    worlds = [coming_cup(slug) for slug in slugs]
    events = [world.event for world in worlds]
    Player.objects.filter(event__in=events).update(fide_id=None)
    for name, fide_id in (("Alice", 4_100_034), ("Bob", 4_100_042)):
        Player.objects.filter(event__in=events, family_name=name).update(fide_id=fide_id)
    join_known(NOW)
    return worlds


def test_a_follower_is_notified_once_of_new_events_and_results_of_the_person(first_cup, service):
    phone, other = service.browser(), service.browser()
    follow(subject_for(first_cup), phone, NOW)
    assert pushed_titles(service, phone) == []  # the page showed these already
    third = coming_cup("three")
    assert pushed_titles(service, phone) == ["Alice plays in Spring Cup"] == pushed_titles(service, phone)
    (message,) = service.to(phone)
    assert "/events/three/" in message["url"] and "Open" in message["body"]
    alice = Subject(third.event, player=player_of(third, "alice"))
    for subject in (subject_for(first_cup), alice, Subject(third.event)):
        follow(subject, other, NOW)
    enter_win(third)
    assert len(pushed_titles(service, other)) == 1
    assert pushed_titles(service, phone)[1:] == ["Round 1: Alice – Bob, 1\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}0"]


def test_pairings_and_final_standings_are_notified(first_cup, service):
    phone = service.browser()
    follow(subject_for(first_cup), phone, NOW, "pairings", "standings")
    third = World(slug="three", game="chess", regime="fide-2023", published=False)
    edit_player(actor=third.olga, now=NOW, player_id=player_of(third, "alice").pk, changes={"fide_id": 4_100_018})
    join_known(NOW)
    publish_round(actor=third.olga, now=NOW, round_id=third.rounds[0].pk)
    assert pushed_titles(service, phone) == ["Round 1: Alice – Bob, board 1"]
    start_round(actor=third.olga, now=NOW, round_id=third.rounds[0].pk)
    enter_win(third)
    close_round(actor=third.artur, now=NOW, round_id=third.rounds[0].pk)
    finalise_table(actor=third.artur, now=NOW, section_id=third.section.pk)
    assert pushed_titles(service, phone)[1:] == ["The standings are final: Open"]


def test_an_event_published_later_is_notified_on_publication(first_cup, service):
    phone = service.browser()
    follow(subject_for(first_cup), phone, NOW)
    third = coming_cup("three")
    edit_event(actor=third.olga, now=NOW, event_id=third.event.pk, changes={"published": False})
    assert pushed_titles(service, phone) == []
    enter_win(third)
    assert pushed_titles(service, phone) == []
    edit_event(actor=third.olga, now=NOW, event_id=third.event.pk, changes={"published": True})
    assert pushed_titles(service, phone) == ["Alice plays in Spring Cup"]


def test_one_click_ends_all_of_it(first_cup, service):
    phone = service.browser()
    subscription = follow(subject_for(first_cup), phone, NOW)
    third = coming_cup("three")
    run_tasks()
    assert Client().post(reverse("notifications_stop", args=[stop_token(subscription)])).status_code == 200
    enter_win(third)
    assert pushed_titles(service, phone) == []
    assert not Notice.objects.exists()


def test_hiding_a_person_ends_follows_even_if_the_person_is_shown_again(first_cup, service):
    phone, other = service.browser(), service.browser()
    follow(subject_for(first_cup), phone, NOW)
    follow(subject_for(first_cup, "bob"), other, NOW)
    third = coming_cup("three")
    run_tasks()
    for hidden in (True, False):
        hide(first_cup, hidden)
    enter_win(third)
    assert pushed_titles(service, phone) == []
    assert len(pushed_titles(service, other)) == 2
    assert Subscription.objects.get(address=phone.endpoint).ended_because == "hidden"


def test_messages_about_an_erased_player_are_not_sent_and_with_the_last_one_the_follow_is_gone(first_cup, service):
    phone, third = service.browser(), cup("three", "")
    join_known(NOW)
    follow(subject_for(first_cup), phone, NOW)
    enter_win(third)
    spread_due(NOW)
    assert Delivery.objects.filter(state="queued").count() == 1
    erase_players(actor=SYSTEM, now=NOW, player_ids=[player_of(third, "alice").pk])
    assert pushed_titles(service, phone) == []
    assert "Alice" not in "".join(Delivery.objects.values_list("title", flat=True))
    for key in list(Player.objects.filter(person=person_of(first_cup)).values_list("pk", flat=True)):
        erase_players(actor=SYSTEM, now=NOW, player_ids=[key])
    assert not Subscription.objects.exists()


def test_followers_of_two_joined_persons_are_notified_of_both_until_it_is_undone(first_cup, service):
    first, second = service.browser(), service.browser()
    three, four = cups_of_strangers("three", "four")
    follow(subject_for(first_cup), first, NOW)
    follow(subject_for(three), second, NOW)
    organiser_joins(first_cup, three)
    assert pushed_titles(service, first) == ["Alice plays in Spring Cup"] * 2  # in three and four
    enter_win(four)
    assert len(pushed_titles(service, first)) == 3 and len(pushed_titles(service, second)) == 1
    act = player_of(three, "alice").joins.get(ended_by=None).by
    undo_person_act(actor=three.olga, now=NOW, act_id=act.pk, player_id=player_of(three, "alice").pk)
    enter_win(three)
    assert len(pushed_titles(service, first)) == 3 and len(pushed_titles(service, second)) == 2


def test_a_follower_of_two_joined_persons_is_notified_once_and_unsubscribes_by_one_click(first_cup, service):
    phone = service.browser()
    three, four = cups_of_strangers("three", "four")
    subscription = follow(subject_for(first_cup), phone, NOW)
    follow(subject_for(three), phone, NOW)
    organiser_joins(first_cup, three)
    assert pushed_titles(service, phone) == ["Alice plays in Spring Cup"] * 2 == pushed_titles(service, phone)
    enter_win(four)
    assert len(pushed_titles(service, phone)) == 3
    stop_by_link(now=NOW, token=stop_token(subscription))
    enter_win(three)
    assert len(pushed_titles(service, phone)) == 3


def test_a_follow_outlives_the_person_that_another_took_in(first_cup, service):
    phone, late = service.browser(), NOW + UNDONE_FOR + timedelta(days=1)
    three, _ = cups_of_strangers("three", "four")
    subject = subject_for(three)
    follow(subject, phone, NOW)
    organiser_joins(first_cup, three)
    assert forget_emptied(late) == 1
    assert Subscription.objects.get().person_id == person_of(first_cup)
    assert follow(subject_for(first_cup), phone, late).pk == Subscription.objects.get().pk


def test_a_person_without_a_public_page_cannot_be_followed(first_cup, service):
    subject, page = subject_for(first_cup), reverse("follow_person", args=[person_of(first_cup)])
    values = {"channel": "email", "address": "a@example.org", "choice": Choice(["entered"], "en")}
    with pytest.raises(BadInput):  # a person is followed on a device alone
        subscribe(actor=ANONYMOUS, now=NOW, subject=subject, **values)
    assert Client().get(page).status_code == 200
    hide(first_cup)
    assert Client().get(page).status_code == 410
    with pytest.raises(NotFound):
        follow(subject, service.browser(), NOW)
    assert Client().get(reverse("follow_person", args=[999_999])).status_code == 404


def test_the_page_of_a_person_leads_to_it_and_the_form_follows(first_cup):
    client, browser = Client(headers={"accept-language": "en"}), Browser("https://receiver.test/send/a")
    page = reverse("follow_person", args=[person_of(first_cup)])
    content = client.get(reverse("person_short", args=[person_of(first_cup)]), follow=True).content.decode()
    assert f'href="{page}"' in content
    form = {"kinds": ["entered"], "language": "en", "do": "device"}
    client.post(page, form | {"endpoint": browser.endpoint, **browser.keys})
    subscription = Subscription.objects.get()
    assert (subscription.person_id, subscription.event_id) == (person_of(first_cup), None)
    assert subscription.kinds == ["entered"]
    stop_page = client.get(reverse("notifications_stop", args=[stop_token(subscription)])).content.decode()
    assert "Alice" in stop_page and "Every event" in stop_page
    client.post(page, {"do": "remove", "endpoint": browser.endpoint})
    subscription.refresh_from_db()
    assert subscription.ended_at is not None
