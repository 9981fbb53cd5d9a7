"""Players enter a section themselves: terms, places, waiting list, changes, withdrawal, and decisions of the desk."""

import uuid
from datetime import timedelta
from typing import Any

import pytest

from entries.selectors.online_entries import entry_door, waiting_list
from entries.services.entry_decisions import approve_entry, move_entry, refuse_entry, reopen_entry, secret_of_key
from entries.services.entry_places import set_entry_terms
from entries.services.entry_submission import change_entry, submit_entry, withdraw_entry
from ratings.models import RatedPlayer
from tavleya.actors import ANONYMOUS
from tavleya.errors import BadInput, Conflict, NotPermitted
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW, World
from tests.tournaments.swiss import names
from tournaments.models.activity import Log
from tournaments.models.entry import Entry, EntryState, EntryTerms
from tournaments.models.section import Section
from tournaments.models.swiss import ByeRequest, PlayerLink
from tournaments.services.attendance import record_absences
from tournaments.services.players import add_player
from tournaments.services.section_settings import edit_section
from tournaments.services.sections import enter_player, withdraw_player
from tournaments.services.swiss import pair_next_round

pytestmark = pytest.mark.django_db


def open_entries(world: World, **changes: Any) -> Section:
    section = world.section(format="swiss", rounds_planned=5)
    set_entry_terms(actor=world.olga, now=NOW, section_id=section.pk, changes={"offered": True, **changes})
    return section


def enter(section: Section, name: str, key: uuid.UUID | None = None, **arguments: Any) -> Entry:
    return submit_entry(
        actor=ANONYMOUS,
        now=arguments.pop("now", NOW),
        section_id=section.pk,
        key=key or uuid.uuid4(),
        given={"family_name": name, **arguments},
        language="en",
    )


def secret(entry: Entry) -> str:
    return secret_of_key(entry.key)


def states(section: Section) -> dict[str, str]:
    return dict(section.entries.values_list("family_name", "state"))


def test_entries_open_and_close_at_their_times_and_not_without_a_form(world):
    section = world.section(format="swiss", rounds_planned=5)
    with refused(Conflict, "entries_closed"):
        enter(section, "Tal")
    section = open_entries(world, opens_at=NOW, closes_at=LATER)
    for when in (NOW - timedelta(seconds=1), LATER):
        with refused(Conflict, "entries_closed"):
            enter(section, "Tal", now=when)
    assert enter(section, "Tal", now=LATER - timedelta(seconds=1)).state == EntryState.CONFIRMED


def test_an_entry_is_confirmed_as_a_player_of_the_section_with_a_page_of_their_own(world):
    section = open_entries(world, asked={"club": "optional", "birth_date": "optional", "email": "optional"})
    entry = enter(section, "Tal", given_name="Mikhail", club="Riga", phone="+371 1")
    assert (entry.state, entry.phone) == (EntryState.CONFIRMED, "")  # the phone was not asked for
    registration = section.registrations.select_related("player").get()
    assert registration.player == entry.player
    assert (registration.player.full_name, registration.player.club) == ("Tal, Mikhail", "Riga")
    assert PlayerLink.objects.filter(player=entry.player, revoked_at=None).count() == 1


def test_a_form_that_is_sent_twice_makes_one_entry(world):
    section, key = open_entries(world), uuid.uuid4()
    assert enter(section, "Tal", key) == enter(section, "Tal", key)
    assert section.entries.count() == section.registrations.count() == 1


def test_the_same_fide_id_enters_once(world):
    section = open_entries(world, asked={"fide_id": "optional"}, places=1)
    enter(section, "Tal", fide_id=13900048)
    with refused(Conflict, "already_entered"):
        enter(section, "Tahl", fide_id=13900048)
    assert enter(section, "Stein", fide_id=13900064).state == EntryState.WAITING
    with pytest.raises(Conflict):
        enter(section, "Stein", fide_id=13900064)


