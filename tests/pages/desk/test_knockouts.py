"""A knockout and drawn openings from the desk to the public pages; players who did not come."""

import json
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tavleya.pairing.knockout import DrawRecord, verify
from tavleya.rules.draughts.spec import tables
from tests.pages.desk.conftest import signed_in
from tests.tournaments.conftest import LATER, NOW, World
from tests.tournaments.swiss import make_swiss, pair, publish
from tournaments.models.pairing import Match, MatchTerms, OpeningDraw, Pairing
from tournaments.models.player import Registration
from tournaments.models.swiss import PlayerLink
from tournaments.selectors.match_centre import bracket
from tournaments.services.drawn_openings import commit_draw
from tournaments.services.events import edit_event
from tournaments.services.matches import set_match_terms
from tournaments.services.players import issue_player_links, secret_of
from tournaments.services.results import enter_result
from tournaments.services.rounds import pair_round_robin, publish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    world = World()
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": True})
    return world


def knockout(world: World, *names: str, **terms: object):
    section = world.section(format="knockout", slug="cup", control="90+30")
    world.enter(section, *names)
    set_match_terms(actor=world.olga, now=NOW, section_id=section.pk, **{"games": 1, **terms})
    return section


DESK = "/desk/spring-open/cup/knockout/"
PUBLIC = "/events/spring-open/cup/bracket/"


def play(world: World, number: int, *results: str) -> None:
    pairings = Pairing.objects.filter(round__section__slug="cup", round__number=number, result="")
    for pairing, result in zip(pairings.order_by("board"), results, strict=False):
        enter_result(actor=world.hal, now=LATER, pairing_id=pairing.pk, result=result)


def publish_last(world: World, section) -> None:
    publish_round(actor=world.olga, now=NOW, round_id=section.rounds.order_by("-number")[0].pk)


def test_the_bracket_is_paired_played_and_shown_to_the_public(world):
    section = knockout(world, "Alekhine", "Botvinnik", "Capablanca", third_place=True)
    desk = signed_in("olga")
    answer = desk.get(DESK)
    assert answer.status_code == 200
    assert "The first seed has a bye in the first stage" in answer.content.decode()
    assert desk.post(DESK + "action/", {"act": "pair", "drawn": "white"}).status_code == 302
    assert "Botvinnik" not in Client().get(PUBLIC).content.decode()  # a draft is not visible
    publish_last(world, section)
    content = Client().get(PUBLIC).content.decode()
    assert content.count("Advances without playing") == 1
    assert "Winner of match 1" in content and "Final" in content
    play(world, 1, "0-1")
    desk.post(DESK + "action/", {"act": "pair"})
    publish_last(world, section)
    play(world, 2, "1-0")
    final = Client().get(PUBLIC + "?as=list")
    assert final.status_code == 200 and "wins the tournament" in final.content.decode()
    winner = next(key for key, place in bracket(section).places.items() if place == (1, 1))
    assert Registration.objects.get(pk=winner).player.family_name in final.content.decode()
    assert "The final has been played" in desk.get(DESK).content.decode()


def test_seeds_are_given_by_hand_and_an_unknown_number_is_refused_in_words(world):
    section = knockout(world, "Alekhine", "Botvinnik", "Capablanca")
    desk = signed_in("olga")
    refused = desk.post(DESK + "action/", {"act": "by_hand", "order": "3, 9"})
    assert refused.status_code == 422 and "No player has starting number “9”." in refused.content.decode()
    assert 'value="3, 9"' in refused.content.decode()
    assert desk.post(DESK + "action/", {"act": "by_hand", "order": "3 1"}).status_code == 302
    names = section.registrations.order_by("number").values_list("player__family_name", flat=True)
    assert list(names) == ["Capablanca", "Alekhine", "Botvinnik"]


