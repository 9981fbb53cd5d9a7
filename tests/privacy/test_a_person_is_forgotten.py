"""A person is forgotten, and fair play stays confidential."""

import io
import json
import zlib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import IntegrityError, models, transaction
from pytest_django.fixtures import Settings

from accounts.models import User
from fairplay.models import Complaint, Declaration, Inspection
from fairplay.services import receive_complaint, record_declaration, record_inspection
from games.models.game import Game
from games.models.record import RecordText
from games.models.sheet import SheetPhoto
from games.services.record import export_record
from games.verification import verify as verify_records
from tavleya.errors import Conflict, NotFound, NotPermitted
from tavleya.record.ndjson import verify
from tests.privacy.conftest import AFTER, NAME, Hall
from tests.privacy.test_personal_data_export import exported_data
from tests.refusals import refused
from tests.world import NOW, SYSTEM
from tournaments.access import TEXTS
from tournaments.models.access import ErasureRequest
from tournaments.models.activity import Log
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.models.swiss import PlayerLink
from tournaments.selectors.standings import standings_of
from upkeep.privacy import erasure
from upkeep.privacy.erasure import forget_old
from upkeep.privacy.people import Person
from upkeep.privacy.views import export_person

HERS = ("zymenko", "зименко", "halyna", "галина", "14104563")


def fields_naming_her() -> Iterator[str]:
    """Yield every field of the database that contains data of hers."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if not isinstance(field, (*TEXTS, models.IntegerField)):
                continue
            for value in model._default_manager.values_list(field.name, flat=True):
                if any(word in _plain(value).lower() for word in HERS):
                    yield f"{model._meta.label}.{field.name}"
                    break


def _plain(value: object) -> str:
    if isinstance(value, bytes | memoryview):
        value = bytes(value)
        try:
            return zlib.decompress(value).decode()
        except zlib.error:
            return value.decode()
    if isinstance(value, str) and value.startswith("{"):
        value = json.loads(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def erase(hall: Hall) -> None:
    erasure.erase_account(actor=hall.ada, now=AFTER, user_id=hall.account.pk)


@pytest.mark.long
def test_nothing_in_the_database_names_her_any_more(hall: Hall, django_capture_on_commit_callbacks: object) -> None:
    assert len(set(fields_naming_her())) > 25
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        erase(hall)
    assert sorted(set(fields_naming_her())) == []
    own, other = (SheetPhoto.objects.get(keeper=keeper) for keeper in ("white", "black"))
    assert own.stored is None
    assert own.sha256, "the digest of the deleted photograph is kept"
    assert [path.name for path in Path(settings.MEDIA_ROOT).rglob("*.png")] == [Path(other.stored or "").name]


@pytest.mark.long
def test_a_player_without_an_account_is_forgotten_too(hall: Hall) -> None:
    Player.objects.filter(pk=hall.player.pk).update(user=None)
    User.objects.filter(pk=hall.account.pk).update(name="Another Person", email="")
    assert erasure.erase_players(actor=hall.ada, now=AFTER, player_ids=[hall.player.pk]) == 1
    assert sorted(set(fields_naming_her())) == []


def test_a_number_stands_for_her_in_every_language_and_results_table_and_log_stay(hall: Hall) -> None:
    def table() -> list[tuple[object, ...]]:
        return [(row.registration.pk, row.row.rank, row.row.points) for row in standings_of(hall.world.section).rows]

    def log() -> list[tuple[object, ...]]:
        return list(Log.objects.order_by("pk").values_list("at", "actor", "action", "subject"))

    before, lines, result = table(), log(), hall.world.pairing.result
    erase(hall)
    player = Player.objects.get(pk=hall.player.pk)
    assert player.full_name == f"Player {player.pk}" == player.name_in("en")
    assert str(player.pk) in player.name_in("uk") and player.name_in("uk") != player.full_name
    assert hall.world.board.white_name == player.full_name
    assert hall.world.board.black_name == "Bob"
    assert table() == before
    assert Pairing.objects.get(pk=hall.world.pairing.pk).result == result == "1-0"
    after = log()
    assert after[: len(lines)] == lines and after[-1][2] == "player.erased"


def test_every_chain_holds_and_an_export_of_before_still_verifies(hall: Hall) -> None:
    before = list(export_record(actor=SYSTEM, game=hall.world.board))
    digest = hall.world.board.digest
    erase(hall)
    assert [check.broken for check in verify_records(Game.objects.all())] == [""] * Game.objects.count()
    call_command("verify_records", stdout=io.StringIO())
    assert verify(before).faults == () and "Zymenko" in "".join(before)
    after = list(export_record(actor=SYSTEM, game=hall.world.board))
    assert verify(after).faults == () and verify(after).digest == digest == verify(before).digest
    assert "zymenko" not in "".join(after).lower()


def test_the_link_opens_nothing_and_the_request_is_done(hall: Hall) -> None:
    erasure.ask(now=AFTER, player=hall.player)
    erasure.ask(now=AFTER, player=hall.player)
    assert ErasureRequest.objects.count() == 1
    erase(hall)
    assert not PlayerLink.objects.filter(player=hall.player).exists()
    assert ErasureRequest.objects.get().done_at == AFTER
    with refused(Conflict, "already_erased"):
        erasure.ask(now=AFTER, player=Player.objects.get(pk=hall.player.pk))


def test_during_the_event_and_for_a_while_after_it_the_name_is_needed(hall: Hall) -> None:
    for days in (0, settings.ERASURE_HOLD_DAYS - 1):
        with refused(Conflict, "erasure_too_early"):
            erasure.erase_players(actor=hall.ada, now=NOW + timedelta(days=days), player_ids=[hall.player.pk])
    assert Player.objects.get(pk=hall.player.pk).family_name == "Zymenko"


def test_only_an_administrator_erases(hall: Hall) -> None:
    for actor in (hall.world.olga, hall.world.alice):
        with pytest.raises(NotPermitted):
            erasure.erase_players(actor=actor, now=AFTER, player_ids=[hall.player.pk])
    with pytest.raises(NotFound):
        erasure.erase_account(actor=hall.ada, now=AFTER, user_id=10**6)


@pytest.mark.long
@pytest.mark.parametrize(
    ("table", "change"),
    [
        (RecordText, {"text": "Another, Name"}),
        (RecordText, {"seq": 99}),
        (Log, {"after": {"player": "Another"}}),
        (Log, {"actor": "user:999999"}),
        (SheetPhoto, {"sha256": ""}),
    ],
    ids=str,
)
def test_erasable_rows_cannot_be_changed_or_deleted(
    hall: Hall, table: type[models.Model], change: dict[str, object]
) -> None:
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        table._default_manager.update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        table._default_manager.all().delete()


@pytest.fixture
def fair_play_hall(hall: Hall) -> Hall:
    """Bob complains of her; she was checked, and declared a hearing aid; a note on Bob's check names her."""
    world = hall.world
    her = Registration.objects.get(player=hall.player)
    bob = Registration.objects.exclude(pk=her.pk).get(section=world.section)
    common: dict[str, Any] = {"actor": world.artur, "now": NOW, "section_id": world.section.pk}
    check = {"round_number": 1, "kind": "entrance", "outcome": "nothing"}
    record_inspection(**common, **check, registration_id=her.pk, note="Two keys")
    record_inspection(**common, **check, registration_id=bob.pk, note=f"With {NAME}")
    receive_complaint(**common, complainant_id=bob.pk, about_id=her.pk, facts=f"{NAME} left the hall")
    record_declaration(**common, registration_id=her.pk, kind="hearing_aid", text="Left ear")
    return hall


