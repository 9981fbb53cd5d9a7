"""The desk's pages of online entry and of check-in."""

import re
import uuid
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client
from django.utils import timezone

from entries.models.check_in import CheckIn, Presence
from entries.services.check_in import set_check_in
from entries.services.online_entries.links import secret_of_key
from entries.services.online_entries.submission import submit_entry
from entries.services.online_entries.terms import set_entry_terms
from ratings.models.rated import RatedPlayer
from tavleya.actors import ANONYMOUS
from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.world import NOW, SYSTEM, World
from tournaments.models.entry import Entry, EntryTerms
from tournaments.models.section import Section
from tournaments.models.swiss import RequestedBye
from tournaments.services.events import edit_event
from tournaments.services.player_links import secret_of
from tournaments.services.players import add_player
from tournaments.services.sections import create_section

S = "/desk/spring-cup/rapid/"


@pytest.fixture
def section(world: World) -> Section:
    return create_section(
        actor=world.olga, now=NOW, event_id=world.event.pk, slug="rapid", names={"en": "Rapid"},
        game="chess", regime="fide-2023", format="swiss", rounds_planned=5,
    )  # fmt: skip


def entered(section: Section, *names: str, **changes: object) -> list[Entry]:
    set_entry_terms(actor=SYSTEM, now=NOW, section_id=section.pk, changes={"offered": True, **changes})
    return [
        submit_entry(
            actor=ANONYMOUS, now=timezone.now(), section_id=section.pk, key=uuid.uuid4(),
            given={"family_name": name, "email": f"{name.lower()}@example.org", "club": "=Riga"},
        )
        for name in names
    ]  # fmt: skip


ASKED = {"email": "optional", "club": "optional"}


def test_the_organiser_opens_the_form_and_what_a_limit_needs_is_asked(section):
    page = signed_in("olga").post(
        S + "entries/terms/",
        {
            "offered": "on", "closes_at": "2999-01-01T10:00", "places": "40", "waiting_list": "on",
            "asked_club": "optional", "federations": "ukr, pol", "sex": "f", "born_from": "2010",
            "most_byes": "1", "bye_rounds": ["1", "2"], "name_en": "I agree", "consent_link": "https://example.org/",
        },
    )  # fmt: skip
    assert page.status_code == 302
    terms = EntryTerms.objects.get(section=section)
    assert terms.asked == {
        "club": "optional", "federation": "required", "sex": "required", "birth_year": "required",
    }  # fmt: skip
    assert (terms.federations, terms.bye_rounds, terms.places) == (["UKR", "POL"], [1, 2], 40)
    content = signed_in("olga").get(S + "entries/terms/").content.decode()
    assert "2999-01-01T10:00" in content and "UKR, POL" in content


def test_a_form_that_players_cannot_open_yet_is_published_from_the_page_of_entries(section, world):
    olga = signed_in("olga")
    edit_event(actor=SYSTEM, now=NOW, event_id=world.event.pk, changes={"published": False})
    words = "players cannot open the entry form yet"
    assert words not in olga.get(S + "entries/").content.decode()
    entered(section)
    assert words in olga.get(S + "entries/").content.decode()
    page = olga.post(
        "/desk/spring-cup/edit/published/", {"published": "1", "back": S + "entries/"}, follow=True
    )
    assert page.redirect_chain == [(S + "entries/", 302)] and words not in page.content.decode()


def test_a_wrong_limit_is_reported_at_its_field(section):
    data = {"offered": "on", "lowest_rating": "2000", "highest_rating": "1800", "most_byes": "1"}
    page = signed_in("olga").post(S + "entries/terms/", data)
    assert page.status_code == 422 and 'data-code="limits_crossed"' in page.content.decode()


def test_an_entry_is_approved_and_that_is_undone_by_one_button(section):
    (entry,) = entered(section, "Tal", approval=True, asked=ASKED)
    olga = signed_in("olga")
    page = olga.post(S + "entries/", {"do": "approve", "entry": entry.pk}, follow=True).content.decode()
    assert section.registrations.count() == 1
    note = re.search(r'name="note" value="([^"]+)"', page)
    assert note is not None
    olga.post("/desk/spring-cup/undo/", {"note": note[1], "back": S + "entries/"})
    entry.refresh_from_db()
    assert entry.state == "pending" and not section.registrations.exists()


