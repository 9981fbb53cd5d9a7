"""A Swiss through the pages of the desk: a round from the button to its reasons, late entries, a play-off."""

import uuid
from typing import Any

import pytest
from django.db import connection
from django.db.models import Q
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.databases import remembered
from tests.pages.desk.conftest import desk_world, enter, new_section
from tests.pages.html import Page, page_of
from tests.security.forms import forms_of
from tests.world import NOW, World
from tournaments.models.activity import Job, Log
from tournaments.models.player import Player, Registration
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of
from tournaments.services import jobs
from tournaments.services.results import correct_result, enter_result
from tournaments.services.rounds import publish_round
from tournaments.services.schedule import discard_drafts
from tournaments.services.seeding import edit_registration
from tournaments.services.swiss import pair_next_round

REDIRECT, HIDDEN = 302, 404
S = "/desk/spring-cup/swiss/"
PAGES = "pairing/ pairing/points/ players/absences/ rounds/2/ rounds/2/change/ rounds/2/why/ rounds/2/boards/1/why/"


def make(world: World, players: int = 7, slug: str = "swiss", first: int = 1) -> Section:
    section = new_section(world, slug, names={"en": "Open Swiss"})
    enter_numbers(world, section, first, first + players - 1)
    return section


def enter_numbers(world: World, section: Section, first: int, last: int) -> None:
    for number in range(first, last + 1):
        enter(world, section, f"Player{number:02}", ratings={"standard": 2400 - 10 * number})


def pair(world: World, section: Section, number: int) -> Round:
    common = {"number": number, "first_colour": "white"}
    return pair_next_round(actor=world.olga, now=NOW, section_id=section.pk, **common)


def play(world: World, round_: Round) -> None:
    publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    for pairing in round_.pairings.filter(bye=""):
        enter_result(actor=world.olga, now=NOW, pairing_id=pairing.pk, result="1-0")


@remembered
def world_with_a_draft() -> World:
    world = desk_world()
    section = make(world)
    play(world, pair(world, section, 1))
    pair(world, section, 2)
    return world


@pytest.fixture
def world(request: pytest.FixtureRequest, db: None) -> World:
    return world_with_a_draft() if "section" in request.fixturenames else desk_world()


@pytest.fixture
def section(world: World) -> Section:
    """Round 1 played, round 2 a draft."""
    return Section.objects.get(event=world.event, slug="swiss")


@pytest.fixture
def job(world: World, section: Section, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(jobs, "enqueue", lambda *_, **__: None)
    job = Job.objects.create(kind="pair_round", section=section, created_at=NOW, report={"round": 3})
    return str(job.key)


def registration(section: Section, number: int) -> Registration:
    return section.registrations.get(number=number)


def post(client: Client, address: str, **data: Any) -> Any:
    return client.post(address, data)


def test_pages_are_well_made(olga: Client, section: Section, job: str) -> None:
    for path in (*PAGES.split(), f"pairing/jobs/{job}/"):
        page = page_of(olga.get(S + path))
        assert page.problems == [], path
        assert [level for level, _ in page.headings].count(1) == 1, path
        assert all(source.startswith("/static/js/") for source in page.scripts), path


@pytest.mark.long
def test_more_players_do_not_ask_the_database_more_often(world: World, olga: Client) -> None:
    def queries() -> dict[str, int]:
        counts = {}
        for page in PAGES.split():
            olga.get(S + page)
            with CaptureQueriesContext(connection) as captured:
                olga.get(S + page)
            counts[page] = len(captured)
        return counts

    section = make(world, 6)
    play(world, pair(world, section, 1))
    pair(world, section, 2)
    few = queries()
    discard_drafts(actor=world.olga, now=NOW, section_id=section.pk)
    enter_numbers(world, section, 7, 20)
    pair(world, section, 2)
    assert {page: many for page, many in queries().items() if many > few[page]} == {}


def test_pages_of_a_swiss_are_not_there_for_a_round_robin_nor_a_job_or_point_of_another_section(olga, world, section):
    for page in ("pairing/", "pairing/points/", "rounds/1/why/", "rounds/1/change/"):
        assert olga.get(f"/desk/spring-cup/open/{page}").status_code == HIDDEN
    assert olga.get(f"{S}pairing/jobs/{uuid.uuid4()}/").status_code == HIDDEN
    new_section(world, "other", rounds_planned=3)
    point = {"point": section.restore_points.first().pk}
    assert olga.post("/desk/spring-cup/other/pairing/points/", point).status_code == HIDDEN


def test_a_round_goes_from_the_button_to_a_draft_and_to_the_players(olga: Client, world: World) -> None:
    section = make(world)
    assert "7 players to be paired" in page_of(olga.get(S + "pairing/")).words
    answer = post(olga, S + "pairing/action/", act="pair", number=1, first_colour="black")
    assert (answer.status_code, answer["Location"]) == (REDIRECT, S + "rounds/1/")
    draft = page_of(olga.get(answer["Location"])).words
    assert "FIDE Dutch, from February 2026" in draft and "dutch-2026" not in draft
    response = post(olga, S + "pairing/action/", act="pair", number=1)
    assert response.status_code == 409 and "Round 1 has already been paired" in page_of(response).words
    post(olga, S + "rounds/1/action/", act="publish")
    assert section.rounds.get().status == "published"
    assert "These boards have no result yet" in page_of(olga.get(S + "pairing/")).words


def test_large_sections_are_paired_behind_the_scenes(olga, world, monkeypatch):
    monkeypatch.setattr("tournaments.views.desk.swiss.LARGE", 6)
    section = make(world)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "enqueue", lambda *_, **__: None)
        answer = post(olga, S + "pairing/action/", act="pair", number=1, first_colour="white")
    job = Job.objects.get(kind="pair_round")
    assert answer["Location"] == f"{S}pairing/jobs/{job.key}/"
    # The test's transaction does not commit, so the job is run below.
    assert "The pairing has begun" in page_of(olga.get(answer["Location"])).words
    assert "The section is being paired" in page_of(olga.get(S + "pairing/")).words
    jobs.run_job(job_id=job.pk, now=NOW)
    assert "Round 1 has been paired" in page_of(olga.get(answer["Location"])).words
    assert section.rounds.get().pairings.count() == 4


