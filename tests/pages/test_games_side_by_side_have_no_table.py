"""An exhibition has games and no standings: no page, file or link pretends otherwise."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.services.players import add_player
from tournaments.services.results import enter_result
from tournaments.services.rounds import pair_by_hand, publish_round
from tournaments.services.sections import create_section, enter_player

E = "/events/spring-cup/shown/"
D = "/desk/spring-cup/shown/"
TABLES = ("standings", "crosstable")


@pytest.fixture
def client(db: None) -> Client:
    world = World()
    section = create_section(
        actor=world.olga, now=NOW, event_id=world.event.pk, slug="shown", names={"en": "Shown"}, game="chess",
        regime="fide-2023", format="exhibition",
    )  # fmt: skip
    keys = []
    for name in ("Tal", "Keres"):
        player = add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name=name)
        keys.append(enter_player(actor=world.olga, now=NOW, section_id=section.pk, player_id=player.pk).pk)
    row = pair_by_hand(actor=world.olga, now=NOW, section_id=section.pk, boards=[(keys[0], keys[1])])
    publish_round(actor=world.olga, now=NOW, round_id=row.pk)
    enter_result(actor=world.olga, now=NOW, pairing_id=row.pairings.get().pk, result="1-0")
    client = Client(headers={"accept-language": "en"})
    client.force_login(get_user_model().objects.get(username="olga"))
    return client


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
def test_there_is_no_table(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize(
    "address", [E, E + "rounds/1/", E + "players/", E + "players/1/", D, D + "outputs/", D + "rounds/1/"]
)
def test_no_page_leads_to_one(client: Client, address: str) -> None:
    answer = client.get(address, follow=True)
    assert answer.status_code == 200
    links = page_of(answer).links
    assert not [link for link in links if any(word in link for word in (*TABLES, "rating-report"))]
