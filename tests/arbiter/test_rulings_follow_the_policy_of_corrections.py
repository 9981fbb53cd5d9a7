"""A ruling that changes a result after later rounds were paired is refused with advice, like a late correction."""

import pytest

from arbiter.services import ruling
from arbiter.services.reversal import reverse
from arbiter.services.ruling import preview
from tavleya.errors import Conflict
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW, World
from tests.tournaments.swiss import make_swiss, pair, play_round, publish
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing
from tournaments.models.swiss import RatingCorrection, RestorePoint
from tournaments.services.knockout import pair_knockout_stage
from tournaments.services.matches import set_match_terms
from tournaments.services.results import correct_for_rating, enter_result
from tournaments.services.rounds import publish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return World()


def facts(pairing: Pairing) -> dict[str, object]:
    """A result that is not the one on the board."""
    result = "0-1" if pairing.result == "1-0" else "1-0"
    return {"result": result, "article": "12.9", "reason": "a telephone"}


def rule(world: World, pairing: Pairing, **more: object):
    return ruling.rule(actor=world.chen, now=LATER, game_id=pairing.game_id, kind="score", facts=facts(pairing), **more)


def board(section, number: int) -> Pairing:
    return Pairing.objects.filter(round__section=section, round__number=number, bye="").order_by("board")[0]


def test_in_the_last_rounds_of_a_swiss_a_ruling_changes_the_result(world):
    section = make_swiss(world, 6, correction_rounds=2)
    play_round(world, section, 1)
    publish(world, pair(world, section, 2))
    pairing = board(section, 1)
    before = pairing.result
    rule(world, pairing)
    pairing.refresh_from_db()
    assert pairing.result not in ("", before)


def test_in_an_older_round_it_is_refused_and_says_what_to_do(world):
    section = make_swiss(world, 6, correction_rounds=2)
    for number in (1, 2, 3):
        play_round(world, section, number)
    pairing = board(section, 1)
    with refused(Conflict, "ruling_too_late"):
        rule(world, pairing)
    with refused(Conflict, "ruling_too_late"):
        preview(actor=world.chen, now=LATER, game=pairing.game, kind="score", facts=facts(pairing))
    before = pairing.result
    pairing.refresh_from_db()
    assert pairing.result == before
    advice = rule(world, pairing, advice=True)
    assert advice.outcome == "advice"
    correct_for_rating(actor=world.chen, now=LATER, pairing_id=pairing.pk, result="-/-", reason="a telephone")
    assert RatingCorrection.objects.get().pairing_id == pairing.pk


def test_a_ruling_of_an_older_round_is_undone_only_if_its_result_stays(world):
    section = make_swiss(world, 6, correction_rounds=1)
    play_round(world, section, 1)
    pairing = board(section, 1)
    before = pairing.result
    created = rule(world, pairing)
    play_round(world, section, 2)
    with refused(Conflict, "ruling_too_late"):
        reverse(actor=world.chen, now=LATER, ruling_id=created.pk)
    pairing.refresh_from_db()
    ruled = pairing.result
    assert ruled != before
    logged = Log.objects.filter(subject=f"pairing:{pairing.pk}", action__startswith="result.").count()
    reverse(actor=world.chen, now=LATER, ruling_id=created.pk, result=ruled)
    pairing.refresh_from_db()
    created.refresh_from_db()
    assert (pairing.result, created.stands) == (ruled, False)
    assert Log.objects.filter(subject=f"pairing:{pairing.pk}", action__startswith="result.").count() == logged


def test_in_a_knockout_a_ruling_sends_another_on_until_their_match_begins(world):
    section = world.section(format="knockout")
    world.enter(section, "Alekhine", "Botvinnik", "Capablanca", "Duras")
    set_match_terms(actor=world.olga, now=NOW, section_id=section.pk, games=1)
    first = pair_knockout_stage(actor=world.olga, now=NOW, section_id=section.pk)
    publish_round(actor=world.olga, now=NOW, round_id=first.pk)
    for pairing in first.pairings.all():
        enter_result(actor=world.olga, now=NOW, pairing_id=pairing.pk, result="1-0")
    final = pair_knockout_stage(actor=world.olga, now=NOW, section_id=section.pk)
    publish_round(actor=world.olga, now=NOW, round_id=final.pk)
    pairing = board(section, 1)
    rule(world, pairing)
    match = final.matches.get()
    assert pairing.black_id in (match.first_id, match.second_id)
    assert RestorePoint.objects.filter(section=section, before="correction").count() == 1
    enter_result(actor=world.olga, now=LATER, pairing_id=match.games.get().pk, result="1-0")
    with refused(Conflict, "next_stage_begun"):
        rule(world, Pairing.objects.get(pk=pairing.pk))