def test_byes_rules_tables_and_players_are_noted_and_taken_back(olga: Client, world: World) -> None:
    section = make(world)
    first, second = registration(section, 1), registration(section, 2)
    address = S + "pairing/action/"
    post(olga, address, act="bye", registration=first.pk, rounds=[1, 3], kind="half", confirmed="second_half_bye")
    rule = {"registration": first.pk, "other": second.pk, "kind": "apart", "first_round": 1}
    post(olga, address, act="rule", **rule, reason="sisters")
    post(olga, address, act="table", registration=second.pk, board=3)
    words = page_of(olga.get(S + "pairing/")).words
    for text in ("Round 3: Player01 half-point bye", "do not meet (sisters)", "Board 3: Player02"):
        assert text in words
    assert "6 players to be paired" in words
    for number in (1, 3):
        post(olga, address, act="cancel_bye", key=first.pk, round=number)
    post(olga, address, act="unrule", key=section.pair_rules.get().pk)
    words = page_of(olga.get(S + "pairing/")).words
    assert "half-point bye" not in words.split("Add byes")[0] and "do not meet (sisters)" not in words


def test_a_player_leaves_and_comes_back_and_refused_input_is_kept_beside_the_reason(olga, section):
    key = registration(section, 3).pk
    answer = post(olga, S + "pairing/action/", act="bye", registration=key, rounds=[2, 3], kind="zero")
    page = page_of(answer)
    assert answer.status_code == 409 and "Round 2 has already been paired" in page.words
    assert ("option", {"value": str(key), "selected": ""}) in page.attributes
    entry = registration(section, 4)
    post(olga, S + "pairing/action/", act="out", registration=entry.pk, how="withdraw", reason="ill")
    assert "Player04 withdrawn" in page_of(olga.get(S + "pairing/")).words
    post(olga, S + "pairing/action/", act="back", key=entry.pk)
    assert "Player04 withdrawn" not in page_of(olga.get(S + "pairing/")).words


def test_a_draft_is_changed_and_the_difference_is_marked(olga: Client, section: Section) -> None:
    first, second = section.rounds.get(number=2).pairings.filter(bye="").order_by("board")[:2]
    address = S + "rounds/2/change/"
    assert "No manual changes" in page_of(olga.get(address)).words
    exchange = {"act": "exchange", "one": first.white_id, "other": second.white_id}
    assert post(olga, address, **exchange, version=0, despite="as the captains ask").status_code == REDIRECT
    words = page_of(olga.get(address)).words
    assert "2 boards changed by hand" in words and "by hand" in words
    stale = post(olga, address, act="engine", version=0)
    assert stale.status_code == 409 and "This draft has been changed in the meantime" in page_of(stale).words
    post(olga, address, act="engine", version=1)
    assert "No manual changes" in page_of(olga.get(address)).words