def test_the_desk_is_asked_who_a_namesake_is_and_whether_a_place_too_many_is_meant(section, world):
    add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name="Tal")
    tal, stein = entered(section, "Tal", "Stein", places=1)
    olga = signed_in("olga")
    page = olga.post(S + "entries/", {"do": "approve", "entry": tal.pk})
    assert page.status_code == 409 and "The same person" in page.content.decode()
    olga.post(S + "entries/", {"do": "approve", "entry": tal.pk, "who": "0"})
    page = olga.post(S + "entries/", {"do": "approve", "entry": stein.pk})
    assert "Confirm beyond the places" in page.content.decode()
    olga.post(S + "entries/", {"do": "approve", "entry": stein.pk, "confirmed": "beyond_the_places"})
    assert section.registrations.count() == 2


def test_entries_are_filtered_refused_moved_and_their_addresses_are_listed(section):
    entries = entered(section, "Tal", "Stein", "Geller", places=1, asked=ASKED)
    olga = signed_in("olga")
    page = olga.get(S + "entries/?state=waiting").content.decode()
    assert "stein@example.org, geller@example.org" in page and "tal@example.org" not in page
    olga.post(S + "entries/", {"do": "move", "entry": entries[2].pk, "to": "1"})
    olga.post(S + "entries/", {"do": "refuse", "entry": entries[1].pk, "reason": "No member"})
    olga.post(S + "entries/", {"do": "withdraw", "entry": entries[0].pk})
    assert dict(Entry.objects.values_list("family_name", "state")) == {
        "Tal": "withdrawn", "Stein": "refused", "Geller": "confirmed",
    }  # fmt: skip
    assert olga.post(S + "entries/", {"do": "promote", "entry": entries[0].pk}).status_code == 404


def test_an_action_from_an_outdated_page_is_refused_in_words(section):
    tal, stein, geller = entered(section, "Tal", "Stein", "Geller", places=1)
    olga = signed_in("olga")
    olga.post(S + "entries/", {"do": "withdraw", "entry": tal.pk})
    for sent, code in (
        ({"do": "withdraw", "entry": tal.pk}, "entry_not_confirmed"),
        ({"do": "move", "entry": stein.pk, "to": "2"}, "not_waiting"),
    ):
        page = olga.post(S + "entries/", sent)
        assert page.status_code == 409 and f'data-code="{code}"' in page.content.decode()
    geller.refresh_from_db()
    assert geller.state == "waiting"


def test_the_desk_reads_why_an_entry_was_left_to_it(section, world):
    add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name="Tal")
    tal, stein = entered(section, "Tal", "Stein", approval=True)
    Entry.objects.filter(pk=tal.pk).update(question="same_name")
    Entry.objects.filter(pk=stein.pk).update(question="no_such_round")
    page = signed_in("olga").get(S + "entries/").content.decode()
    assert page.count("A player of this name is known already") == 1
    assert page.count("could not be confirmed automatically") == 1


def test_the_desk_sees_both_names_of_an_id_and_decides_whose_it_is(section, world):
    RatedPlayer.objects.create(
        fide_id=1000104,
        name="Mulder, Iris",
        birth_year=2002,
        standard=2246,
        search_key=" mulder",
        family_key="mulder",
    )
    entered(section, asked={"fide_id": "optional", "birth_year": "optional"})
    impostor, iris = (
        submit_entry(
            actor=ANONYMOUS, now=timezone.now(), section_id=section.pk, key=uuid.uuid4(),
            given={"family_name": family, "given_name": value, "fide_id": 1000104, "birth_year": year},
        )
        for family, value, year in (("Impostor", "Ivan", 1999), ("Mulder", "Iris", 2002))
    )  # fmt: skip
    olga = signed_in("olga")
    words = page_of(olga.get(S + "entries/")).words
    assert "FIDE 1000104 in the rating list: Mulder, Iris (2002)" in words
    assert "Entered: Impostor, Ivan (1999)" in words and "The same ID: Mulder, Iris" in words
    own = Client().get(f"/entry/{secret_of_key(impostor.key)}/").content.decode()
    assert "another name or year of birth for the ID that you gave" in own
    act = {"do": "approve", "entry": impostor.pk}
    assert olga.post(S + "entries/", act).status_code == 409
    assert olga.post(S + "entries/", {**act, "owns_id": "0"}).status_code == 302
    assert sorted(section.registrations.values_list("player__family_name", "player__fide_id")) == [
        ("Impostor", None), ("Mulder", 1000104),
    ]  # fmt: skip
    assert iris.state == "confirmed"


