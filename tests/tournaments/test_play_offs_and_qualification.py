"""Tied players play off in a separate section; the first of a section's standings are entered in another."""

import pytest

from reports.selectors.tournament_report import trf_file
from tavleya.errors import BadInput, Conflict
from tests.pages.html import page_of
from tests.refusals import refused
from tests.tavleya.documents.reading import lines
from tests.tournaments.conftest import LATER, NOW, fixtures_of
from tests.tournaments.swiss import make_swiss, names, play_round, registration
from tests.tournaments.team_events import make_teams
from tournaments.models.activity import Log
from tournaments.models.event import Event
from tournaments.models.pairing import MatchTerms, Pairing, PlayOff
from tournaments.models.section import Section
from tournaments.selectors.simul import qualifiers
from tournaments.selectors.standings import standings_of, standings_version
from tournaments.services import final_table
from tournaments.services.knockout import award_match, pair_knockout_stage, qualify_players
from tournaments.services.results import correct_result, enter_result
from tournaments.services.rounds import pair_round_robin, publish_round
from tournaments.services.sections import withdraw_player

pytestmark = pytest.mark.django_db
NAMES = ("Alekhine", "Botvinnik", "Capablanca", "Duras")
#: 1 and 2 win against 3 and 4 and draw; 3 beats 4.
RESULTS = {frozenset((1, 2)): 0, frozenset((3, 4)): 3}


def result(pairing: Pairing, winners: dict[frozenset[int], int]) -> str:
    pair = frozenset((pairing.white.number, pairing.black.number))
    winner = winners.get(pair, min(pair))
    return "1/2-1/2" if not winner else "1-0" if pairing.white.number == winner else "0-1"


def played_to_a_tie(world):
    round_robin = world.round_robin(*NAMES, published=3, slug="main", tiebreaks=["DE"])
    for pairing in Pairing.objects.filter(round__section=round_robin).select_related("white", "black"):
        enter_result(actor=world.chen, now=LATER, pairing_id=pairing.pk, result=result(pairing, RESULTS))
    return round_robin


world, section = fixtures_of(played_to_a_tie)


def table(section: Section) -> list[tuple[str, str, bool]]:
    return [(row.registration.player.family_name, row.place, row.row.play_off) for row in standings_of(section).rows]


def registration_keys(section: Section, *numbers: int) -> list[int]:
    return list(section.registrations.filter(number__in=numbers).values_list("pk", flat=True))


def open_play_off(world, section, *numbers, **more) -> Section:
    common = {"regime": "fide-2023-rapid", "control": "10+5", "games": 2, "names": {"en": "Play-off"}, **more}
    values = {"section_id": section.pk, "registration_ids": registration_keys(section, *numbers), **common}
    return final_table.open_play_off(actor=world.olga, now=LATER, **values)


def play_match(world, section: Section, *results: str) -> None:
    round_ = pair_knockout_stage(actor=world.olga, now=LATER, section_id=section.pk)
    publish_round(actor=world.olga, now=LATER, round_id=round_.pk)
    for pairing, code in zip(round_.pairings.order_by("leg"), results, strict=True):
        enter_result(actor=world.chen, now=LATER, pairing_id=pairing.pk, result=code)


def test_two_tied_players_play_a_match_and_its_winner_has_the_place(world, section):
    assert table(section)[:2] == [("Alekhine", "1–2", False), ("Botvinnik", "1–2", False)]
    play_off = open_play_off(world, section, 1, 2)
    assert (play_off.format, play_off.control, play_off.rating_kind) == ("knockout", "10+5", "rapid")
    assert MatchTerms.objects.get(section=play_off).games == 2
    before = standings_version(section).number
    play_match(world, play_off, "1/2-1/2", "1-0")  # Botvinnik has White in the second game
    assert table(section)[:2] == [("Botvinnik", "1", True), ("Alekhine", "2", True)]
    assert table(section)[2:] == [("Capablanca", "3", False), ("Duras", "4", False)]
    assert not any(row.row.play_off for row in standings_of(section, after_round=2).rows)
    section.refresh_from_db()
    assert standings_version(Section.objects.get(pk=section.pk)).number > before
    assert Log.objects.get(action="play_off.opened").after["players"] == ["Alekhine", "Botvinnik"]


