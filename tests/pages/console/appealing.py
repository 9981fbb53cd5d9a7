"""A board that Bob lost on time by Artur's ruling, and a committee: Dora (chair), Emil, Fedor and Gleb (reserve)."""

from datetime import datetime
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from arbiter.models import Appeal, Ruling
from arbiter.services import appeals
from arbiter.services.appeals import appoint_member, set_appeal_regulation
from arbiter.services.ruling import claim_flag
from tavleya.sides import Side
from tests.databases import remembered
from tests.world import NOW, World, later, person

MEMBERS = (("dora", True, False), ("emil", False, False), ("fedor", False, False), ("gleb", False, True))
GROUNDS = "My clock was set wrongly."
HEARING = later(hours=2)


class Court:
    """The lost board with its committee. The views see the time `at`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **options: Any) -> None:
        self.world = lost_on_time(**options)
        self.at = later(minutes=30)
        monkeypatch.setattr("arbiter.views.appeal_forms.timezone", SimpleNamespace(now=lambda: self.at))

    @property
    def flag(self) -> Ruling:
        return Ruling.objects.get(kind="flag")

    @property
    def appeal(self) -> Appeal:
        return Appeal.objects.get()

    def regulate(self, **values: Any) -> None:
        set_appeal_regulation(actor=self.world.olga, now=NOW, event_id=self.world.event.pk, **values)

    def filed(self, **options: Any) -> Appeal:
        values = {"now": later(minutes=30), "grounds": GROUNDS} | options
        return appeals.file_appeal(actor=self.world.bob, ruling_id=self.flag.pk, **values)

    def heard(self) -> Appeal:
        """Return an appeal whose hearing has just ended."""
        appeal = Appeal.objects.first() or self.filed()
        appeals.set_hearing(actor=self.world.olga, now=later(hours=1), appeal_id=appeal.pk, at=HEARING, place="Library")
        self.at = later(hours=3)
        return appeal

    def decided(self, outcome: str = "upheld") -> Appeal:
        appeal = self.heard()
        decision = {"outcome": Appeal.Outcome(outcome), "decision": "The clock was right."}
        return appeals.decide_appeal(actor=self.world.dora, now=self.at, appeal_id=appeal.pk, **decision)

    # Pages

    def client(self, username: str) -> Client:
        client = Client()
        if username:
            client.force_login(get_user_model().objects.get(username=username))
        return client

    def url(self, name: str, *args: object) -> str:
        return reverse(name, args=[self.world.slug, *args])

    def get(self, username: str, name: str, *args: object, query: str = "") -> HttpResponse:
        return self.client(username).get(self.url(name, *args) + query)

    def post(self, username: str, name: str, /, *args: object, **fields: object) -> HttpResponse:
        return self.client(username).post(self.url(name, *args), fields)

    def file(self, username: str, /, **fields: object) -> HttpResponse:
        return self.post(username, "appeal-file", self.world.board.pk, self.flag.number, **fields)

    def act(self, username: str, do: str, /, **fields: object) -> HttpResponse:
        common = {"version": appeals.version_of(self.appeal), **fields}
        return self.post(username, "appeal", self.appeal.number, do=do, **common)


@remembered
def lost_on_time(**options: Any) -> World:
    """Build the world of a court: appoint the committee and rule on the flag."""
    world = World(control="10", **options)
    for name, chair, reserve in MEMBERS:
        world.people[name] = person(name)
        common = {"actor": world.olga, "now": NOW, "event_id": world.event.pk}
        appoint_member(**common, user_id=world.people[name].user_id, chair=chair, reserve=reserve)
    world.started()
    world.play("e2-e4" if world.game == "tavreli" else "e4")
    claim_flag(actor=world.artur, now=later(minutes=20), game_id=world.board.pk, side=Side.BLACK)
    return world


def moment(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M")