def test_a_second_question_about_an_entry_keeps_the_answer_to_whose_the_id_is(section, world):
    RatedPlayer.objects.create(fide_id=7, name="Mulder, Iris", search_key=" mulder", family_key="mulder")
    add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name="Tal")
    (tal,) = entered(section, "Tal", asked={"fide_id": "optional"})
    Entry.objects.filter(pk=tal.pk).update(fide_id=7, question="id_differs")
    olga, act = signed_in("olga"), {"do": "approve", "entry": tal.pk}
    page = page_of(olga.post(S + "entries/", {**act, "owns_id": "0"}))
    assert "The same person" in page.text and page.find(name="owns_id")[0]["value"] == "0"
    assert olga.post(S + "entries/", {**act, "owns_id": "0", "who": "0"}).status_code == 302
    assert section.registrations.get().player.fide_id is None


def test_the_list_is_given_out_as_a_table_without_formulas(section):
    entered(section, "Tal", "Stein", asked=ASKED)
    olga = signed_in("olga")
    text = olga.get(S + "entries.csv").content.decode("utf-8-sig")
    assert "tal@example.org" in text and "'=Riga" in text
    book = ZipFile(BytesIO(olga.get(S + "entries.xlsx").content))
    assert "Stein" in book.read("xl/sharedStrings.xml").decode()


def test_check_in_is_held_and_who_is_not_there_is_left_out(section, world):
    entered(section, "Tal", "Stein", "Geller")
    olga, hana = signed_in("olga"), signed_in("hana")
    assert hana.post(S + "check-in/", {"do": "set"}).status_code == 403
    assert olga.post(S + "check-in/", {"do": "set"}).status_code == 302
    tal, stein, geller = section.registrations.order_by("number")
    for item in (tal, stein):
        hana.post(S + "check-in/", {"do": "in", "registration": item.pk})
    hana.post(S + "check-in/", {"do": "out", "registration": stein.pk})
    assert list(Presence.objects.values_list("registration", flat=True)) == [tal.pk]
    page = hana.get(S + "check-in/").content.decode()
    assert "1 of 3 players checked in" in page and "Leave them out" not in page
    # One of the players listed as missing has checked in meanwhile.
    visible = [stein.pk, geller.pk]
    hana.post(S + "check-in/", {"do": "in", "registration": stein.pk})
    done = olga.post(S + "check-in/", {"do": "leave-out", "absent": visible}, follow=True).content.decode()
    assert "1 player is left out of the round." in done
    assert RequestedBye.objects.get().registration == geller
    note = re.search(r'name="note" value="([^"]+)"', done)
    assert note is not None
    olga.post("/desk/spring-cup/undo/", {"note": note[1], "back": S + "check-in/"})
    assert not RequestedBye.objects.exists()


def test_a_player_checks_in_on_their_own_page_while_it_is_open(section, world):
    (entry,) = entered(section, "Tal")

    url = f"/my/{secret_of(entry.player.player_links.get())}/"
    now = timezone.now()
    client = signed_in("charlie")
    assert "Check-in" not in client.get(url).content.decode()
    times = {"opens_at": now + timedelta(hours=1), "closes_at": now + timedelta(hours=2)}
    set_check_in(actor=world.olga, now=now, section_id=section.pk, round_number=1, **times)
    assert "Check-in opens" in client.get(url).content.decode()
    set_check_in(actor=world.olga, now=now, section_id=section.pk, round_number=1)
    assert "I am here: check in" in client.get(url).content.decode()
    registration = section.registrations.get()
    client.post(url, {"do": "here", "registration": registration.pk, "round": 1})
    assert "You are checked in since" in client.get(url).content.decode()
    assert Presence.objects.get().own and CheckIn.objects.count() == 1
