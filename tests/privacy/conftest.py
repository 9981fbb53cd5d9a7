"""An event in which one person is named in every field that can name a person."""

import io
import json
import shutil
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from django.test import override_settings
from PIL import Image
from pytest_django.fixtures import Settings

from accounts.models import User
from arbiter.models import Appeal, Duty, HallIncident, Ruling
from arbiter.services import adjournment
from documents.models import Award
from games.models.game import IdempotencyKey
from games.models.sheet import ScoreSheet, SheetPhoto, VoidPhoto
from games.services.moves import resign
from games.services.sheets import Picture, hand_in
from notifications.models import Delivery
from notifications.services.webhooks import add_webhook
from tavleya.actors import Actor
from tavleya.record.merging import Keeper
from tests.databases import remembered
from tests.world import NOW, SYSTEM, World, later
from tournaments.models.activity import Job, JobKind, JobState
from tournaments.models.player import Player, Team
from tournaments.models.swiss import PairConstraint, PlayerLink, Provenance, RatingCorrection, TeamRestriction
from tournaments.services.players import edit_player, issue_player_links, secret_of
from tournaments.services.restore_points import take_restore_point
from tournaments.services.rounds import publish_round, start_round

#: Long after the event, when it no longer needs the names.
AFTER = NOW + timedelta(days=100)
NAME = "Zymenko, Halyna"
#: Temporary folders, deleted when the process ends.
FOLDERS: list[TemporaryDirectory[str]] = []


@dataclass
class Hall:
    """A played event. `player` is Alice, called Halyna Zymenko here, who had White at board 1.

    `ada` is the administrator, `files` the folder of photographs.
    """

    world: World
    player: Player
    ada: Actor
    account: User
    files: str


@pytest.fixture
def hall(db: None, settings: Settings, tmp_path: Path) -> Hall:
    hall = build_hall()
    shutil.copytree(hall.files, tmp_path, dirs_exist_ok=True)
    settings.MEDIA_ROOT = tmp_path
    return hall


@remembered
def build_hall() -> Hall:
    FOLDERS.append(TemporaryDirectory())
    files = FOLDERS[-1].name
    with override_settings(MEDIA_ROOT=files):
        return _hall(files)


def _hall(files: str) -> Hall:
    world = World(published=False)
    player = Player.objects.get(event=world.event, family_name="Alice")
    changes: dict[str, object] = {
        "family_name": "Zymenko", "given_name": "Halyna", "names": {"uk": "Зименко Галина"},
        "fide_id": 14104563, "birth_year": 1987, "sex": "f", "club": "Zymenko's Own Club",
        "ratings": {"standard": 2345},
    }  # fmt: skip
    edit_player(actor=world.olga, now=NOW, player_id=player.pk, changes=changes)
    publish_round(actor=world.olga, now=NOW, round_id=world.rounds[0].pk)
    start_round(actor=world.olga, now=NOW, round_id=world.rounds[0].pk)
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    _play(world)
    _speak_of_her(world)
    _pass_on(world)
    ada = User.objects.create_superuser("ada", "ada@example.org", "a pass phrase of tests", name="Ada Adler")
    account = User.objects.get(username="alice")
    User.objects.filter(pk=account.pk).update(name="Halyna Zymenko", email="halyna@zymenko.example")
    return Hall(world, Player.objects.get(pk=player.pk), Actor(ada.pk, "Ada Adler"), account, files)


def _play(world: World) -> None:
    world.started()
    world.play("e2-e4", "e7-e5")
    game = world.board
    adjournment.call_to_seal(actor=world.artur, now=later(hours=1), game_id=game.pk)
    adjournment.seal_move(actor=world.alice, now=later(hours=1), game_id=game.pk, move="g1-f3")
    adjournment.adjourn(actor=world.artur, now=later(hours=1), game_id=game.pk, due=later(hours=30), holder=NAME)
    adjournment.hand_over(
        actor=world.artur, now=later(hours=2), game_id=game.pk, holder="Halyna Zymenko", note="Zymenko, Halyna asked"
    )
    for keeper, colour in ((Keeper.WHITE, "white"), (Keeper.BLACK, "black")):
        picture = Picture(_png(colour), f"{colour} zymenko, halyna.png")
        hand_in(actor=SYSTEM, now=later(hours=3), game_id=game.pk, keeper=keeper, photos=[picture])
    resign(actor=world.bob, now=later(hours=31), game_id=game.pk)