def test_until_it_is_over_the_tie_stands(world, section):
    play_off = open_play_off(world, section, 1, 2)
    round_ = pair_knockout_stage(actor=world.olga, now=LATER, section_id=play_off.pk)
    publish_round(actor=world.olga, now=LATER, round_id=round_.pk)
    first, second = round_.pairings.order_by("leg")
    enter_result(actor=world.chen, now=LATER, pairing_id=first.pk, result="1/2-1/2")
    enter_result(actor=world.chen, now=LATER, pairing_id=second.pk, result="1/2-1/2")
    assert table(section)[:2] == [("Alekhine", "1–2", False), ("Botvinnik", "1–2", False)]
    with refused(Conflict, "play_off_is_on"):
        open_play_off(world, section, 1, 2)
    winner = play_off.registrations.get(number=2)
    match = round_.matches.get()
    award_match(actor=world.chen, now=LATER, match_id=match.pk, registration_id=winner.pk, reason="drawing of lots")
    assert table(section)[:2] == [("Botvinnik", "1", True), ("Alekhine", "2", True)]


def test_three_tied_players_play_a_round_robin(world):
    section = world.round_robin(*NAMES[:3], published=3, slug="three", tiebreaks=[])
    for pairing in Pairing.objects.filter(round__section=section):
        enter_result(actor=world.chen, now=LATER, pairing_id=pairing.pk, result="1/2-1/2")
    play_off = open_play_off(world, section, 1, 2, 3, games=1)
    assert play_off.format == "round_robin"
    for round_ in pair_round_robin(actor=world.olga, now=LATER, section_id=play_off.pk):
        publish_round(actor=world.olga, now=LATER, round_id=round_.pk)
    for pairing in Pairing.objects.filter(round__section=play_off).select_related("white", "black"):
        better = "1-0" if pairing.white.number > pairing.black.number else "0-1"
        enter_result(actor=world.chen, now=LATER, pairing_id=pairing.pk, result=better)
    assert table(section) == [("Capablanca", "1", True), ("Botvinnik", "2", True), ("Alekhine", "3", True)]


def test_a_correction_that_parts_them_ends_what_it_decided(world, section):
    play_match(world, open_play_off(world, section, 1, 2), "0-1", "1-0")
    drawn = Pairing.objects.get(round__section=section, white__number__in=(1, 2), black__number__in=(1, 2))
    winner = "1-0" if drawn.white.number == 1 else "0-1"
    correct_result(actor=world.chen, now=LATER, pairing_id=drawn.pk, result=winner, reason="misread")
    assert table(section)[:2] == [("Alekhine", "1", False), ("Botvinnik", "2", False)]


@pytest.mark.parametrize("numbers", [(1,), (1, 3), (3, 4), ()])
def test_only_tied_players_play_off(world, section, numbers):
    with refused(BadInput, "not_tied_for_a_place"):
        open_play_off(world, section, *numbers)
    assert not PlayOff.objects.exists()


def test_nothing_is_decided_while_results_are_missing(world):
    section = world.round_robin(*NAMES, published=1, slug="begun")
    with refused(Conflict, "play_off_early"):
        open_play_off(world, section, 1, 2, 3, 4)


def test_page_print_and_report_say_that_a_play_off_decided(world, section, client):
    play_match(world, open_play_off(world, section, 1, 2), "0-1", "1-0")
    Event.objects.update(published=True)
    public = page_of(client.get(f"/events/{world.event.slug}/main/standings/"))
    assert "Places 1–2 were decided by a play-off" in public.words
    assert "### Play-off for places 1 to 2: 2 1" in trf_file(section).decode()
    paper = lines(client.get(f"/events/{world.event.slug}/main/standings.pdf").content)
    assert "Places 1–2 were decided by a play-off: Play-off." in paper


@pytest.fixture
def source(world):
    """Create a Swiss of six after round 1, in which numbers 1, 2 and 3 have won."""
    section = make_swiss(world, 6, tiebreaks=["WIN"])
    play_round(world, section, 1, lambda pairing: "1-0" if pairing.white.number < pairing.black.number else "0-1")
    return section


@pytest.fixture
def cup(world):
    return world.section(slug="cup", format="knockout")


def qualify(world, cup, source, numbers, **more):
    return from_groups(world, cup, [source], [numbers], **more)