def test_a_level_match_goes_on_as_the_terms_say_and_can_be_decided(world):
    section = knockout(world, "Alekhine", "Botvinnik", tiebreak_games=1, tiebreak_control="5+3")
    desk = signed_in("chen")
    desk.post(DESK + "action/", {"act": "pair", "drawn": "white"})
    publish_last(world, section)
    play(world, 1, "1/2-1/2")
    match = Match.objects.get(round__section=section)
    assert "Tied: tie-break games follow" in desk.get(DESK).content.decode()
    tiebreak = {"act": "tiebreak", "match": match.pk, "games": "1", "control": "five minutes"}
    bad = desk.post(DESK + "action/", tiebreak)
    assert bad.status_code == 422 and "five minutes" in bad.content.decode()
    desk.post(DESK + "action/", {**tiebreak, "control": "5+3"})
    play(world, 1, "1/2-1/2")
    award = {"act": "award", "match": match.pk, "registration": match.second_id, "reason": ""}
    assert desk.post(DESK + "action/", award).status_code == 422
    assert desk.post(DESK + "action/", {**award, "reason": "lots"}).status_code == 302
    text = unescape(Client().get(PUBLIC).content.decode()).replace("'", "’")
    assert match.games.count() == 2 and "By the arbiter’s decision" in text


def test_a_correction_that_comes_too_late_is_refused_and_goes_to_the_rating_report(world):
    section = knockout(world, "Alekhine", "Botvinnik", "Capablanca", "Duras")
    desk = signed_in("olga")
    for number, results in ((1, ("1-0", "1-0")), (2, ("1-0",))):
        desk.post(DESK + "action/", {"act": "pair", "drawn": "white"})
        publish_last(world, section)
        play(world, number, *results)
    address = "/desk/spring-open/cup/rounds/1/boards/1/correction/"
    wrong = Pairing.objects.get(round__section=section, round__number=1, board=1)
    values = {"result": "0-1", "reason": "wrong slip", "version": wrong.version}
    refused = desk.post(address, values)
    assert refused.status_code == 409 and "the next match has begun" in refused.content.decode()
    assert desk.post(address, {**values, "late": "1"}).status_code == 302
    wrong.refresh_from_db()
    assert (wrong.result, wrong.rating_correction.result) == ("1-0", "0-1")


def test_the_form_of_a_section_says_how_many_games_opponents_play(world):
    section = knockout(world, "Alekhine", "Botvinnik")
    address = "/desk/spring-open/cup/edit/"
    desk = signed_in("olga")
    form = desk.get(address).context["form"]
    data = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    data |= {"match_games": "4", "match_score": "match", "third_place": "on", "tiebreak_games": "1"}
    answer = desk.post(address, {**data, "tiebreak_control": "5+3"})
    assert answer.status_code == 302, answer.context["form"].errors
    terms = MatchTerms.objects.get(section=section)
    assert (terms.games, terms.score, terms.third_place, terms.tiebreak_games) == (4, "match", True, 1)
    assert terms.tiebreak_control


@pytest.fixture
def draughts(world):
    section = world.section(game="draughts", regime="draughts64", slug="draughts")
    world.enter(section, "Kuperman", "Kandaurov", "Kaplan", "Korkhov")
    return section


OPENINGS = "/desk/spring-open/draughts/openings/"


def test_the_seed_is_committed_at_the_desk_used_for_draws_and_checked_by_the_public(world, draughts):
    desk = signed_in("olga")
    assert "the number of games per match first" in desk.get(OPENINGS).content.decode()
    set_match_terms(actor=world.olga, now=NOW, section_id=draughts.pk)
    bad = desk.post(OPENINGS, {"act": "commit", "table": "idf", "scope": "round", "seed": "short"})
    assert bad.status_code == 422 and "must have 16 to 64" in bad.content.decode()
    desk.post(OPENINGS, {"act": "commit", "table": "idf", "scope": "round", "seed": ""})
    lots = OpeningDraw.objects.get(section=draughts)
    public = "/events/spring-open/draughts/openings/"
    assert lots.commitment in Client().get(public).content.decode()
    assert lots.seed not in Client().get(public).content.decode()
    assert lots.seed not in desk.get(OPENINGS).content.decode()
    desk.post(OPENINGS, {"act": "word", "word": "dice 3 5"})
    first = pair_round_robin(actor=world.olga, now=NOW, section_id=draughts.pk)[0]
    publish_round(actor=world.olga, now=NOW, round_id=first.pk)
    pairing = first.pairings.order_by("board")[0]
    assert pairing.opening in Client().get(public).content.decode()
    assert desk.post(OPENINGS, {"act": "reveal"}).status_code == 409
    for round_ in draughts.rounds.exclude(pk=first.pk).order_by("number"):
        publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    assert desk.post(OPENINGS, {"act": "reveal"}).status_code == 302
    page = Client().get(public).content.decode()
    assert lots.seed in page and "all matching the seed" in page
    record = DrawRecord.read(json.loads(Client().get("/events/spring-open/draughts/openings.json").content))
    assert verify(record, tuple(tables()["idf"])) == ()
    assert record.draws[0].code == pairing.opening


