"""The network is cut again and again while phones enter moves: no move is lost or entered twice."""

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from games.models.game import Game, IdempotencyKey
from games.services.moves import start_game
from games.verification import verify
from tavleya.rules.registry import rules_for
from tests.amounts import LONG
from tests.transfer.event_files.files import event_file_bytes
from tests.transfer.event_files.test_an_event_is_handed_off import elsewhere
from tests.world import SYSTEM, World
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.services.tokens import issue_token
from transfer.services.eventfile.hand_off import check_in_event, check_out_event

pytestmark = pytest.mark.django_db

CUTS = 100  # at least, for each seed
SEEDS = range(4 if LONG else 1)
PLIES = 90


class Cut(Exception):
    """No response arrived; the phone does not know whether the request did."""


@dataclass
class Network:
    """The network between phones and the laptop: it loses requests and responses, and delivers some requests twice."""

    random: Random
    secret: str
    cuts: int = 0
    client: Client = field(default_factory=Client)

    def post(self, address: str, key: str, body: object) -> dict[str, object]:
        chance = self.random.random()
        if chance < 0.15:
            self.cuts += 1
            raise Cut
        response = self._deliver(address, key, body)
        if chance < 0.30:
            response = self._deliver(address, key, body)
        if 0.15 <= chance < 0.35:
            self.cuts += 1
            raise Cut
        assert response.status_code == 201, response.content
        return json.loads(response.content)

    def _deliver(self, address: str, key: str, body: object):
        return self.client.post(
            address,
            json.dumps(body),
            content_type="application/json",
            headers={"Authorization": f"Bearer {self.secret}", "Idempotency-Key": key},
        )


@dataclass
class Phone:
    """A client at one board: it sends the next move under its own key until the move is confirmed."""

    address: str
    plan: Sequence[str]
    seq: int
    position: int = 0

    @property
    def done(self) -> bool:
        return self.position == len(self.plan)

    def send(self, network: Network) -> None:
        body = {"kind": "move", "move": self.plan[self.position], "seq": self.seq}
        try:
            response = network.post(self.address, f"{self.address}-{self.position}", body)
        except Cut:
            return  # the next call sends the same request again
        self.seq = max(entry["seq"] for entry in response["entries"])
        self.position += 1


def some_game(random: Random) -> list[str]:
    """Return random moves in coordinates that do not end the game."""
    rules = rules_for("chess", {})
    position, moves = rules.start(), []
    while len(moves) < PLIES:
        legal = position.legal_moves()
        # A move that ends the game is drawn again, which is cheaper than testing all moves.
        while not (after := position.play(chosen := random.choice(legal))).legal_moves():
            pass
        moves.append(chosen.text)
        position = after
    return moves


@pytest.mark.long
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_lost_and_nothing_is_there_twice(seed: int) -> None:
    world = World(game="chess", regime="fide-2023", control="60", others=("dora", "egor", "fima", "gleb"))
    check_out_event(actor=world.olga, now=timezone.now(), event_id=world.event.pk, holder="laptop")
    random, plans, network = Random(seed), {}, None

    def enter(event: Event) -> None:
        nonlocal network
        actor = world.olga
        event.roles.get_or_create(user_id=actor.user_id, role="arbiter")
        event.roles.get_or_create(user_id=actor.user_id, role="organiser")
        common = {"actor": actor, "now": timezone.now(), "event_id": event.pk}
        network = Network(random, issue_token(**common, name=f"phones {seed}", scopes=["play"])[1])
        phones = []
        pairings = Pairing.objects.filter(round__section__event=event, round__number=1, game__isnull=False)
        for pairing in pairings.order_by("board"):
            game = start_game(actor=SYSTEM, now=timezone.now(), game_id=pairing.game.pk)
            plans[str(game.key)] = some_game(random)
            address = f"/api/v1/events/{event.slug}/games/{game.pk}/entries/"
            phones.append(Phone(address, plans[str(game.key)], game.seq))
        while open_phones := [phone for phone in phones if not phone.done]:
            random.choice(open_phones).send(network)
        assert IdempotencyKey.objects.filter(actor=actor.key).count() == sum(map(len, plans.values()))

    back = elsewhere(event_file_bytes(world.event), enter, now=timezone.now())
    assert network.cuts >= CUTS
    values = {"event_id": world.event.pk, "source": io.BytesIO(back)}
    event = check_in_event(actor=world.olga, now=timezone.now(), **values)
    games = [pairing.game for pairing in Pairing.objects.filter(round__section__event=event, round__number=1)]
    assert len(games) == len(plans) == 3
    for game in games:
        assert list(game.entries.filter(kind="move").values_list("move", flat=True)) == plans[str(game.key)]
    checks = verify(Game.objects.filter(pk__in=[game.pk for game in games]))
    assert not [check for check in checks if check.broken]
