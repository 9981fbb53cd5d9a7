"""An organiser joins a player with one of another event, and takes it back; a player says so on the own page."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from people.models import PersonAct
from people.services.persons import join_known
from tavleya.actors import Actor
from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.tournaments.persons import FIDE_ID, plays
from tests.world import NOW, person
from tournaments.models.player import Player
from tournaments.services.players import issue_player_links, secret_of

pytestmark = pytest.mark.django_db


def own_page(player: Player) -> str:
    organiser = get_user_model().objects.get(username=f"o-{player.event.slug}")
    issue_player_links(actor=Actor(organiser.pk, ""), now=NOW, event_id=player.event_id)
    link = player.player_links.get()
    return f"/my/{secret_of(link)}/person/"


def test_an_organiser_finds_joins_separates_and_undoes() -> None:
    first, second = plays("one", "Polgar", "Judit"), plays("two", "Polgar", "J.")
    client, address = signed_in("o-one"), f"/desk/one/people/{first.pk}/"
    page = page_of(client.get(address))
    assert page.problems == [] and f'value="{second.pk}"' in client.get(address).content.decode()
    assert client.post(address, {"do": "join", "other": second.pk, "reason": ""}).status_code == 422
    assert client.post(address, {"do": "join", "other": second.pk, "reason": "told me"}).status_code == 302
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.person_id == second.person_id is not None
    text = page_of(client.get(address)).text
    assert "Joined by an official" in text
    assert "told me" in text
    act = PersonAct.objects.get()
    assert client.post(address, {"do": "undo", "act": act.pk}).status_code == 302
    second.refresh_from_db()
    assert second.person_id is None


def test_a_signed_in_player_claims_a_page_and_a_visitor_is_asked_to_sign_in() -> None:
    first, second = plays("one", "Petrenko"), plays("two", "Petrenko")
    person("olena")
    player = signed_in("olena")
    for each in (first, second):
        address = own_page(each)
        assert "Sign in" in page_of(Client(headers={"accept-language": "en"}).get(address)).text
        assert Client().post(address, {"do": "claim"}).status_code == 403
        assert page_of(player.get(address)).problems == []
        assert player.post(address, {"do": "claim"}).status_code == 302
        each.refresh_from_db()
    assert first.person_id == second.person_id is not None
    assert player.post(own_page(second), {"do": "unclaim"}).status_code == 302
    second.refresh_from_db()
    assert second.person_id is None


def test_a_player_asks_for_no_public_page_without_an_account() -> None:
    first, second = plays("one", "Carlsen", fide_id=FIDE_ID), plays("two", "Carlsen", fide_id=FIDE_ID)
    join_known(NOW)
    address = own_page(first)
    visitor = Client(headers={"accept-language": "en"})
    assert visitor.post(address, {"do": "hide"}).status_code == 302
    for each in (first, second):
        each.refresh_from_db()
        assert not each.on_person_page
    assert "You have no public page" in page_of(visitor.get(address)).text
    assert visitor.post(address, {"do": "show"}).status_code == 302
    second.refresh_from_db()
    assert second.on_person_page