LIMITS: list[tuple[dict[str, object], dict[str, object], str]] = [
    ({"born_from": 2010}, {"birth_year": 2009}, "born_too_early"),
    ({"born_until": 1960}, {"birth_year": 1961}, "born_too_late"),
    ({"born_from": 2010}, {}, "field_required"),
    ({"federations": ["UKR"]}, {"federation": "POL"}, "federation_not_admitted"),
    ({"sex": "f"}, {"sex": "m"}, "sex_not_admitted"),
    ({"highest_rating": 2000}, {"fide_id": 1}, "rated_too_high"),
    ({"lowest_rating": 2200}, {"fide_id": 1}, "rated_too_low"),
    ({"asked": {"phone": "required"}}, {}, "field_required"),
    ({"consent": {"en": "I agree"}}, {}, "consent_missing"),
    ({"bye_rounds": [1], "most_byes": 1}, {"bye_rounds": [2]}, "no_such_round"),
    ({"bye_rounds": [1, 2], "most_byes": 1}, {"bye_rounds": [1, 2]}, "too_many_byes"),
]


@pytest.mark.parametrize(("terms", "fields", "code"), LIMITS)
def test_an_entry_beyond_a_limit_is_refused_with_the_limit(world, terms, fields, code):
    RatedPlayer.objects.create(fide_id=1, name="Tal, M", standard=2100, search_key=" tal", family_key="tal")
    section = open_entries(world, **{"asked": {"fide_id": "optional"}, **terms})
    with refused(BadInput, code):
        enter(section, "Tal", **fields)
    assert not section.entries.exists() and not section.registrations.exists()


def test_an_entry_within_the_limits_is_completed_from_the_rating_list(world):
    RatedPlayer.objects.create(
        fide_id=1, name="Polgar, Judit", standard=2100, sex="f", federation="HUN", birth_year=1976, title="GM",
        search_key=" polgar", family_key="polgar",
    )  # fmt: skip
    section = open_entries(
        world, asked={"fide_id": "optional"}, lowest_rating=2000, highest_rating=2100, consent={"en": "Yes"}
    )
    entry = enter(section, "Polgar", given_name="Judit", fide_id=1, consent=True)
    player = entry.player
    assert (player.title, player.federation, player.birth_year, player.sex) == ("GM", "HUN", 1976, "f")
    registration = section.registrations.get()
    assert (registration.rating, registration.rating_source) == (2100, "standard")
    assert registration.player.rating_sources == {"standard": "list"} and entry.consented_at == NOW


def test_byes_asked_for_with_the_entry_wait_for_an_official(world):
    entry = enter(open_entries(world, bye_rounds=[1, 3], most_byes=2), "Tal", bye_rounds=[3])
    bye_request = ByeRequest.objects.get(registration__player=entry.player)
    assert (bye_request.round_number, bye_request.kind, bye_request.granted) == (3, "half", None)


def test_past_the_places_entries_wait_and_move_up_in_their_order(world):
    section = open_entries(world, places=2)
    first, _, third, fourth = (enter(section, name) for name in ("Tal", "Stein", "Geller", "Keres"))
    assert states(section) == {"Tal": "confirmed", "Stein": "confirmed", "Geller": "waiting", "Keres": "waiting"}
    withdraw_entry(actor=ANONYMOUS, now=LATER, secret=secret(first))
    assert states(section)["Geller"] == "confirmed" and states(section)["Keres"] == "waiting"
    assert names(section) == ["Stein", "Geller"]
    third.refresh_from_db()
    assert third.player is not None
    assert Log.objects.filter(action="entry.moved_up", subject=f"entry:{third.pk}").count() == 1
    assert [entry.pk for entry in waiting_list(section)] == [fourth.pk]
    set_entry_terms(actor=world.olga, now=LATER, section_id=section.pk, changes={"places": 3})
    assert states(section)["Keres"] == "confirmed"


def test_a_player_withdrawn_or_removed_by_the_desk_frees_a_place(world):
    section = open_entries(world, places=1)
    enter(section, "Tal")
    enter(section, "Stein")
    key = section.registrations.get().pk
    withdraw_player(actor=world.olga, now=LATER, registration_id=key)
    assert states(section) == {"Tal": "withdrawn", "Stein": "confirmed"}
    key = section.registrations.get().pk
    enter(section, "Geller")
    record_absences(actor=world.olga, now=LATER, section_id=section.pk, withdrawn_ids=[key])
    assert names(section) == ["Geller"]


def test_a_withdrawal_that_the_desk_takes_back_confirms_the_entry_again(world):
    section = open_entries(world)
    entry = enter(section, "Tal")
    withdraw_player(actor=world.olga, now=LATER, registration_id=section.registrations.get().pk)
    enter_player(actor=world.olga, now=LATER, section_id=section.pk, player_id=entry.player_id)
    assert states(section) == {"Tal": "confirmed"}