def exported(player: Player) -> dict[str, Any]:
    return exported_data(export_person(Person(None, (player,)), now=AFTER))


def test_the_complainant_exports_a_complaint_and_the_accused_does_not(fair_play_hall: Hall) -> None:
    hers = exported(fair_play_hall.player)
    assert "left the hall" not in json.dumps(hers) and "fairplay.Complaint" not in hers["rows"]
    assert [row["note"] for row in hers["rows"]["fairplay.Inspection"]] == ["Two keys"]
    assert hers["rows"]["fairplay.Declaration"][0]["text"] == "Left ear"
    bobs = exported(Player.objects.get(event=fair_play_hall.world.event, family_name="Bob"))
    assert bobs["rows"]["fairplay.Complaint"][0]["facts"] == f"{NAME} left the hall"


def test_an_erased_person_is_not_named_in_fair_play_records(fair_play_hall: Hall) -> None:
    erasure.erase_players(actor=fair_play_hall.ada, now=AFTER, player_ids=[fair_play_hall.player.pk])
    assert set(Inspection.objects.values_list("note", flat=True)) == {""}
    assert Inspection.objects.count() == 2 and not Declaration.objects.exists()
    assert "Zymenko" not in Complaint.objects.get().facts and "left the hall" in Complaint.objects.get().facts


def test_a_declaration_goes_a_week_after_the_event(fair_play_hall: Hall, settings: Settings) -> None:
    assert settings.KEEP_DECLARATIONS_DAYS == 7
    Event.objects.filter(pk=fair_play_hall.world.event.pk).update(starts_on=NOW.date(), ends_on=NOW.date())
    forget_old(NOW + timedelta(days=7))
    assert Declaration.objects.exists()
    forget_old(NOW + timedelta(days=8, hours=1))
    assert not Declaration.objects.exists() and Inspection.objects.count() == 2
