"""The walk of a new field of a player through the service.  It is run in the copy that has the field."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import UTC, datetime

from django.apps import apps
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.test.utils import override_settings

from ratings.selectors.player_lists import Again, ListAsked
from ratings.services.player_lists import import_players
from tavleya.actors import Actor
from tavleya.permissions import Action
from tournaments.models.player import Player
from tournaments.services.events import create_event, edit_event
from tournaments.services.sections import create_section
from tournaments.services.tokens import issue_token
from transfer.services.eventfile.importing import import_event
from transfer.services.eventfile.writing import write_file
from transfer.services.rehearsals import rehearse_event
from transfer.services.repeating import repeat_event
from upkeep.privacy.erasure import erase_players
from upkeep.privacy.export import export_person
from upkeep.privacy.inventory import HOLDINGS
from upkeep.privacy.people import Person

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
AFTER = datetime(2027, 6, 1, 12, 0, tzinfo=UTC)
FIELD = "club_number"


def create_tables() -> None:
    """Create the tables without their migrations, which takes a second."""
    call_command("makemigrations", "tournaments", name="new_field", verbosity=0)
    with override_settings(MIGRATION_MODULES={app.label: None for app in apps.get_app_configs()}):
        call_command("migrate", run_syncdb=True, verbosity=0)


def walk() -> None:
    user = get_user_model().objects.create_user("olga", is_superuser=True)
    olga = Actor(user.pk, user.username)
    event = create_event(actor=olga, now=NOW, slug="open", names={"en": "Open"}, federation="UKR")
    section = create_section(
        actor=olga, now=NOW, event_id=event.pk, slug="main", names={"en": "A"},
        game="chess", regime="fide-2023", format="round_robin",
    )  # fmt: skip
    place = {"event_id": event.pk, "section_id": section.pk}
    own = {"actor": olga, "now": NOW}

    def number() -> str:
        return getattr(Player.objects.get(event=event), FIELD)

    # a list, and the same list again
    import_players(**own, **place, data="Name;FIDE ID;Club number\nTal, Mikhail;4100018;R-17\n")
    assert number() == "R-17"
    again = ListAsked(again=Again.UPDATE)
    import_players(**own, **place, data="Name;FIDE ID;Club number\nTal, Mikhail;4100018;R-18\n", asked=again)
    assert number() == "R-18"

    # the form of the desk
    desk = Client(SERVER_NAME="localhost")
    desk.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    page = "/desk/open/main/players/1/"
    html = desk.get(page).content.decode()
    assert 'name="club_number"' in html and 'value="R-18"' in html and "Club number" in html
    response = desk.post(
        page, {"family_name": "Tal", "given_name": "Mikhail", "number": 1, "fide_id": 4100018, FIELD: "R-19"}
    )
    assert response.status_code == 302, response.content.decode()
    assert number() == "R-19"

    # a call of the API
    edit_event(**own, event_id=event.pk, changes={"published": True})
    _, secret = issue_token(**own, event_id=event.pk, name="t", scopes=[Action.ENTER_PLAYERS.value])
    headers = {"Authorization": f"Bearer {secret}", "If-Match": "*"}
    player = Player.objects.get(event=event)
    response = Client(SERVER_NAME="localhost", headers=headers).patch(
        f"/api/v1/events/open/players/{player.pk}/", json.dumps({FIELD: "R-20"}), "application/json"
    )
    assert response.status_code == 200, response.content
    assert response.json()[FIELD] == number() == "R-20"

    # files
    csv = desk.get("/events/open/main/players.csv").content.decode()
    head, line = csv.splitlines()[:2]
    assert FIELD in head and "R-20" in line
    file = io.BytesIO()
    write_file(event, file, NOW)
    copy = import_event(**own, source=file, slug="copy")
    assert copy.players.get().club_number == "R-20"

    # copies
    second = repeat_event(**own, event_id=event.pk, slug="second", names={"en": "Second"}, players=True)
    rehearsal = rehearse_event(**own, event_id=event.pk)
    assert second.players.get().club_number == rehearsal.players.get().club_number == "R-20"

    # the log in words
    assert "club number" in desk.get("/desk/open/log/").content.decode()

    # personal data
    assert any(FIELD in holding.names for holding in HOLDINGS if holding.model == "tournaments.Player")
    packed = zipfile.ZipFile(io.BytesIO(export_person(Person(None, (player,)), now=NOW)))
    rows = json.loads(packed.read("person.json"))["rows"]["tournaments.Player"]
    assert rows[0][FIELD] == "R-20"
    erase_players(actor=olga, now=AFTER, player_ids=[player.pk])
    assert number() == ""
    log = desk.get("/desk/open/log/").content.decode()
    assert "R-20" not in log and "R-19" not in log


if __name__ == "__main__":
    create_tables()
    walk()
