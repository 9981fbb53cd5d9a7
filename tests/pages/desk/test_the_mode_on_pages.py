"""FIDE mode at the desk: what it fixes cannot be typed, leaving it takes two steps, and every page says that it was."""

import pytest
from django.test import Client
from django.urls import reverse

from documents.views import fill
from games.services.record import ADJOURNED, record_results
from tests.pages.desk.test_swiss import S, make, pair, play, registration
from tests.pages.desk.test_the_form_of_a_section_follows_its_system import current_values
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.models.pairing import Pairing
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.rounds import round_view
from tournaments.services.results import enter_result
from tournaments.services.rounds import publish_round
from tournaments.services.section_settings import edit_section, leave_mode

pytestmark = pytest.mark.long

LEAVE = S + "edit/mode/"


def leave(world: World, section: Section) -> None:
    leave_mode(actor=world.olga, now=NOW, section_id=section.pk, confirmed=["leaving_mode"], typed=section.slug)


@pytest.fixture
def section(world: World) -> Section:
    """Round 1 played, round 2 a draft."""
    section = make(world)
    play(world, pair(world, section, 1))
    pair(world, section, 2)
    return section


def test_fields_fixed_by_the_mode_are_disabled_once_round_one_is_paired(olga: Client, world: World) -> None:
    section = make(world)
    form = olga.get(S + "edit/").context["form"]
    assert not form.fields["tiebreaks"].disabled
    pair(world, section, 1)
    answer = olga.get(S + "edit/")
    form = answer.context["form"]
    fixed = {name for name, field in form.fields.items() if field.disabled}
    assert {"tiebreaks", "rounds_planned", "edition"} <= fixed
    assert {"accelerated", "correction_rounds", "points_win"} <= fixed
    assert "FIDE mode" in page_of(answer).words and LEAVE in page_of(answer).links
    values = {**current_values(answer), "tiebreaks": "KS", "points_win": "3", "control": "60+10"}
    assert olga.post(S + "edit/", values).status_code == 302
    section.refresh_from_db()
    assert (section.tiebreaks[0], section.points.win, section.control) == ("BH/C1", 2, "60+10")


def test_the_mode_is_left_in_two_steps_and_by_typing_the_address(olga: Client, section: Section) -> None:
    first = page_of(olga.get(LEAVE))
    assert first.problems == [] and "cannot be entered again" in first.words
    second = olga.post(LEAVE, {"confirmed": "leaving_mode"})
    assert second.status_code == 409 and "Type the address of the section" in page_of(second).words
    wrong = olga.post(LEAVE, {"confirmed": "leaving_mode", "typed": "open"})
    assert wrong.status_code == 409 and "That is not the address" in page_of(wrong).words
    assert olga.post(LEAVE, {"typed": "swiss"}).status_code == 409
    section.refresh_from_db()
    assert section.in_mode
    assert olga.post(LEAVE, {"confirmed": "leaving_mode", "typed": "swiss"}).status_code == 302
    section.refresh_from_db()
    assert section.left_mode
    assert page_of(olga.get(LEAVE)).words.count("This section is not in a mode that can be left.") == 1
    assert olga.post(LEAVE, {"confirmed": "leaving_mode", "typed": "swiss"}).status_code == 409


def test_every_page_and_print_says_that_it_was_left(olga: Client, world: World, section: Section) -> None:
    base = ["spring-cup", "swiss"]
    public = [reverse(name, args=base) for name in ("standings", "crosstable", "players")]
    public += [reverse("round", args=[*base, 1]), reverse("round_boards", args=[*base, 1])]
    game = Pairing.objects.filter(round__section=section, game__isnull=False).values_list("game", flat=True)
    public += [reverse("game", args=["spring-cup", game[0]])]
    pages = ("", "edit/", "players/", "pairing/", "rounds/1/", "rounds/2/", "standings/", "rounds/1/print/")
    desk = [S + page for page in pages]
    visitor = Client(headers={"accept-language": "en"})
    words = "FIDE mode has been left"
    for address in public:
        assert words not in page_of(visitor.get(address, follow=True)).words
    leave(world, section)
    for client, addresses in ((visitor, public), (olga, desk)):
        for address in addresses:
            assert words in page_of(client.get(address, follow=True)).words, address
    section.refresh_from_db()
    assert words in fill.pairings(section, round_view(section, 1), NOW).head.facts


def test_a_changed_draft_is_published_only_after_both_pairings_were_shown(olga, section):
    round_ = section.rounds.get(number=2)
    pairing = round_.pairings.get(board=1)
    assert pairing.black is not None
    pair_before = f"{pairing.white.number}-{pairing.black.number}"
    pair_after = f"{pairing.black.number}-{pairing.white.number}"
    olga.post(S + "rounds/2/change/", {"act": "swap", "pairing": pairing.pk, "version": round_.provenance.version})
    url = S + "rounds/2/action/"
    answer = olga.post(url, {"act": "publish"})
    page = page_of(answer)
    assert answer.status_code == 409 and page.problems == []
    assert pair_before in page.words and pair_after in page.words
    round_.refresh_from_db()
    assert round_.status == RoundStatus.DRAFT
    assert olga.post(url, {"act": "publish", "confirmed": "differs_from_rules"}).status_code == 302
    round_.refresh_from_db()
    assert round_.status == RoundStatus.PUBLISHED