def test_an_entry_that_cannot_be_confirmed_does_not_stand_in_the_way_of_who_withdraws(world):
    section = open_entries(world, places=1, bye_rounds=[5])
    first, second = enter(section, "Tal"), enter(section, "Stein", bye_rounds=[5])
    edit_section(actor=world.olga, now=NOW, section_id=section.pk, changes={"rounds_planned": 4})
    withdraw_entry(actor=ANONYMOUS, now=LATER, secret=secret(first))
    assert states(section) == {"Tal": "withdrawn", "Stein": "pending"} and names(section) == []
    second.refresh_from_db()
    assert (second.question, second.player) == ("no_such_round", None)


def test_players_of_the_desk_count_among_the_places_and_without_a_waiting_list_the_section_is_full(world):
    section = open_entries(world, places=1)
    world.enter(section, "Petrosian")
    assert enter(section, "Tal").state == EntryState.WAITING
    set_entry_terms(actor=world.olga, now=NOW, section_id=section.pk, changes={"waiting_list": False})
    with refused(Conflict, "section_full"):
        enter(section, "Stein")


def test_once_a_round_is_paired_entries_are_over_and_the_waiting_list_does_not_move(world):
    section = open_entries(world, places=2)
    first, *_ = (enter(section, name) for name in ("Tal", "Stein", "Geller"))
    pair_next_round(actor=world.olga, now=NOW, section_id=section.pk, number=1, first_colour="white")
    entry = withdraw_entry(actor=ANONYMOUS, now=LATER, secret=secret(first))
    assert entry.state == EntryState.CONFIRMED and entry.withdrawal_asked_at == LATER
    assert entry_door(Section.objects.get(pk=section.pk), NOW) is None
    with refused(Conflict, "entries_closed"):
        enter(section, "Spassky")
    world.do(withdraw_player, LATER, registration_id=section.registrations.get(player=entry.player).pk)
    entry.refresh_from_db()
    assert entry.state == EntryState.WITHDRAWN and entry.withdrawal_asked_at is None
    assert states(section)["Geller"] == "waiting"


def test_a_player_already_in_the_event_is_matched_by_fide_id(world):
    existing = world.do(add_player, event_id=world.event.pk, family_name="Tal", fide_id=13900048)
    section = open_entries(world, asked={"fide_id": "optional"})
    assert enter(section, "Tahl", fide_id=13900048).player == existing


def test_a_known_name_is_a_question_for_the_desk_and_holds_a_place(world):
    existing = add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name="Tal")
    section = open_entries(world, places=1)
    entry = enter(section, "Tal")
    assert (entry.state, entry.question, entry.player) == (EntryState.PENDING, "same_name", None)
    assert enter(section, "Stein").state == EntryState.WAITING
    with pytest.raises(Conflict) as excinfo:
        approve_entry(actor=world.olga, now=LATER, entry_id=entry.pk)
    assert excinfo.value.detail["namesakes"] == [existing.pk]
    approve_entry(actor=world.olga, now=LATER, entry_id=entry.pk, who=existing.pk)
    assert section.registrations.get().player == existing


def test_only_the_holder_of_the_link_can_change_the_entry(world):
    section = open_entries(world, places=1, asked={"phone": "optional"}, closes_at=LATER)
    enter(section, "Tal")
    entry = enter(section, "Stien")
    changed = change_entry(actor=ANONYMOUS, now=NOW, secret=secret(entry), given={"family_name": "Stein", "phone": "1"})
    assert (changed.family_name, changed.phone, changed.state) == ("Stein", "1", EntryState.WAITING)
    for wrong in ("x" * 24, secret(entry)[:-1] + "~"):
        with pytest.raises(NotPermitted):
            change_entry(actor=ANONYMOUS, now=NOW, secret=wrong, given={"family_name": "X"})
    with refused(Conflict, "entries_closed"):
        change_entry(actor=ANONYMOUS, now=LATER, secret=secret(entry), given={"family_name": "X"})


def test_a_confirmed_entrant_can_change_only_contact_details(world):
    entry = enter(open_entries(world, asked={"phone": "optional", "club": "optional"}), "Tal", club="Riga")
    values = {"family_name": "Fischer", "club": "Brooklyn", "phone": "+371 1"}
    change_entry(actor=ANONYMOUS, now=LATER, secret=secret(entry), given=values)
    entry.refresh_from_db()
    assert (entry.family_name, entry.club, entry.phone) == ("Tal", "Riga", "+371 1")