def test_a_stale_draft_says_so_and_is_confirmed(olga: Client, world: World, section: Section) -> None:
    pairing = section.rounds.get(number=1).pairings.get(board=1)
    correct_result(actor=world.olga, now=NOW, pairing_id=pairing.pk, result="0-1", reason="wrong slip")
    words = "Results, players or pairing restrictions have changed since this round was paired."
    assert words in page_of(olga.get(S + "rounds/2/")).words
    assert post(olga, S + "rounds/2/action/", act="publish").status_code == 409
    assert post(olga, S + "rounds/2/change/", act="confirm", version=0).status_code == REDIRECT
    assert words not in page_of(olga.get(S + "rounds/2/")).words


def test_reasons_of_a_round_and_of_each_board_are_given(olga: Client, section: Section) -> None:
    page = page_of(olga.get(S + "rounds/2/why/"))
    assert "Score bracket 1" in page.words and "The pairing-allocated bye" in page.words
    links = [name for name in page.links if name.endswith("/why/") and "boards" in name]
    assert len(links) == 3  # the bye is explained on the page itself
    for link in links:
        words = page_of(olga.get(link)).words
        assert "Why board" in words and ("Bracket of" in words or "The bye goes to" in words)


def test_the_last_round_is_undone_and_brought_back_and_a_published_one_names_the_cases_to_change_it(
    olga, section, world
):
    before = list(section.rounds.get(number=2).pairings.values_list("board", "white", "black"))
    post(olga, S + "pairing/action/", act="undo", number=2)
    assert section.rounds.count() == 1
    page: Page = page_of(olga.get(S + "pairing/points/"))
    assert "Before round 2 was undone" in page.words
    post(olga, S + "pairing/points/", point=section.restore_points.get(before="undo").pk)
    assert list(section.rounds.get(number=2).pairings.values_list("board", "white", "black")) == before
    case = "C.04.2, 4.4"
    assert case not in page_of(olga.get(S + "pairing/")).words  # a draft
    publish_round(actor=world.olga, now=NOW, round_id=section.rounds.get(number=2).pk)
    assert case in page_of(olga.get(S + "pairing/")).words


def test_a_swiss_is_set_up_with_its_rules(olga: Client, world: World) -> None:
    data = {
        "slug": "open-swiss", "name_en": "Open Swiss", "game": "chess", "regime": "fide-2023", "format": "swiss",
        "rounds_planned": 9, "tracking": "result", "rating_kind": "standard", "tiebreaks": "DE, SB, KS, WIN",
        "edition": "dutch-2017", "accelerated": "on", "first_board": 51, "correction_rounds": 1,
    }  # fmt: skip
    assert olga.post("/desk/spring-cup/new-section/", data).status_code == REDIRECT
    section = Section.objects.get(slug="open-swiss")
    assert (section.edition, section.accelerated) == ("dutch-2017", True)
    assert (section.first_board, section.correction_rounds) == (51, 1)
    assert section.tiebreaks == ["DE", "SB", "KS", "WIN"]


def test_an_old_result_is_corrected_for_the_rating_report_only(olga: Client, world: World) -> None:
    section = make(world, 6)
    for number in (1, 2, 3):
        play(world, pair(world, section, number))
    pairing = section.rounds.get(number=1).pairings.get(board=1)
    address = S + "rounds/1/boards/1/correction/"
    assert "changes the rating report only" in page_of(olga.get(address)).words
    post(olga, address, result="0-1", reason="the score sheet", version=pairing.version)
    pairing.refresh_from_db()
    assert (pairing.result, pairing.rating_correction.result) == ("1-0", "0-1")
    words = page_of(olga.get(S + "rounds/1/results/")).words
    assert words.count("Corrected for the rating report only: 0 – 1") == 1


def test_a_correction_names_the_later_pairings_that_were_made_with_the_old_result(olga: Client, world: World) -> None:
    section = make(world, 6)
    for number in (1, 2):
        play(world, pair(world, section, number))
    pair(world, section, 3)  # a draft, which can be paired again
    pairing = section.rounds.get(number=1).pairings.select_related("white__player").get(board=1)
    later = section.rounds.get(number=2).pairings.filter(Q(white=pairing.white) | Q(black=pairing.white)).get()
    address = S + "rounds/1/boards/1/correction/"
    page = page_of(olga.get(address))
    assert page.problems == [] and "These pairings were made with the result" in page.words
    line = f"Round 2, Board {later.board}: {later.white.player.full_name} – {later.black.player.full_name}"
    assert line in page.words and "Round 3, Board" not in page.words
    post(olga, address, result="0-1", reason="the score sheet", version=pairing.version)
    words = page_of(olga.get(S + "rounds/1/results/")).words
    assert "Pairings made with the old result: Round 2" in words and line in words
    assert "Round 3, Board" not in words and "for the rating report only" not in words