def test_two_players_against_their_colours_are_reported_on_the_page_of_the_draft(olga, world):
    section = make(world, 8)
    first = pair(world, section, 1)
    publish_round(actor=world.olga, now=NOW, round_id=first.pk)
    for pairing in first.pairings.all():
        enter_result(actor=world.olga, now=NOW, pairing_id=pairing.pk, result="1/2-1/2")
    board = pair(world, section, 2).pairings.get(board=1)
    change, words = S + "rounds/2/change/", "both get the colour opposite to the one they are due"
    assert words not in page_of(olga.get(change)).words
    olga.post(change, {"act": "swap", "pairing": board.pk, "version": 0})
    assert words in page_of(olga.get(change)).words


def test_too_many_rounds_for_the_field_are_reported_before_the_first(olga: Client, world: World) -> None:
    section = make(world, 4)
    assert "cannot be finished by the rules" in page_of(olga.get(S + "pairing/")).words
    edit_section(actor=world.olga, now=NOW, section_id=section.pk, changes={"rounds_planned": 3})
    assert "cannot be finished by the rules" not in page_of(olga.get(S + "pairing/")).words


def test_the_form_of_byes_says_that_full_point_byes_are_deprecated(olga: Client, section: Section) -> None:
    assert "Full-point byes are deprecated" in page_of(olga.get(S + "pairing/")).words


def test_an_adjourned_game_of_an_older_round_is_reported_before_pairing(olga: Client, world: World) -> None:
    section = make(world)
    round_ = pair(world, section, 1)
    play(world, round_)
    pairing = round_.pairings.filter(bye="").order_by("board").first()
    assert pairing is not None and pairing.game is not None
    Pairing.objects.filter(pk=pairing.pk).update(result="")
    type(pairing.game).objects.filter(pk=pairing.game_id).update(phase="adjourned", result="")
    words = "A game of an earlier round than the last is still adjourned"
    assert words not in page_of(olga.get(S + "pairing/")).words
    play(world, pair(world, section, 2))
    assert f"{words}. It should be finished before another round is paired: 1.{pairing.board}" in (
        page_of(olga.get(S + "pairing/")).words
    )


def test_numbers_are_exchanged_and_reassigned_after_a_confirmation(olga: Client, world: World) -> None:
    section = make(world)
    play(world, pair(world, section, 1))
    section.registrations.filter(number__in=(2, 3)).update(rating=2375)
    first, second = (registration(section, number).pk for number in (2, 3))
    url = S + "pairing/action/"
    common = {"act": "numbers", "one": first, "other": second}
    assert olga.post(url, common).status_code == 409
    assert olga.post(url, {**common, "confirmed": "exchange_of_numbers"}).status_code == 302
    assert registration(section, 2).pk == second
    section.registrations.filter(number=7).update(rating=2600)
    refused = olga.post(url, {"act": "renumber"})
    assert refused.status_code == 409 and "7 → 1" in page_of(refused).words
    assert olga.post(url, {"act": "renumber", "confirmed": "numbers_move"}).status_code == 302


def test_restrictions_are_not_offered_once_they_are_fixed(olga: Client, world: World) -> None:
    section = make(world)
    assert "Add restriction" in page_of(olga.get(S + "pairing/")).words
    play(world, pair(world, section, 1))
    words = page_of(olga.get(S + "pairing/")).words
    assert "Add restriction" not in words and "restrictions have been fixed since round 1 was paired" in words


def test_a_result_that_was_paired_as_a_draw_is_confirmed_in_its_row(olga: Client, world: World) -> None:
    section = make(world, 4)
    round_ = pair(world, section, 1)
    publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    first, second = round_.pairings.order_by("board")
    record_results(actor=world.olga, now=NOW, results={first.game_id: ADJOURNED, second.game_id: "1-0"})
    pair(world, section, 2)
    address = S + "rounds/1/boards/1/result/"
    version = str(Pairing.objects.get(pk=first.pk).version)
    refused = olga.post(address, {"result": "1-0", "version": version})
    assert refused.status_code == 409
    text = refused.content.decode()
    assert 'name="confirmed" value="adjourned_not_drawn"' in text and 'name="result" value="1-0"' in text
    values = {"result": "1-0", "version": version, "confirmed": "adjourned_not_drawn"}
    assert olga.post(address, values).status_code == 302
    assert Pairing.objects.get(pk=first.pk).result == "1-0"
