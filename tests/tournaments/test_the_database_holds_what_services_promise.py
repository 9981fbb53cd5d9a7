"""Constraints: what no service would write, the database itself refuses, on PostgreSQL and on SQLite."""

import pytest
from django.db import IntegrityError, connection, transaction

from tests.tournaments.conftest import NOW
from tournaments.models.access import ApiToken, EventRole
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.models.round import Round
from tournaments.models.section import Section


@pytest.fixture
def section(world):
    return world.round_robin("Alekhine", "Botvinnik", "Capablanca", "Duras", published=1)


def assert_refused(write) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        write()


def test_pairings(section):
    round_ = section.rounds.get(number=2)
    a, b, c, _ = section.registrations.all()
    Pairing.objects.filter(round=round_).delete()
    Pairing.objects.create(round=round_, board=1, white=a, black=b)
    for fields in (
        {"board": 1, "white": c, "black": b},
        {"board": 2, "white": a, "black": c},
        {"board": 2, "white": c, "black": b},
        {"board": 2, "white": c, "black": c},
        {"board": 2, "white": c},
        {"board": 2, "white": c, "bye": "long"},
        {"board": 0, "white": c, "bye": "half"},
        {"board": 2, "white": c, "bye": "half", "result": "1-0"},
        {"board": 2, "white": c, "bye": "half", "black": b},
    ):
        assert_refused(lambda fields=fields: Pairing.objects.create(round=round_, **fields))
    assert_refused(lambda: Pairing.objects.filter(round=round_).update(result="1-0"))
    assert_refused(lambda: Pairing.objects.filter(round__number=1).update(result="2-0"))


def test_rounds(section):
    for fields in (
        {"number": 1},
        {"number": None},
        {"number": 0},
        {"kind": "schedule", "number": 9},
        {"number": 9, "status": "lost"},
        {"number": 9, "status": "playing"},
        {"number": 9, "published_at": NOW},
    ):
        assert_refused(lambda fields=fields: Round.objects.create(section=section, **fields))
    Round.objects.create(section=section, kind="schedule", number=None)
    assert_refused(lambda: Round.objects.create(section=section, kind="schedule", number=None))


def test_players_and_registrations(section, world):
    registration = section.registrations.first()
    player = {"event": world.event, "sort_key": "x", "search_key": "x"}
    Player.objects.create(**player, family_name="X", identity="x|", fide_id=5)
    for fields in (
        {"family_name": "Y", "identity": "x|"},
        {"family_name": "Y", "identity": "y|", "fide_id": 5},
        {"family_name": "", "identity": "y|"},
        {"family_name": "Y", "identity": "y|", "sex": "q"},
    ):
        assert_refused(lambda fields=fields: Player.objects.create(**player, **fields))
    for fields in ({"number": 1}, {"number": 0}, {"number": 9, "status": "away"}):
        other = Player.objects.get(identity="x|")
        assert_refused(lambda f=fields, p=other: Registration.objects.create(section=section, player=p, **f))
    assert_refused(lambda: Registration.objects.create(section=section, player=registration.player, number=9))


def test_sections_roles_and_tokens(section, world):
    for fields in ({"slug": section.slug}, {"format": ""}, {"tracking": "deep"}, {"rating_kind": "x"}):
        common = {"event": world.event, "slug": "s-2", "game": "chess", "format": "free", "regime": "x"}
        values = {**common, **fields}
        assert_refused(lambda values=values: Section.objects.create(**values))
    user = {"event": world.event, "user_id": world.olga.user_id}
    for role in ("organiser", "king"):
        assert_refused(lambda role=role: EventRole.objects.create(**user, role=role))
    token = {"event": world.event, "user_id": world.olga.user_id, "created_at": NOW}
    ApiToken.objects.create(**token, name="a", digest="1")
    assert_refused(lambda: ApiToken.objects.create(**token, name="a", digest="2"))
    assert_refused(lambda: ApiToken.objects.create(**token, name="b", digest="1"))
    assert_refused(lambda: ApiToken.objects.create(**token, name="b", digest="2", expires_at=NOW))


def test_the_log_can_only_grow(world):
    line = Log.objects.first()
    assert_refused(lambda: Log.objects.filter(pk=line.pk).update(action="event.forged"))
    assert_refused(line.delete)
    assert_refused(lambda: Log.objects.all()._raw_delete(using="default"))
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # must not block the change
            assert_refused(lambda: cursor.execute("TRUNCATE tournaments_log"))
    assert Log.objects.filter(pk=line.pk, action=line.action).exists()
