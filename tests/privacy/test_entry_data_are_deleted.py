"""Personal data only in an online entry are deleted after the event, and with an erased player."""

import uuid
from datetime import timedelta

import pytest
from pytest_django.fixtures import Settings

from entries.models import Fee
from entries.selectors.fees import account_of
from entries.services.entry_places import set_entry_terms
from entries.services.entry_submission import submit_entry
from entries.services.fees import set_fee_terms
from entries.services.payments import set_fee, take_payment
from tavleya.actors import ANONYMOUS
from tests.privacy.conftest import AFTER, Hall
from tests.world import NOW, SYSTEM
from tournaments.models.entry import Entry
from tournaments.services.sections import create_section
from upkeep.privacy import erasure
from upkeep.privacy.erasure import forget_old

pytestmark = pytest.mark.django_db


def entered(hall: Hall) -> tuple[Entry, Entry]:
    """Return two entries: a playing one and a waiting one."""
    section = create_section(
        actor=SYSTEM, now=NOW, event_id=hall.player.event_id, slug="rapid", names={"en": "Rapid"},
        game="chess", regime="fide-2023", format="swiss", rounds_planned=5,
    )  # fmt: skip
    counts = dict.fromkeys(("email", "phone", "note"), "optional")
    terms = {"offered": True, "places": 1, "asked": counts}
    set_entry_terms(actor=SYSTEM, now=NOW, section_id=section.pk, changes=terms)
    first, second = (
        submit_entry(
            actor=ANONYMOUS, now=NOW, section_id=section.pk, key=uuid.uuid4(),
            given={"family_name": name, "email": "q@example.org", "phone": "+1", "note": "A ramp"},
        )
        for name in ("Quartz", "Quince")
    )  # fmt: skip
    return first, second


def test_how_players_are_reached_goes_days_after_the_event(hall: Hall, settings: Settings) -> None:
    plays, waits = entered(hall)
    settings.KEEP_CONTACTS_DAYS = 10
    forget_old(NOW + timedelta(days=9))
    assert Entry.objects.filter(phone="+1").count() == 2
    forget_old(NOW + timedelta(days=400))
    plays.refresh_from_db()
    assert (plays.email, plays.phone, plays.note, plays.family_name) == ("", "", "", "Quartz")
    assert not Entry.objects.filter(pk=waits.pk).exists()


def test_payments_keep_their_number_when_the_name_is_erased(hall: Hall) -> None:
    plays, _ = entered(hall)
    changes = {"charged": True, "currency": "EUR", "base": 3000}
    set_fee_terms(actor=SYSTEM, now=NOW, section_id=plays.section_id, changes=changes)
    fee = Fee.objects.get(entry=plays)
    by = {"actor": SYSTEM, "now": NOW, "fee_id": fee.pk}
    take_payment(**by, amount=2000, way="transfer", reference="From Quartz")
    set_fee(**by, amount=2000, reason="Quartz asked")
    erasure.erase_players(actor=hall.ada, now=AFTER, player_ids=[plays.player_id])
    fee.refresh_from_db()
    assert (fee.number, fee.entry, fee.amount, fee.reason) == (1, None, 2000, "")
    assert list(fee.payments.values_list("receipt", "amount", "reference")) == [(1, 2000, "")]
    assert "Quartz" not in account_of(fee).name_in("en")


def test_the_entry_goes_with_the_player(hall: Hall) -> None:
    plays, _ = entered(hall)
    erasure.erase_players(actor=hall.ada, now=AFTER, player_ids=[plays.player_id])
    assert not Entry.objects.filter(pk=plays.pk).exists()


def test_a_player_leaves_what_the_captain_wrote_of_the_team(hall: Hall) -> None:
    section = create_section(
        actor=SYSTEM, now=NOW, event_id=hall.player.event_id, slug="league", names={"en": "League"},
        game="chess", regime="fide-2023", format="team_swiss", rounds_planned=3, options={"boards": 2},
    )  # fmt: skip
    set_entry_terms(actor=SYSTEM, now=NOW, section_id=section.pk, changes={"offered": True})
    rows = [{"name": "Quartz, Ann"}, {"name": "Quince, Bo"}]
    entry = submit_entry(
        actor=ANONYMOUS, now=NOW, section_id=section.pk, key=uuid.uuid4(),
        given={"team_name": "Minerals", "family_name": "Captain", "line_up": rows},
    )  # fmt: skip
    quartz = section.registrations.get(player__family_name="Quartz").player
    erasure.erase_players(actor=hall.ada, now=AFTER, player_ids=[quartz.pk])
    entry.refresh_from_db()
    assert [row["family_name"] for row in entry.line_up] == ["Quince"]