def test_with_approval_an_entry_waits_for_an_official(world):
    section = open_entries(world, approval=True, places=1)
    entry, other = enter(section, "Tal"), enter(section, "Stein")
    assert (entry.state, other.state) == (EntryState.PENDING, EntryState.WAITING)
    refuse_entry(actor=world.olga, now=LATER, entry_id=entry.pk, reason="Not a member")
    assert states(section) == {"Tal": "refused", "Stein": "pending"}
    approve_entry(actor=world.olga, now=LATER, entry_id=other.pk)
    assert names(section) == ["Stein"]
    with refused(Conflict, "entry_is_decided"):
        approve_entry(actor=world.olga, now=LATER, entry_id=other.pk)


def test_an_entry_is_confirmed_beyond_the_places_only_when_that_is_confirmed(world):
    section = open_entries(world, places=1)
    enter(section, "Tal")
    entry = enter(section, "Stein")
    with pytest.raises(Conflict) as excinfo:
        approve_entry(actor=world.olga, now=LATER, entry_id=entry.pk)
    assert excinfo.value.detail["confirm"] == ["beyond_the_places"]
    approve_entry(actor=world.olga, now=LATER, entry_id=entry.pk, confirmed=["beyond_the_places"])
    assert names(section) == ["Tal", "Stein"]


def test_the_waiting_list_is_put_in_another_order(world):
    section = open_entries(world, places=1)
    first, second, third, fourth = (enter(section, name) for name in ("Tal", "Stein", "Geller", "Keres"))
    move_entry(actor=world.olga, now=LATER, entry_id=fourth.pk, to=1)
    assert [entry.pk for entry in waiting_list(section)] == [fourth.pk, second.pk, third.pk]
    move_entry(actor=world.olga, now=LATER, entry_id=fourth.pk, to=99)
    assert [entry.pk for entry in waiting_list(section)] == [second.pk, third.pk, fourth.pk]
    with refused(Conflict, "not_waiting"):
        move_entry(actor=world.olga, now=LATER, entry_id=first.pk, to=1)


def test_a_decision_is_undone_without_giving_away_another_place(world):
    section = open_entries(world, approval=True, places=1)
    entry, other = enter(section, "Tal"), enter(section, "Stein")
    approve_entry(actor=world.olga, now=LATER, entry_id=entry.pk)
    reopen_entry(actor=world.olga, now=LATER, entry_id=entry.pk, state="pending")
    assert states(section) == {"Tal": "pending", "Stein": "waiting"} and names(section) == []
    refuse_entry(actor=world.olga, now=LATER, entry_id=other.pk)
    reopen_entry(actor=world.olga, now=LATER, entry_id=other.pk, state="waiting")
    assert states(section)["Stein"] == "waiting"


def test_terms_that_contradict_themselves_are_refused(world):
    section = world.section(format="swiss", rounds_planned=5)
    for changes, code in (
        ({"opens_at": LATER, "closes_at": NOW}, "entries_close_too_early"),
        ({"lowest_rating": 2000, "highest_rating": 1900}, "limits_crossed"),
        ({"born_from": 2010, "born_until": 2000}, "limits_crossed"),
        ({"asked": {"shoe_size": "required"}}, "unknown_entry_field"),
        ({"asked": {"club": "perhaps"}}, "unknown_entry_field"),
        ({"federations": ["Poland"]}, "bad_federation"),
        ({"bye_rounds": [6]}, "no_such_round"),
        ({"places": 0}, "bad_field"),
        ({"consent_link": "javascript:alert(1)"}, "bad_field"),
    ):
        with refused(BadInput, code):
            set_entry_terms(actor=world.olga, now=NOW, section_id=section.pk, changes=changes)
    assert not EntryTerms.objects.exists()


def test_the_log_does_not_name_people_who_have_only_entered(world):
    section = open_entries(world, places=1)
    enter(section, "Tal")
    entry = enter(section, "Stein", given_name="Leonid")
    refuse_entry(actor=world.olga, now=LATER, entry_id=entry.pk, reason="Stein is late")
    text = str(list(Log.objects.filter(subject=f"entry:{entry.pk}").values_list("before", "after")))
    assert "refused" in text and "Stein" not in text