def _png(colour: str) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (8, 8), colour).save(file, "PNG")
    return file.getvalue()


def _speak_of_her(world: World) -> None:
    """Officials name her in every text that they can write."""
    game, section, text = world.board, world.section, f"As {NAME} asked"
    common: dict[str, Any] = {"game": game, "keeper": "arbiter", "actor": "system:tests", "at": NOW}
    ScoreSheet.objects.create(**common, version=1, text="1. e2-e4", file_name=text)
    photo = SheetPhoto.objects.get(game=game, keeper="black")
    VoidPhoto.objects.create(photo=photo, reason=text, actor="system:tests", at=NOW)
    ruling = Ruling.objects.create(
        game=game, number=1, kind="advice", outcome="advice", regime="tavreli-1997", article="x", note=text,
        first_seq=1, last_seq=1, at=NOW,
    )  # fmt: skip
    appeal: dict[str, Any] = {"event": world.event, "ruling": ruling, "filed_at": NOW}
    Appeal.objects.create(**appeal, number=1, side="white", grounds="I was ill", decision=text)
    HallIncident.objects.create(event=world.event, code="noise", text=text, at=NOW)
    Duty.objects.create(event=world.event, user_id=world.artur.user_id, task=text, began_at=NOW)
    lviv = Team.objects.create(section=section, number=1, name="Lviv", captain=NAME)
    kyiv = Team.objects.create(section=section, number=2, name="Kyiv")
    TeamRestriction.objects.create(section=section, one=lviv, other=kyiv, reason=text)
    first, second = section.registrations.order_by("pk")
    PairConstraint.objects.create(section=section, kind="apart", one=first, other=second, reason=text)
    Provenance.objects.create(
        round=world.rounds[0], engine="x", edition="x", state={}, digest="x", boards=[], made_at=NOW,
        waived=[{"reason": text}],
    )  # fmt: skip
    take_restore_point(section, actor=SYSTEM, now=NOW, before="pairing")
    RatingCorrection.objects.create(pairing=world.pairing, result="1-0", reason=text, actor="system:tests", made_at=NOW)
    Award.objects.create(section=section, version=1, listed=[{"name": NAME, "why": text}], approved_at=NOW, reason=text)


def _pass_on(world: World) -> None:
    """Send her data to other programs by webhook."""
    hook = add_webhook(
        actor=world.olga, now=NOW, event_id=world.event.pk, url="https://example.org/", kinds=["round.published"]
    )
    body = json.dumps({"white": NAME, "black": "Зименко Галина"})
    Delivery.objects.create(
        event=world.event, webhook=hook, channel="webhook", kind="x", body=body, made_at=NOW, sent_at=NOW, state="sent"
    )
    Job.objects.create(
        kind=JobKind.IMPORT_GAMES, section=world.section, actor={"name": "Halyna Zymenko"},
        filename="Zymenko, Halyna.pgn", payload=b'[White "Zymenko, Halyna"]', state=JobState.DONE,
        report={"players": [NAME]}, created_at=NOW, finished_at=NOW,
    )  # fmt: skip
    common: dict[str, Any] = {"key": "k", "request_digest": "x", "status": 201, "at": NOW}
    IdempotencyKey.objects.create(**common, actor="user:0", answer={"white": "Зименко Галина"})


@pytest.fixture
def link(hall: Hall) -> str:
    """The secret of her private link."""
    return secret_of(PlayerLink.objects.get(player=hall.player)) or ""
