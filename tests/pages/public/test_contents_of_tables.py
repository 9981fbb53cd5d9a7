"""Rounds, standings, crosstable and player cards show what happened, and no draft."""

import re
from collections import Counter
from decimal import Decimal

import pytest
from django.core.cache import caches
from django.test import Client

from arbiter.services.reversal import reverse
from arbiter.services.ruling import rule
from documents.views.fill import cell_text, crosstable
from tavleya.sides import Side
from tests.pages.desk.conftest import enter, new_section, signed_in
from tests.pages.html import page_of
from tests.pages.public.conftest import first_games
from tests.tournaments.conftest import World as LargeWorld
from tests.tournaments.swiss import ask_bye, make_swiss, play_round
from tests.tournaments.test_tables_of_a_section import NAMES, leave_after
from tests.world import NOW, World, later
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.section import Section
from tournaments.names import bye_name
from tournaments.selectors.persons import player_card
from tournaments.selectors.standings import CrosstableCell
from tournaments.services.events import edit_event
from tournaments.services.results import enter_result, set_forfeit
from tournaments.services.rounds import pair_by_hand, publish_round

pytestmark = pytest.mark.django_db
MASTERS = "/events/tata-steel-2022/masters/"


def test_a_round_lists_its_boards_and_find_my_board_works_without_a_script(visitor, masters):
    page = page_of(visitor.get(f"{MASTERS}rounds/2/"))
    assert "GM Carlsen, Magnus" in page.words
    assert page.words.count("(½)") + page.words.count("(1)") + page.words.count("(0)") == 14
    assert page.words.count(" – ") >= 7
    assert "(½)" not in page_of(visitor.get(f"{MASTERS}rounds/1/")).words
    page = page_of(visitor.get(f"{MASTERS}rounds/1/", {"q": "carlsen"}))
    assert "Carlsen, Magnus" in page.words
    assert "Esipenko, Andrey" in page.words  # their opponent
    assert "Caruana" not in page.words
    page = page_of(visitor.get(f"{MASTERS}rounds/1/", {"q": "<b>Nobody"}))
    assert "No player named “<b>Nobody” in this round." in page.words
    assert page.problems == []


def test_standings_have_the_order_of_the_file_explain_tie_breaks_and_can_be_those_after_a_round(visitor, masters):
    scores: Counter[str] = Counter()
    head = r'\[White "(.+?)"\]\n\[Black "(.+?)"\]\n\[Result "(.+?)"\]'
    for white, black, tag in re.findall(head, first_games("chess-tata-steel-masters-2022.pgn", 14)):
        scores[white] += {"1-0": 2, "0-1": 0}.get(tag, 1)
        scores[black] += {"1-0": 0, "0-1": 2}.get(tag, 1)
    printed = sorted(scores, key=page_of(visitor.get(f"{MASTERS}standings/")).words.index)
    assert [scores[name] for name in printed] == sorted(scores.values(), reverse=True)
    assert len(printed) == 14
    page = page_of(visitor.get(f"{MASTERS}standings/"))
    assert "Sonneborn-Berger (C.07, 9.1)" in page.words
    assert {"#tie-break-1", "#tie-break-2"} <= set(page.links)
    assert page.labelled("tie-break-2")
    after_one = page_of(visitor.get(f"{MASTERS}standings/", {"after": "1"})).words
    assert "Standings after round 1" in after_one
    assert after_one != page_of(visitor.get(f"{MASTERS}standings/")).words


def test_a_result_of_a_document_says_the_colour_of_its_line() -> None:
    for side, text in ((Side.WHITE, "12w1"), (Side.BLACK, "12b1")):
        assert cell_text(CrosstableCell("1", 3, side, 7, 12, None, True), with_opponent=True) == text


def test_the_crosstable_has_each_game_twice_and_marks_the_line_that_is_asked_for(visitor, masters):
    page = page_of(visitor.get(f"{MASTERS}crosstable/"))
    games = [link for link in page.links if "/games/" in link]
    assert len(games) == 14
    assert len(page.find(class_="cell diagonal")) == 14
    cells = [tag for tag in page.find() if "/games/" in tag.get("href", "")]
    assert len(cells) == 28
    page = page_of(visitor.get(f"{MASTERS}crosstable/", {"player": "3"}))
    assert [tag["id"] for tag in page.find(class_="own")] == ["player-3"]