def from_groups(world, cup, groups, places, **more):
    """`places`: for each group, the starting numbers that qualify."""
    values = {"standings": {group.pk: qualifiers(cup, group).key for group in groups}, **more}
    pairs = zip(groups, places, strict=True)
    keys = [registration(group, number).pk for group, numbers in pairs for number in numbers]
    return qualify_players(actor=world.olga, now=NOW, section_id=cup.pk, registration_ids=keys, **values)


def test_they_are_seeded_in_the_order_of_the_standings_and_stay_so(world, cup, source):
    order = [row.standing.registration.number for row in qualifiers(cup, source).rows]
    four = qualifiers(cup, source).first(4)
    qualify(world, cup, source, [row.standing.registration.number for row in reversed(four)])
    assert names(cup) == [f"P{number:02}" for number in order[:4]]
    cup.refresh_from_db()
    assert cup.numbers_given
    assert Log.objects.get(action="players.qualified").after["players"][0].startswith("P0")


def test_a_tie_at_the_cut_is_shown_and_withdrawn_players_are_skipped(world, cup, source):
    view = qualifiers(cup, source)
    assert (view.final, view.after_round) == (False, 1)
    assert len(view.tied_at_cut(2)) == 3 and view.tied_at_cut(3) == ()
    withdraw_player(actor=world.olga, now=NOW, registration_id=registration(source, 1).pk)
    first = [row.standing.registration.number for row in qualifiers(cup, source).first(3)]
    assert 1 not in first and len(first) == 3


def test_all_players_are_entered_or_none(world, cup, source):
    qualify(world, cup, source, [2])
    with refused(Conflict, "already_entered"):
        qualify(world, cup, source, [1, 2])
    assert names(cup) == ["P02"]
    assert [row.available for row in qualifiers(cup, source).rows].count(False) == 1
    qualify(world, cup, source, [1])
    pair_knockout_stage(actor=world.olga, now=NOW, section_id=cup.pk)
    with refused(Conflict, "already_paired"):
        qualify(world, cup, source, [3])


def test_players_qualify_only_from_standings_of_players(world, cup, source):
    for other in (make_teams(world, 2, 1), cup, world.section(format="knockout")):
        with refused(BadInput, "cannot_qualify_from"):
            world.do(qualify_players, section_id=cup.pk, standings={other.pk: ""}, registration_ids=[1])


@pytest.fixture
def groups(world):
    """Three round robins of three, in which the lower number wins."""
    sections = []
    for letter in "ABC":
        section = world.round_robin(*(f"{letter}{n}" for n in (1, 2, 3)), published=3, slug=f"group-{letter.lower()}")
        for pairing in Pairing.objects.filter(round__section=section).select_related("white", "black"):
            result = "1-0" if pairing.white.number < pairing.black.number else "0-1"
            enter_result(actor=world.chen, now=LATER, pairing_id=pairing.pk, result=result)
        sections.append(section)
    return sections


def test_the_best_of_groups_are_seeded_so_that_those_of_a_group_meet_late(world, cup, groups):
    from_groups(world, cup, groups, [(1, 2)] * 3)
    assert names(cup) == ["A1", "B1", "C1", "B2", "C2", "A2"]
    round_ = pair_knockout_stage(actor=world.olga, now=NOW, section_id=cup.pk)
    met = {
        frozenset(entrant.player.family_name for entrant in (match.first, match.second))
        for match in round_.matches.exclude(second=None).select_related("first__player", "second__player")
    }
    assert met == {frozenset({"B2", "C2"}), frozenset({"C1", "A2"})}
    line = Log.objects.get(action="players.qualified")
    assert line.after["from_section"] == "group-a, group-b, group-c"


def test_as_many_qualify_from_each_group_and_all_from_what_was_looked_at(world, cup, groups):
    with refused(BadInput, "groups_uneven"):
        from_groups(world, cup, groups, [(1, 2), (1, 2), (1,)])
    assert names(cup) == []
    old = {group.pk: qualifiers(cup, group).key for group in groups}
    withdraw_player(actor=world.olga, now=LATER, registration_id=registration(groups[2], 3).pk)
    with refused(Conflict, "standings_moved"):
        from_groups(world, cup, groups, [(1,)] * 3, standings=old)
    assert names(cup) == []