def seating(answer: Any) -> tuple[Page, dict[str, list[str]]]:
    """Return the page of a board that was played differently, and the fields of its form."""
    page = page_of(answer)
    assert page.problems == []
    forms = forms_of(answer.content.decode(), S, NOW)
    return page, next(form.fields for form in forms if any("version_" in name for name in form.fields))


@pytest.mark.long
def test_in_an_old_round_reversed_colours_are_a_remark_of_the_rating_report(olga, world) -> None:
    section = make(world, 6)
    for number in (1, 2, 3):
        play(world, pair(world, section, number))
    address = S + "rounds/1/boards/1/played/"
    _, fields = seating(olga.post(address, {"act": "turn"}))
    page, _ = seating(olga.post(address, {**fields, "act": "check"}))
    assert "a remark in the rating report only" in page.words
    post(olga, address, **{**fields, "act": "save", "reason": "found at home"})
    assert section.rounds.get(number=1).pairings.get(board=1).white.number == 1
    assert Log.objects.filter(action="round.played_differently_for_rating").count() == 1


def test_reversed_colours_are_recorded_with_one_tap_and_a_reason(olga: Client, world: World) -> None:
    round_ = pair(world, make(world, 6), 1)
    play(world, round_)
    address = S + "rounds/1/boards/1/played/"
    for place in ("results/", "boards/1/correction/"):
        assert address in page_of(olga.get(f"{S}rounds/1/{place}")).links
    _, fields = seating(olga.get(address))
    page, fields = seating(olga.post(address, {**fields, "act": "turn"}))
    assert "Board 1: Player04 – Player01 0 – 1 (Black wins) colours reversed" in page.words
    assert "Until now: Player01 – Player04 1 – 0" in page.words
    answer = olga.post(address, {**fields, "act": "save", "reason": ""})
    assert page_of(answer).find(data_code="reason_missing") and answer.status_code == 422
    post(olga, address, **{**fields, "act": "save", "reason": "told after the game"})
    pairing = round_.pairings.get(board=1)
    assert (pairing.white.number, pairing.black.number, pairing.result) == (4, 1, "0-1")


def test_players_who_exchanged_seats_are_found_and_their_result_is_asked_for(olga, world, section) -> None:
    round_ = section.rounds.get(number=1)
    address = S + "rounds/1/boards/1/played/"
    keys = dict(section.registrations.values_list("number", "pk"))
    _, fields = seating(olga.get(address))
    fields["black_1"] = [str(keys[5])]
    page, fields = seating(olga.post(address, {**fields, "act": "check"}))
    assert page.find(data_code="results_missing") and not page.find(id="changes")
    assert [fields[name] for name in ("white_1", "black_1", "white_2")] == [[str(keys[number])] for number in (1, 5, 4)]
    fields |= {"result_1": ["1/2-1/2"], "result_2": ["0-1"]}
    unseen = olga.post(address, {**fields, "act": "save", "reason": "wrong board"})
    assert unseen.status_code == 200 and round_.pairings.get(board=1).black_id == keys[4]
    page, fields = seating(unseen)
    assert "other opponents" in page.words and "Pair the draft again afterwards: Round 2." in page.words
    post(olga, address, **{**fields, "act": "save", "reason": "wrong board"})
    assert round_.pairings.get(board=1).black_id == keys[5]
    assert set(round_.pairings.values_list("result", flat=True)) == {"1/2-1/2", "1-0", "0-1", ""}


def test_a_late_player_is_seated_opposite_the_player_with_the_bye(olga: Client, world: World) -> None:
    round_ = publish_round(actor=world.olga, now=NOW, round_id=pair(world, make(world, 5), 1).pk)
    bye = round_.pairings.get(bye="pairing_allocated")
    address = f"{S}rounds/1/boards/{bye.board}/played/"
    assert address in page_of(olga.get(f"{S}rounds/1/results/")).links
    assert "black_3" not in seating(olga.get(address))[1]
    (late,) = enter(world, round_.section, "Late Lena")
    _, fields = seating(olga.get(address))
    page, fields = seating(olga.post(address, {**fields, "black_3": str(late.pk), "act": "check"}))
    assert "Board 3: Player05 – Late Lena No result other opponents" in page.words
    post(olga, address, **{**fields, "result_3": "", "act": "save", "reason": "came late"})
    assert round_.pairings.get(board=bye.board).black_id == late.pk