def test_a_card_tells_opponents_results_and_what_each_tie_break_is_made_of(visitor, masters):
    carlsen = masters.registrations.get(player__family_name="Carlsen")
    page = page_of(visitor.get(f"{MASTERS}players/{carlsen.number}/"))
    assert "GM Carlsen, Magnus" in page.headings[0][1]
    first = Pairing.objects.filter(round__section=masters, round__number=1).filter(black=carlsen).get()
    assert f"1 Black GM {first.white.player.full_name}" in page.words
    for registration in masters.registrations.all():
        words = page_of(visitor.get(f"{MASTERS}players/{registration.number}/")).words
        # "Sonneborn-Berger 1.25 1. GM Carlsen, Magnus 0.75 2. GM Caruana, Fabiano 0.50 Koya …"
        match = re.search(r"Sonneborn-Berger ([\d.]+) (1\. .+?) (?:Koya|Number)", words)
        assert match is not None
        parts = re.findall(r" (\d+\.\d\d)(?= |$)", match[2])
        assert len(parts) == 2
        assert sum(map(Decimal, parts)) == Decimal(match[1])


def test_games_without_rounds_stand_on_one_sheet(visitor: Client, championship: Section) -> None:
    page = page_of(visitor.get("/events/ussr/masters/games/"))
    assert page.headings[0][1] == "Games"
    games = [link for link in page.links if link.startswith("/events/ussr/games/")]
    assert len(games) == Pairing.objects.count()
    assert visitor.get("/events/ussr/masters/rounds/1/").status_code == 404


def test_results_forfeits_and_the_free_player_are_on_the_page(visitor: Client, db: None) -> None:
    world = World(others=("dora", "Семёнов", "fima"))
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    address = "/events/spring-cup/open/rounds/1/"
    words = page_of(visitor.get(address)).words
    assert "1 – 0" in words and "1 board unfinished" in words and "Not playing this round:" in words
    second = Pairing.objects.get(round=world.rounds[0], board=2)
    set_forfeit(actor=world.artur, now=NOW, pairing_id=second.pk, result="+/-", reason="absent")
    assert "+ – −" in page_of(visitor.get(address)).words
    words = page_of(visitor.get(address, {"q": "семенов"})).words
    assert "Семёнов" in words and "Bob" not in words, "both spellings of ё are found"


def test_an_event_shows_its_sections_leaders_and_time_control(visitor: Client, world: World) -> None:
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    page = page_of(visitor.get("/events/spring-cup/"))
    assert "60 min; a delay of 10 s before each move" in page.words and "4 players" in page.words
    assert "Leaders 1 Alice 1" in page.words


def test_a_withdrawn_player_and_the_reader_are_marked_in_the_standings(visitor, world):
    address = "/events/spring-cup/open/standings/"
    assert "withdrawn" not in visitor.get(address).content.decode()
    Registration.objects.filter(number=1).update(status=RegistrationStatus.WITHDRAWN)
    for cache in caches.all():
        cache.clear()
    (row,) = re.findall(r'<tr id="player-1".*?</tr>', visitor.get(address).content.decode())
    assert '<span class="badge">withdrawn</span>' in row
    client = Client()
    client.force_login(world.pairing.white.player.user)
    assert len(page_of(client.get(address)).find(class_="own")) == 1


def test_values_of_tie_breaks_are_written_as_the_reader_writes_decimals(masters: Section) -> None:
    for language, point in (("en", "."), ("ru", ","), ("uk", ",")):
        client = Client(headers={"accept-language": language})
        for address in ("standings/", "crosstable/", "players/1/"):
            words = page_of(client.get(MASTERS + address)).words
            assert set(re.findall(r"\b\d+([.,])(?:25|50|75|00)\b", words)) == {point}, (language, address)


def test_an_open_board_is_a_link_only_where_there_is_something_to_see(visitor: Client, db: None) -> None:
    for tracking, linked in (("result", False), ("sheets", True), ("live", True)):
        chess = {"game": "chess", "regime": "fide-2023", "control": "60"}
        world = World(**chess, tracking=tracking, slug=f"cup-{tracking}")
        address, game = f"/events/cup-{tracking}/open/rounds/1/", f"/games/{world.board.pk}/"
        assert any(game in link for link in page_of(visitor.get(address)).links) is linked
        enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
        assert any(game in link for link in page_of(visitor.get(address)).links)


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


