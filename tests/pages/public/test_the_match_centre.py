"""The page of an event: games in progress, the leaders and their changes, the next session, the officials."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from tavleya.actors import Role
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round
from tournaments.selectors.standings import standings_of
from tournaments.services.events import create_event, edit_event, grant_role
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round, publish_round, start_round
from tournaments.services.schedule import plan_rounds, reschedule_round

ADDRESS = "/events/spring-cup/"


def words(visitor: Client) -> str:
    page = page_of(visitor.get(ADDRESS))
    assert page.problems == []
    return page.words


def results(world: World, number: int, *codes: str) -> None:
    for board, code in enumerate(codes, start=1):
        pairing = Pairing.objects.get(round=world.rounds[number - 1], board=board)
        enter_result(actor=world.artur, now=NOW, pairing_id=pairing.pk, result=code)


def test_the_round_in_progress_is_shown_with_its_boards(visitor: Client, world: World) -> None:
    assert "In progress Round 1 0 of 2 games finished" in words(visitor)
    results(world, 1, "1-0")
    text = words(visitor)
    assert "In progress Round 1 1 of 2 games finished" in text
    assert "1 Alice 1 – 0 Egor" in text
    assert (
        f"/events/spring-cup/games/{Pairing.objects.get(round=world.rounds[0], board=2).game_id}/"
        in "".join(page_of(visitor.get(ADDRESS)).links)
    )


def test_leaders_are_shown_with_the_places_they_have_won_and_lost(visitor: Client, world: World) -> None:
    results(world, 1, "1-0", "0-1")
    assert "place" not in re.search(r"Leaders.*?Find", words(visitor)).group(0)  # type: ignore[union-attr]
    close_round(actor=world.olga, now=NOW, round_id=world.rounds[0].pk)
    publish_round(actor=world.olga, now=NOW, round_id=world.rounds[1].pk)
    start_round(actor=world.olga, now=NOW, round_id=world.rounds[1].pk)
    results(world, 2, "1-0", "1-0")
    page = visitor.get(ADDRESS).content.decode()
    rows = re.findall(r'<li><span class="leader-rank">.*?</li>', page, re.DOTALL)
    moved = {re.search(r'class="player"[^>]*>([^<]+)', row).group(1).strip(): row for row in rows}  # type: ignore[union-attr]
    changes = dict(moves_by_hand(world))
    assert changes
    for name, row in moved.items():
        change = changes.get(name, 0)
        if change > 0:
            assert f"▲{change}" in row
        elif change < 0:
            assert f"▼{-change}" in row
        else:
            assert "leader-change" not in row


def moves_by_hand(world: World) -> list[tuple[str, int]]:
    """From the two tables themselves."""
    now, before = (
        {row.registration.player.family_name: row.row.rank for row in standings_of(world.section, after).rows}
        for after in (None, 1)
    )
    return [(name, before[name] - rank) for name, rank in now.items() if before[name] != rank]


def test_the_start_of_the_next_round_uses_the_clock_of_the_event(visitor: Client, world: World) -> None:
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"time_zone": "Europe/Moscow"})
    starts_at = (timezone.now() + timedelta(hours=5)).replace(second=0, microsecond=0)
    reschedule_round(actor=world.olga, now=NOW, round_id=world.rounds[1].pk, starts_at=starts_at)
    assert "data-countdown" not in visitor.get(ADDRESS).content.decode()  # the round is a draft
    publish_round(actor=world.olga, now=NOW, round_id=world.rounds[1].pk)
    page = page_of(visitor.get(ADDRESS))
    (time,) = [values for tag, values in page.attributes if tag == "time" and "data-countdown" in values]
    assert datetime.fromisoformat(time["datetime"]) == starts_at
    local = starts_at.astimezone(ZoneInfo("Europe/Moscow"))
    assert f"Round 2 starts {local.day} {local:%B}, {local:%H:%M}" in page.words
    assert "Schedule" in page.words


def test_rounds_to_come_are_in_the_schedule_and_the_next_of_them_is_counted_down_to(
    visitor: Client, world: World
) -> None:
    first = (timezone.now() + timedelta(hours=5)).replace(second=0, microsecond=0)
    starts = {2: first, 3: first + timedelta(days=30)}
    plan_rounds(actor=world.olga, now=NOW, section_id=world.section.pk, starts=starts)
    page = page_of(visitor.get(ADDRESS))
    (time,) = [values for tag, values in page.attributes if tag == "time" and "data-countdown" in values]
    assert datetime.fromisoformat(time["datetime"]) == first
    at = f"{first.day} {first:%B}, {first:%H:%M}"
    assert f"Round 2 starts {at}" in page.words
    schedule = re.search(r"Schedule (.*?) Subscribe", page.words).group(1)  # type: ignore[union-attr]
    assert re.findall(r"(\d\d:\d\d) (Round \d)", schedule) == [
        (f"{first:%H:%M}", "Round 2"),
        (f"{first:%H:%M}", "Round 3"),
    ]
    # There is nothing to be looked at of a round that is not published.
    assert f"{ADDRESS}open/rounds/2/" not in page.links
    # The pages of the section tell the next one too, and their strip of rounds each.
    for inner in ("rounds/1/", "players/"):
        assert f"Round 2 starts {at}" in page_of(visitor.get(f"{ADDRESS}open/{inner}")).words
    titles = [
        values.get("title") for _, values in page_of(visitor.get(f"{ADDRESS}open/rounds/1/")).attributes
    ]
    assert f"Round 2: {at}" in titles


def test_officials_are_named_who_have_given_a_name(visitor: Client, world: World) -> None:
    assert "Officials" not in words(visitor)
    get_user_model().objects.filter(username="artur").update(name="Artur Sokol")
    get_user_model().objects.filter(username="hana").update(name="Hana Helper")
    text = words(visitor)
    assert "Officials Chief arbiter Artur Sokol" in text
    grant_role(
        actor=world.olga, now=NOW, event_id=world.event.pk, user_id=world.artur.user_id, role=Role.ARBITER
    )
    assert words(visitor).count("Artur Sokol") == 1
    assert "olga" not in text
    assert "Hana" not in text
    get_user_model().objects.filter(username="artur").update(is_active=False)
    assert "Officials" not in words(visitor)


def test_venue_regulations_and_files_are_at_hand(visitor: Client, world: World) -> None:
    edit_event(
        actor=world.olga, now=NOW, event_id=world.event.pk,
        changes={"place": "Town Hall", "federation": "NED", "description": {"en": "Bring a pen."}},
    )  # fmt: skip
    page = page_of(visitor.get(ADDRESS))
    assert "Venue Town Hall, NED" in page.words
    assert "Bring a pen." in page.words
    for link in ("open/rules/", "open.xlsx", "open.pgn"):
        assert ADDRESS + link in page.links


def test_a_section_has_few_buttons_and_all_its_pages(visitor: Client, world: World) -> None:
    page = page_of(visitor.get(ADDRESS))
    buttons = [
        button
        for tag, button in page.attributes
        if tag == "a" and "button" in button.get("class", "").split() and "/login/" not in button["href"]
    ]
    assert [button["href"] for button in buttons] == [ADDRESS + "open/rounds/1/", ADDRESS + "open/standings/"]
    assert [button["class"] for button in buttons].count("button button-main") == 1
    for name in ("crosstable", "players", "rules"):
        assert f"{ADDRESS}open/{name}/" in page.links


def test_an_event_without_a_section_leads_on(visitor: Client, world: World) -> None:
    create_event(actor=world.olga, now=NOW, slug="empty", names={"en": "Empty"}, published=True)
    page = page_of(visitor.get("/events/empty/"))
    assert page.problems == []
    assert page.links["/events/"]


@pytest.mark.parametrize(("number", "side", "other"), [(1, "White", "Egor"), (4, "Black", "Alice")])
def test_a_players_page_says_where_to_sit(
    visitor: Client, world: World, number: int, side: str, other: str
) -> None:
    address = f"{ADDRESS}open/players/{number}/"
    assert f"Round 1, board 1 {side} against {other}" in page_of(visitor.get(address)).words
    results(world, 1, "1-0")
    assert 'id="next-board"' not in visitor.get(address).content.decode()


def test_a_draft_is_nobodys_next_board(visitor: Client, world: World) -> None:
    results(world, 1, "1-0", "1-0")
    assert Round.objects.get(pk=world.rounds[1].pk).status == "draft"
    assert 'id="next-board"' not in visitor.get(f"{ADDRESS}open/players/1/").content.decode()