def test_the_page_says_how_players_will_be_numbered_and_warns_of_numbers_against_the_ratings(world, olga):
    section = make(world, 3)
    for entry, rating in zip(section.registrations.order_by("number"), (1500, 2400, 1800), strict=True):
        edit_registration(actor=world.olga, now=NOW, registration_id=entry.pk, changes={"rating": rating})
    pages = [f"{S}{place}/" for place in ("players", "pairing")]
    numbers = S + "players/numbers/"
    for address in pages:
        page = page_of(olga.get(address))
        assert page.problems == [] and "Starting numbers have not been assigned" in page.words
    olga.post(numbers, {"keep": "1"})
    for address in pages:
        page = page_of(olga.get(address))
        assert page.problems == [] and "The starting numbers do not follow the ratings" in page.words
    olga.post(numbers)
    assert list(section.registrations.order_by("number").values_list("rating", flat=True)) == [2400, 1800, 1500]
    for address in pages:
        words = page_of(olga.get(address)).words
        assert "Starting numbers have not been assigned" not in words and "do not follow" not in words


def test_a_new_player_enters_late_with_half_points(olga: Client, world: World) -> None:
    section = make(world, 4)
    play(world, pair(world, section, 1))
    act = {"act": "late", "name": "Larsen, Bent", "rating": 2395, "from_round": 2}
    refused = post(olga, S + "pairing/action/", **act, half_points=[2])
    assert refused.status_code == 422 and page_of(refused).problems == []
    post(olga, S + "pairing/action/", **act, half_points=[1])
    late = section.registrations.get(player__family_name="Larsen")
    assert (late.rating, late.from_round) == (2395, 2)
    assert not page_of(olga.get(S + "pairing/")).find(name="note")  # renumbering alone would be undone
    assert section.rounds.get(number=1).pairings.filter(white=late, bye="half").exists()
    neither = post(olga, S + "pairing/action/", act="late", from_round=2)
    assert neither.status_code == 422 and page_of(neither).find(data_code="one_of_two")
    player = Player.objects.get(family_name="Alice")
    response = post(olga, S + "pairing/action/", **{**act, "name": "Alice"})
    assert response.status_code == 409 and page_of(response).find(name="who", value=str(player.pk))
    post(olga, S + "pairing/action/", **{**act, "name": "Alice"}, who=player.pk)
    assert section.registrations.filter(player=player, from_round=2).exists()


def test_the_forms_of_players_ask_for_the_rounds_missed_once_rounds_are_paired(olga, world):
    section = make(world, 4)
    assert not page_of(olga.get(S + "players/new/")).find(name="half_points")
    play(world, pair(world, section, 1))
    for address in (S + "players/new/", S + "players/list/"):
        page = page_of(olga.get(address))
        assert page.problems == [] and page.find(name="half_points", value="1")
    post(olga, S + "players/new/", family_name="Larsen", from_round=3, half_points=[1, 2])
    registration = section.registrations.get(player__family_name="Larsen")
    assert registration.from_round == 3 and registration.requested_byes.get().round_number == 2
    post(olga, S + "players/list/", text="Name\nNovice\n", half_points=[1])
    registration = section.registrations.get(player__family_name="Novice")
    assert registration.from_round == 2
    assert section.rounds.get(number=1).pairings.filter(white=registration, bye="half").exists()


P = S + "standings/play-off/"


def test_a_play_off_is_opened_from_the_standings(world: World, olga: Client) -> None:
    section = make(world, 4)
    play(world, pair(world, section, 1))
    assert P in page_of(olga.get(S + "standings/")).links
    page = page_of(olga.get(P))
    assert page.problems == []
    best = max(row.row.points for row in standings_of(section).rows)
    tied = [str(row.registration.pk) for row in standings_of(section).rows if row.row.points == best]
    ticked = [tag["value"] for tag in page.find(name="registration", checked="")]
    assert ticked == tied and len(tied) == 2
    data = {"regime": "fide-2023-rapid", "control": "10+5", "games": "2", "rating_kind": "rapid"}
    unequal = [str(registration(section, 1).pk), str(registration(section, 4).pk)]
    refused = olga.post(P, {**data, "registration": unequal[:1]})
    assert refused.status_code == 422 and "next to each other" in page_of(refused).words
    answer = post(olga, P, **data, registration=ticked)
    play_off = Section.objects.get(decides__section=section)
    assert answer["Location"] == f"/desk/spring-cup/{play_off.slug}/"
    assert play_off.names["en"] == "Play-off for places 1–2"
    players = {section.registrations.get(pk=key).player_id for key in ticked}
    assert {entry.player_id for entry in play_off.registrations.all()} == players