@pytest.mark.article("chess:12.9.5")
def test_the_standings_explain_points_that_a_penalty_took() -> None:
    world = World(game="chess", regime="fide-2023", control="60")
    enter_result(actor=world.artur, now=later(seconds=2), pairing_id=world.pairing.pk, result="1/2-1/2")
    address = "/events/spring-cup/open/standings/"
    assert "Points changed by penalties" not in words(Client().get(address).content.decode())
    facts = {"offender": "white", "measure": "points_off", "half_points": "1"}
    common = {"now": later(seconds=5), "game_id": world.board.pk}
    ruling = rule(actor=world.artur, **common, kind="penalty", facts=facts)
    text = words(Client().get(address).content.decode())
    assert "Points changed by penalties" in text
    assert "Alice : −½ for the game of round 1, board 1." in text.replace("Round 1", "round 1")
    assert "FIDE Laws 12.9.5" in text
    reverse(actor=world.artur, now=later(seconds=9), ruling_id=ruling.pk, note="appeal upheld")
    assert "Points changed by penalties" not in words(Client().get(address).content.decode())


def test_a_draft_round_has_no_link_and_is_marked_for_officials(visitor: Client, world: World) -> None:
    page = page_of(visitor.get("/events/spring-cup/open/rounds/1/"))
    assert "/events/spring-cup/open/rounds/2/" not in page.links
    assert page.find(title="Round 2: not published yet")
    page = page_of(signed_in("artur").get("/events/spring-cup/open/rounds/2/"))
    assert "Draft, seen by officials only" in page.words
    assert visitor.get("/events/spring-cup/open/standings/?after=2").status_code == 404
    assert visitor.get("/events/spring-cup/open/standings/?after=nonsense").status_code == 404


@pytest.mark.long
@pytest.mark.parametrize(("played", "message"), [(2, True), (3, False)])
def test_a_player_who_left_before_half_of_their_games_is_named_with_the_reason(db, played, message):
    for cache in caches.all():  # keys of sections are used again
        cache.clear()
    world = LargeWorld()
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": True})
    leave_after(world, world.round_robin(*NAMES, published=5, slug="open"), played)
    for page in ("crosstable", "standings"):
        content = Client().get(f"/events/spring-open/open/{page}/").content.decode()
        assert ("do not count (FIDE C.05)" in content) is message, page


def test_a_bye_shows_its_points_on_every_page_and_no_mark_of_a_forfeit(visitor: Client, db: None) -> None:
    world = LargeWorld()
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": True})
    section = make_swiss(world, 7, slug="open")
    ask_bye(world, section, 3, 1, "half")
    ask_bye(world, section, 4, 1, "zero")
    play_round(world, section, 1)
    byes = {
        bye.white.number: (bye.bye, text)
        for bye in section.rounds.get().pairings.exclude(bye="").select_related("white")
        for text in [{"half": "½", "zero": "0"}.get(bye.bye, "1")]
    }
    assert len(byes) == 3
    page = visitor.get("/events/spring-open/open/crosstable/").content.decode()
    printed = {row.person.number: row.cells for row in crosstable(section, NOW).rows}
    for number, (kind, text) in byes.items():
        name = bye_name(kind)
        assert f'title="Round 1, {name}">{text}</span>' in page
        assert printed[number] == (text,)
        words = page_of(visitor.get(f"/events/spring-open/open/players/{number}/")).words
        assert f"{name} {text} {text}" in words, "the result and the sum"
        assert player_card(section.registrations.get(number=number)).lines[0].mark == text


# An exhibition has games and no standings: no page, file or link pretends otherwise

E = "/events/spring-cup/shown/"
D = "/desk/spring-cup/shown/"
TABLES = ("standings", "crosstable")


@pytest.fixture
def exhibition(db: None) -> Client:
    world = World()
    section = new_section(world, "shown", format="exhibition")
    white, black = enter(world, section, "Tal", "Keres")
    round_ = pair_by_hand(actor=world.olga, now=NOW, section_id=section.pk, boards=[(white.pk, black.pk)])
    publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    enter_result(actor=world.olga, now=NOW, pairing_id=round_.pairings.get().pk, result="1-0")
    return signed_in("olga")


@pytest.mark.long
@pytest.mark.parametrize(
    "address",
    [
        *(f"{E}{table}/" for table in TABLES),
        *(f"{E}{table}.{form}" for table in TABLES for form in ("csv", "json", "pdf")),
        D + "standings/",
        D + "rating-report/",
    ],
)
def test_an_exhibition_has_no_table(exhibition: Client, address: str) -> None:
    assert exhibition.get(address).status_code == 404


@pytest.mark.parametrize(
    "address", [E, E + "rounds/1/", E + "players/", E + "players/1/", D, D + "outputs/", D + "rounds/1/"]
)
def test_no_page_of_an_exhibition_leads_to_a_table(exhibition: Client, address: str) -> None:
    answer = exhibition.get(address, follow=True)
    assert answer.status_code == 200
    links = page_of(answer).links
    assert not [link for link in links if any(word in link for word in (*TABLES, "rating-report"))]
