"""Norm requirements are imported from a file, and the desk shows who has or can make one."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from ratings.models.norms import NormRules, NormTerms
from ratings.selectors.norms import norms_in_force
from ratings.services.norms import import_norms
from tavleya.actors import Actor
from tavleya.errors import NotPermitted
from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.tavleya.norms.test_requirements_are_read_and_checked import EXAMPLE
from tests.world import NOW, World
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.models.section import Section
from tournaments.services.players import add_player
from tournaments.services.results import enter_result
from tournaments.services.rounds import publish_round
from tournaments.services.sections import create_section, enter_player

pytestmark = pytest.mark.django_db

#: One game of any opponents and half of the points make this norm.
SMALL = """
code = "club"
name = "Club norm"
game = "chess"
valid_from = 2020-01-01
[[norms]]
title = "Club master"
games_least = 1
average_least = 2000
percent_least = 50
"""


def url(world: World) -> str:
    return f"/desk/{world.event.slug}/{world.section.slug}/norms/"


def import_text(text: str) -> None:
    import_norms(actor=Actor.of_system("tests"), now=NOW, data=text.encode())


def test_a_file_is_imported_by_command_and_says_what_it_is(tmp_path: Path) -> None:
    file, out = tmp_path / "club.toml", StringIO()
    file.write_text(SMALL.replace('game = "chess"', 'game = "chess"\nexample = true'))
    call_command("import_norms", str(file), stdout=out)
    call_command("import_norms", str(file), stdout=out)
    assert "Club master" in out.getvalue()
    assert "example" in out.getvalue()
    assert NormRules.objects.count() == 1


def test_the_norms_of_fide_come_with_the_program() -> None:
    (norm_edition,) = norms_in_force("chess", NOW.date())
    assert [(norm.title, norm.performance_least) for norm in norm_edition.norms] == [
        ("GM", 2600), ("IM", 2450), ("WGM", 2400), ("WIM", 2250),
    ]  # fmt: skip
    assert norm_edition.source and norm_edition.read_on
    assert norms_in_force("draughts", NOW.date()) == []
    assert norms_in_force("chess", NOW.date().replace(year=2023)) == []


def test_an_imported_edition_goes_before_the_one_of_its_day_that_came_with_the_program() -> None:
    import_text(EXAMPLE.read_text().replace('name = "FIDE B.01"', 'name = "Corrected"'))
    (norm_edition,) = norms_in_force("chess", NOW.date())
    assert norm_edition.name == "Corrected" and norm_edition.norms[0].exemptions["zonal"] == "1.4.3c"


def test_a_bad_file_changes_nothing(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(SMALL.replace('game = "chess"', 'game = "go"'))
    for path in (bad, tmp_path / "missing.toml"):
        with pytest.raises(CommandError):
            call_command("import_norms", str(path))
    assert not NormRules.objects.exists()


def test_only_an_administrator_at_the_machine_imports(world: World) -> None:
    with pytest.raises(NotPermitted):
        import_norms(actor=world.olga, now=NOW, data=SMALL.encode())


def test_the_edition_of_the_day_is_in_force() -> None:
    import_text(SMALL)
    import_text(SMALL.replace("2020-01-01", "2026-01-01").replace("Club norm", "Club norm, new"))
    assert "Club norm, new" in [norm_edition.name for norm_edition in norms_in_force("chess", NOW.date())]
    before = [norm_edition.name for norm_edition in norms_in_force("chess", NOW.date().replace(year=2025))]
    assert "Club norm" in before and "Club norm, new" not in before


@pytest.mark.parametrize(("name", "status"), [("olga", 200), ("hana", 200), ("alice", 403)])
def test_access_to_norms_depends_on_the_role(world: World, olga: Client, name: str, status: int) -> None:
    assert signed_in(name).get(url(world)).status_code == status
    assert Client().get(url(world)).status_code == 302


def test_a_game_of_less_than_a_move_makes_no_norm(world: World, olga: Client) -> None:
    import_text(SMALL)
    Registration.objects.filter(section=world.section).update(rating=2100)
    board = world.section.rounds.get(number=1).pairings.order_by("board")[0]
    enter_result(actor=world.olga, now=NOW, pairing_id=board.pk, result="W-L")
    assert "has it" not in olga.get(url(world)).content.decode()


def test_the_desk_says_what_is_needed_and_what_is_made(world: World, olga: Client) -> None:
    """Six players, five rounds: half the points are 2½ of 5."""
    import_text(SMALL)
    Registration.objects.filter(section=world.section).update(rating=2100)
    page = olga.get(url(world)).content.decode()
    players = Player.objects.filter(registrations__section=world.section).count()
    assert page.count("Club master norm: needs 2½ from the 5 games that are open") == players
    for row in world.rounds[1:]:
        publish_round(actor=world.olga, now=NOW, round_id=row.pk)
    for board in Pairing.objects.filter(round__section=world.section).order_by("round__number", "board"):
        enter_result(actor=world.olga, now=NOW, pairing_id=board.pk, result="1-0")
    with_white = [
        registration.number
        for registration in world.section.registrations.all()
        if Pairing.objects.filter(white=registration).count() * 2 >= 5
    ]
    page = olga.get(url(world)).content.decode()
    assert page.count("Club master norm: met by the data") == len(with_white) == 3
    loser = next(
        registration.number
        for registration in world.section.registrations.all()
        if registration.number not in with_white
    )
    content = olga.get(url(world), {"player": loser}).content.decode()
    assert "Percentage score: 40, at least 50." in content
    assert "Missing: 10." in content
    assert "no longer possible" in content


def test_norms_are_not_offered_in_blitz(world: World, olga: Client) -> None:
    import_text(SMALL)
    Section.objects.filter(pk=world.section.pk).update(rating_kind="blitz")
    assert (
        "Norms are made in events with standard time controls only." in olga.get(url(world)).content.decode()
    )


def test_the_page_says_what_the_data_cannot_say_and_where_the_figures_are_from(
    world: World, olga: Client
) -> None:
    page = page_of(olga.get(url(world)))
    assert "What the data cannot say" in page.words and "licence" in page.words
    assert "Source: FIDE Handbook B.01" in page.words
    assert page.problems == []


def test_the_kind_of_event_is_set_by_an_organiser_and_no_unknown_one(world: World, olga: Client) -> None:
    assert olga.post(url(world), {"kind": "zonal"}).status_code == 302
    assert NormTerms.objects.get().kind == "zonal"
    assert olga.post(url(world), {"kind": "friendly"}).status_code == 422
    assert signed_in("hana").post(url(world), {"kind": ""}).status_code == 403
    assert NormTerms.objects.get().kind == "zonal"


def test_a_player_of_one_federation_is_helped_by_the_kind_of_event(world: World, olga: Client) -> None:
    """All players from UKR: too many of one federation, unless the event is zonal."""
    import_text(SMALL + 'foreign_least = 2\nexemptions = { zonal = "Z.1" }\n')
    Registration.objects.filter(section=world.section).update(rating=2100)
    Player.objects.filter(event=world.event).update(federation="UKR")
    assert "needs 2½" not in olga.get(url(world)).content.decode()
    olga.post(url(world), {"kind": "zonal"})
    page = olga.get(url(world)).content.decode()
    assert "needs 2½" in page and "The rules on federations do not apply (Z.1)." in page


def test_the_card_of_a_player_shows_norms_once_the_organiser_publishes_them(
    world: World, olga: Client
) -> None:
    import_text(SMALL)
    Registration.objects.filter(section=world.section).update(rating=2100)
    visitor = Client(headers={"accept-language": "en"})
    number = world.section.registrations.order_by("number")[0].number
    card = f"/events/{world.event.slug}/{world.section.slug}/players/{number}/"
    first = visitor.get(card)
    assert "Club master norm" not in first.content.decode()
    olga.post(url(world), {"kind": "", "published": "on"})
    second = visitor.get(card, headers={"if-none-match": first["ETag"]})
    assert second.status_code == 200
    page = page_of(second)
    assert "Club master norm: needs 2½ from the 5 games that are open" in page.words
    assert "A norm is confirmed by FIDE, not here." in page.words
    assert page.problems == []


def test_a_swiss_tells_what_average_the_rounds_to_come_must_have(world: World, olga: Client) -> None:
    """Nothing played of three rounds against opponents of at least 2000: any score of half the points and more."""
    import_text(SMALL)
    swiss = make_section(world, "swiss", rounds=3, players=("Kai", "Lea", "Mia", "Nia"))
    swiss.registrations.update(rating=2100)
    page = olga.get(f"/desk/{world.event.slug}/swiss/norms/").content.decode()
    assert (
        page.count(
            "Club master norm: possible in the 3 games to come, by the average of the opponents not yet known (3)"
        )
        == 4
    )
    assert "1½ if the average is 2000" in page


def make_section(world: World, slug: str, *, rounds: int, players: tuple[str, ...]) -> Section:
    section = create_section(
        actor=world.olga,
        now=NOW,
        event_id=world.event.pk,
        slug=slug,
        names={"en": slug},
        game="chess",
        regime="fide-2023",
        control="90+30",
        format="swiss",
        rounds_planned=rounds,
    )
    for name in players:
        player = add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name=name)
        enter_player(actor=world.olga, now=NOW, section_id=section.pk, player_id=player.pk)
    return section