def test_the_opening_stands_at_every_board_of_the_match(world, draughts):
    set_match_terms(actor=world.olga, now=NOW, section_id=draughts.pk)
    commit_draw(actor=world.olga, now=NOW, section_id=draughts.pk, table="idf", scope="match")
    round_ = pair_round_robin(actor=world.olga, now=NOW, section_id=draughts.pk)[0]
    publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    for pairing in round_.pairings.all():
        page = Client().get(f"/events/spring-open/games/{pairing.game_id}/").content.decode()
        assert f"Drawn opening {pairing.opening}" in page
        live = Client().get(reverse("live-board", args=["spring-open", pairing.game_id])).content.decode()
        assert f"Drawn opening {pairing.opening}" in live
    assert Client().get("/events/spring-open/draughts/rounds/1/").content.decode().count("match-row") == 2


def test_players_who_did_not_come_lose_by_forfeit_and_are_withdrawn_without_notice(world):
    section = make_swiss(world, 6, slug="swiss")
    round_ = publish(world, pair(world, section, 1))
    first, second, third = round_.pairings.order_by("board").select_related("white", "black")
    address = "/desk/spring-open/swiss/rounds/1/no-shows/"
    arbiter = signed_in("ana")
    response = arbiter.post(address, {"reason": "at 10:30"})
    assert response.status_code == 422
    for text in ("Choose who did not appear.", 'value="at 10:30"'):
        assert text in response.content.decode()
    form_data = {"absent": [first.white_id, second.white_id, second.black_id], "notice": [second.black_id]}
    assert arbiter.post(address, form_data).status_code == 302
    for pairing in (first, second, third):
        pairing.refresh_from_db()
    assert (first.result, second.result, third.result) == ("-/+", "-/-", "")
    withdrawn = set(section.registrations.filter(status="withdrawn").values_list("pk", flat=True))
    assert withdrawn == {first.white_id, second.white_id}
    helper = signed_in("hal")
    assert "gave notice" not in helper.get(address).content.decode()
    assert helper.post(address, {"absent": [third.white_id]}).status_code == 302
    assert section.registrations.filter(status="withdrawn").count() == 2


def own_page(world: World, name: str) -> str:
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    secret = secret_of(PlayerLink.objects.get(player__family_name=name, revoked_at=None))
    answer = Client(headers={"accept-language": "en"}).get(reverse("my", args=[secret]))
    return answer.content.decode()


def test_a_player_out_of_a_knockout_is_shown_their_places_and_no_next_board(world):
    section = knockout(world, "Alekhine", "Botvinnik", "Capablanca", "Duras")
    desk = signed_in("olga")
    desk.post(DESK + "action/", {"act": "pair", "drawn": "white"})
    publish_last(world, section)
    play(world, 1, "1-0", "1-0")
    first = Pairing.objects.get(round__section=section, round__number=1, board=1)
    lost, won = (registration.player.family_name for registration in (first.black, first.white))
    assert "You are out: places 3–4." in own_page(world, lost)
    assert "Your next board will be shown here" in own_page(world, won)
    desk.post(DESK + "action/", {"act": "pair"})
    publish_last(world, section)
    play(world, 2, "1-0")
    final = Pairing.objects.get(round__section=section, round__number=2)
    assert "You have won." in own_page(world, final.white.player.family_name)
    assert "You are out: place 2." in own_page(world, final.black.player.family_name)
