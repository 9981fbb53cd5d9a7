"""The export and the inventory of personal data."""

import io
import json
import zipfile
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.test import Client

from tavleya.use import ErasureRule
from tests.pages.html import page_of
from tests.paths import APPS
from tests.privacy.conftest import AFTER, Hall
from tournaments.access import undeclared
from tournaments.models.access import ErasureRequest
from tournaments.models.player import Player
from upkeep.privacy.inventory import HOLDINGS, KINDS, Holding, declared
from upkeep.privacy.people import Person, person_of
from upkeep.privacy.views import export_person


def exported_data(content: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        data: dict[str, Any] = json.loads(archive.read("person.json"))
        data["files"] = archive.namelist()
    return data


def client_of(hall: Hall, name: str) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(type(hall.account).objects.get(username=name))
    return client


def test_the_file_has_every_kind_of_row_that_is_of_her(hall: Hall) -> None:
    result = exported_data(export_person(person_of(hall.account), now=AFTER))
    assert result["rows"]["tournaments.Player"][0]["family_name"] == "Zymenko"
    assert result["rows"]["tournaments.Player"][0]["birth_year"] == 1987
    assert result["rows"]["accounts.User"][0]["email"] == "halyna@zymenko.example"
    assert result["rows"]["games.Game"][0]["black_name"] == "Bob"
    named = {item["in"] for item in result["named_in"]}
    assert {"arbiter.Appeal", "documents.Award", "games.RecordText", "arbiter.Ruling"} <= named
    assert {"player.edited", "registration.added"} <= {item["action"] for item in result["log"]}
    assert len(result["files"]) == 2, "the data and the photograph of her sheet, without that of her opponent's"


def test_no_secret_is_in_it_and_nothing_of_an_account_where_there_is_none(hall: Hall) -> None:
    hall.account.set_password("a pass phrase of tests")
    hall.account.save()
    text = json.dumps(exported_data(export_person(person_of(hall.account), now=AFTER)))
    assert hall.account.password not in text
    withheld = {name for holding in HOLDINGS for name in holding.withheld}
    assert {"password", "digest", "session_key"} <= withheld
    result = exported_data(export_person(Person(None, (hall.player,)), now=AFTER))
    assert "accounts.User" not in result["rows"] and result["name"] == "Zymenko, Halyna"


def test_an_account_downloads_its_data_and_requests_erasure(hall: Hall) -> None:
    client = client_of(hall, "alice")
    assert exported_data(client.get("/account/data/file/").content)["name"] == "Halyna Zymenko"
    assert "Ask for erasure" in page_of(client.get("/account/data/")).words
    assert client.post("/account/data/").status_code == 302
    words = page_of(client.get("/account/data/")).words
    assert "You asked for erasure on" in words and "Ask for erasure" not in words
    assert ErasureRequest.objects.get().user == hall.account
    assert Client().get("/account/data/").status_code == 302


def test_with_a_private_link_too(hall: Hall, link: str) -> None:
    visitor = Client(headers={"accept-language": "en"})
    assert "Your personal data" in page_of(visitor.get(f"/my/{link}/")).words
    response = visitor.get(f"/my/{link}/data/")
    assert "Zymenko, Halyna" in page_of(response).words and "no-store" in response["Cache-Control"]
    assert exported_data(visitor.get(f"/my/{link}/data/file/").content)["name"] == "Zymenko, Halyna"
    assert visitor.post(f"/my/{link}/data/").status_code == 302
    assert ErasureRequest.objects.get().player == hall.player
    assert visitor.get(f"/my/{link[::-1]}/data/file/").status_code == 404


def test_an_administrator_sees_who_asked_and_does_it(hall: Hall, link: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Client().post(f"/my/{link}/data/")
    ada = client_of(hall, "ada")
    assert "Zymenko, Halyna" in page_of(ada.get("/administration/privacy/")).words
    assert "Zymenko, Halyna, 1987" in page_of(ada.get("/administration/privacy/?q=zymen")).words
    assert "No one matches." in page_of(ada.get("/administration/privacy/?q=petrosian")).words
    form_data = {"do": "erase", "player": hall.player.pk}
    assert ada.post("/administration/privacy/act/", form_data).status_code == 409, "not without the tick"
    monkeypatch.setattr("upkeep.privacy.views.timezone", SimpleNamespace(now=lambda: AFTER))
    response = ada.post("/administration/privacy/act/", {**form_data, "sure": "1"}, follow=True)
    words = page_of(response).words
    assert "The personal data have been erased." in words and "No requests are open." in words
    assert Player.objects.get(pk=hall.player.pk).erased_at == AFTER


def test_an_administrator_gets_a_conflict_if_erasure_is_too_early(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = client_of(hall, "ada")
    early = hall.world.event.created_at
    monkeypatch.setattr("upkeep.privacy.views.timezone", SimpleNamespace(now=lambda: early))
    erase = {"do": "erase", "player": hall.player.pk, "sure": "1"}
    response = ada.post("/administration/privacy/act/", erase)
    assert response.status_code == 409
    assert "still needs the names" in page_of(response).words
    export = {"do": "export", "account": hall.account.pk}
    result = exported_data(ada.post("/administration/privacy/act/", export).content)
    assert result["name"] == "Halyna Zymenko"


MODELS = [model for model in apps.get_models() if not model._meta.proxy]


def test_every_field_of_text_is_declared_and_each_declared_way_has_one_holding() -> None:
    ways = Counter()
    for model in MODELS:
        uses = declared(model._meta.label)
        fields = {field.name for field in (*model._meta.concrete_fields, *model._meta.many_to_many)}
        assert uses.keys() <= fields
        assert all(model._meta.get_field(name).is_relation for name in getattr(model, "relations", {}))
        # `manage.py check` covers the models of `APPS`.
        assert model._meta.app_label in APPS or {*undeclared(model)} <= uses.keys(), model
        ways.update((model._meta.label, way) for way in {use.person for use in uses.values()})
    holdings = Counter((holding.model, holding.way) for holding in HOLDINGS)
    assert Counter({key: count for key, count in ways.items() if isinstance(key[1], ErasureRule)}) == holdings


@pytest.mark.parametrize("holding", HOLDINGS, ids=lambda holding: f"{holding.model}-{holding.way.name}")
def test_the_lookups_of_a_holding_work(holding: Holding, db: None) -> None:
    rows = apps.get_model(holding.model)._default_manager
    for lookup in (*holding.account, *holding.player, *holding.event.split()):
        assert not rows.filter(**{lookup: 0}).exists()
    days = KINDS[holding.kind].days
    assert not days or getattr(settings, days) >= 0
    named = holding.way in (ErasureRule.NAMED, ErasureRule.NAMED_EMPTIED)
    assert bool(holding.event) == named, "whose text it is must be known to look for names in it"
