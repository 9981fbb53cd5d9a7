"""Public pages of sections that are played in matches, or as a knockout."""

import pytest
from django.test import Client

from tests.tournaments.conftest import LATER, NOW
from tournaments.services.events import edit_event
from tournaments.services.knockout import pair_knockout_stage
from tournaments.services.matches import set_match_terms
from tournaments.services.results import enter_result
from tournaments.services.rounds import pair_round_robin, publish_round


@pytest.mark.parametrize("kind", ["knockout", "round_robin"])
def test_rounds_standings_and_crosstable_show_every_game(world, kind):
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": True})
    section = world.section(format=kind, slug="matches")
    world.enter(section, "Alekhine", "Botvinnik", "Capablanca")
    set_match_terms(actor=world.olga, now=NOW, section_id=section.pk)
    if kind == "knockout":
        row = pair_knockout_stage(actor=world.olga, now=NOW, section_id=section.pk)
    else:
        row = pair_round_robin(actor=world.olga, now=NOW, section_id=section.pk)[0]
    publish_round(actor=world.olga, now=NOW, round_id=row.pk)
    for pairing in row.pairings.all():
        enter_result(actor=world.chen, now=LATER, pairing_id=pairing.pk, result="1-0")
    address = f"/events/{world.event.slug}/matches/"
    client = Client()
    for page in ("rounds/1/", "standings/", "crosstable/"):
        answer = client.get(address + page)
        assert answer.status_code == 200, page
        assert "Botvinnik" in answer.content.decode()
