"""An event with something in every table, as in `tests/security`: games of every kind, rulings, photographs, prizes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import override_settings
from pytest_django.plugin import DjangoDbBlocker

from arbiter.models import ChecklistTick, Fine, Ruling
from tests.security.hall import Hall
from tests.tournaments.conftest import made_once
from tournaments.models.pairing import PlayOff, PointAdjustment, RoundExclusion
from tournaments.models.player import LineUp, TeamMatch, TeamMember
from tournaments.models.swiss import RatingCorrection, RequestedBye, ResultReport, TeamBye, TeamRestriction


@pytest.fixture(scope="module")
def hall(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Hall]:
    media: Path = tmp_path_factory.mktemp("media")
    with override_settings(MEDIA_ROOT=media), django_db_blocker.unblock(), made_once(_full_hall) as hall_:
        yield hall_


def _full_hall() -> Hall:
    """Create a hall and add rows to the tables that it leaves empty."""
    hall = Hall("hall")
    now, game = hall.now, hall.game(2)
    pairing = game.pairing
    white = pairing.white
    ruling = Ruling.objects.filter(game=game)[0]
    PointAdjustment.objects.create(
        registration=white, game=game, ruling=ruling.number, half_points=-1, article="fide-2023:12.9", made_at=now
    )
    RoundExclusion.objects.create(
        registration=white, round_number=9, game=game, ruling=1, article="fide-2023:12.9", made_at=now
    )
    RequestedBye.objects.create(registration=white, round_number=8, kind="half", asked_at=now)
    ResultReport.objects.create(pairing=hall.board(1), side="white", result="1-0", at=now)
    RatingCorrection.objects.create(pairing=pairing, result="1-0", reason="x", actor=hall.olga.key, made_at=now)
    Fine.objects.create(ruling=ruling, amount=50, currency="EUR", paid_at=now, paid_to_id=hall.olga.user_id)
    ChecklistTick.objects.create(event=hall.event, item="clocks", user_id=hall.chen.user_id, at=now)
    match = TeamMatch.objects.filter(round__section=hall.teams)[0]
    member = TeamMember.objects.filter(team=match.first)[0]
    LineUp.objects.create(match=match, team=match.first, board=1, registration=member.registration)
    TeamBye.objects.create(team=match.first, round_number=7, kind="half", asked_at=now)
    first, second = hall.teams.teams.order_by("pk")[:2]
    TeamRestriction.objects.create(section=hall.teams, one=first, other=second, reason="One club")
    PlayOff.objects.create(section=pairing.round.section, by=hall.event.sections.get(slug="cup"), after_round=1)
    return hall
