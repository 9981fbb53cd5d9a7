"""Parts of a hall: a section entered online, records of fair play, persons and the club above its events."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

from entries.models import PaymentReport
from entries.services.check_in import check_player_in, set_check_in
from entries.services.entry_decisions import approve_entry, refuse_entry, secret_of_key
from entries.services.entry_places import set_entry_terms
from entries.services.entry_submission import submit_entry
from entries.services.fees import set_fee_terms, set_payment_terms
from entries.services.payments import set_fee, take_payment
from fairplay.services import (
    draw_checks,
    hand_in_devices,
    handle_complaint,
    receive_complaint,
    record_check,
    record_declaration,
    record_inspection,
    reverse_inspection,
)
from people.services.organisations import create_organisation, edit_organisation
from people.services.persons import hide_person
from people.services.series import add_to_series, create_series
from tavleya.actors import ANONYMOUS
from tournaments.models.event import Event
from tournaments.models.player import Player
from tournaments.models.section import Section
from tournaments.services.team_requests import add_team, keep_teams_apart

if TYPE_CHECKING:
    from tests.security.hall import Hall


def entered(hall: Hall) -> Section:
    """A section entered online, with two places: one entry was approved, one refused, and the others wait."""
    section = hall._section("entered", format="swiss", rounds_planned=3)
    terms = {
        "offered": True, "approval": True, "places": 2, "consent": hall.names("I agree"),
        "asked": dict.fromkeys(("club", "phone", "note", "email", "fide_id"), "optional"),
    }  # fmt: skip
    set_entry_terms(**hall.by(hours=6), section_id=section.pk, changes=terms)
    entries = [
        submit_entry(
            actor=ANONYMOUS,
            now=hall.ago(hours=5),
            section_id=section.pk,
            key=uuid4(),
            given={
                "family_name": hall.write(name), "given_name": hall.write("Given"), "consent": True,
                "patronymic": hall.write("Patronymic"), "club": hall.write("Club"), "phone": hall.write("1"),
                "note": hall.write("Note"), "email": "tal@example.org",
            },
        )
        for name in ("Kotov", "Kholmov", "Korchnoi", "Keres", "Kan")
    ]  # fmt: skip
    _charged(hall, section)
    approve_entry(**hall.by(hours=4), entry_id=entries[0].pk)
    refuse_entry(**hall.by(hours=4), entry_id=entries[4].pk, reason=hall.write("Late"))
    hall.secrets["entry"] = secret_of_key(entries[1].key)
    registration = hall.swiss.registrations.order_by("number").last()
    set_check_in(**hall.by(hours=1), section_id=hall.swiss.pk, round_number=2)
    _teams_enter(hall)
    _teams_apart(hall)
    check_player_in(**hall.by(hours=1), registration_id=registration.pk, round_number=2)
    return section


def _charged(hall: Hall, section: Section) -> None:
    """All players owe a fee; one fee was changed, one is paid, and one payment is unassigned."""
    rule = {"kind": "clubs", "amount": 500, "names": [hall.write("Club")]}
    set_fee_terms(
        **hall.by(hours=4),
        section_id=section.pk,
        changes={
            "charged": True, "currency": "EUR", "base": 3000, "rules": [rule],
            "extra": hall.names("Dinner"), "extra_amount": 1200,
        },
    )  # fmt: skip
    set_payment_terms(
        **hall.by(hours=4),
        event_id=hall.event.pk,
        changes={
            "instructions": hall.names("Pay here"), "reference": hall.write("OPEN-{number}"),
            "payee": hall.write("Club"), "bank": hall.write("Bank"), "iban": "DE89370400440532013000",
            "provider": "signed",
        },
    )  # fmt: skip
    first, second, *_ = section.fees.order_by("number")
    by_tom = hall.by("tom", hours=3)
    take_payment(**by_tom, fee_id=first.pk, amount=1000, way="cash", reference=hall.write("Envelope"))
    set_fee(**by_tom, fee_id=second.pk, amount=1500, reason=hall.write("Agreed"))
    PaymentReport.objects.create(
        event=hall.event, key="signed:1", reference=hall.write("Thanks"), amount=100, currency="EUR",
        problem="unknown_reference", received_at=hall.ago(hours=3),
    )  # fmt: skip


def _teams_enter(hall: Hall) -> None:
    """Create a league with two entries of teams that wait for the decision of an official."""
    section = hall._section("clubs", format="team_swiss", rounds_planned=2, options={"boards": 1})
    terms = {"offered": True, "approval": True}
    set_entry_terms(**hall.by(hours=6), section_id=section.pk, changes=terms)
    for name in ("Riga", "Tartu"):
        submit_entry(
            actor=ANONYMOUS, now=hall.ago(hours=5), section_id=section.pk, key=uuid4(),
            given={
                "team_name": hall.write(name), "family_name": hall.write("Captain"),
                "line_up": [{"name": hall.write(f"Player of {name}")}],
            },
        )  # fmt: skip


def _teams_apart(hall: Hall) -> None:
    """Create a Swiss of two teams that must not meet."""
    league = hall._section("league", format="team_swiss", rounds_planned=2, options={"boards": 1})
    teams = [add_team(**hall.by(hours=3), section_id=league.pk, name=name) for name in ("One", "Other")]
    first, second = (team.pk for team in teams)
    keep_teams_apart(
        **hall.by(hours=3), section_id=league.pk, team_id=first, other_id=second, reason=hall.write("One club")
    )


def keep_fair_play(hall: Hall) -> None:
    """Draw two players and check one; keep a bag in use, a complaint and a declaration."""
    first, second, *_ = hall.open.registrations.order_by("number")
    in_section = {"section_id": hall.open.pk}
    draw = draw_checks(**hall.by("ana", hours=1), **in_section, round_number=1, count=2)
    checked = record_check(
        **hall.by("ana", hours=1), drawn_id=draw.drawn.get(place=1).pk, outcome="nothing", note=hall.write("A coin")
    )
    reverse_inspection(**hall.by("ana", hours=1), inspection_id=checked.pk, note=hall.write("Slip"))
    common = {**in_section, "registration_id": first.pk}
    inspection = {"round_number": 1, "kind": "entrance", "outcome": "nothing", "note": hall.write("Keys")}
    record_inspection(**hall.by("ana", hours=1), **common, **inspection)
    hand_in_devices(**hall.by("ana", hours=1), **common, round_number=1, bag=7)
    complaint = receive_complaint(
        **hall.by("ana", hours=1), **in_section, round_number=1, complainant_id=first.pk, about_id=second.pk,
        facts=hall.write("They left often"),
    )  # fmt: skip
    handle_complaint(
        **hall.by("ana", hours=1), complaint_id=complaint.pk, seen="received", state="answered",
        answer=hall.write("Thank you"),
    )  # fmt: skip
    record_declaration(**hall.by("ana", hours=1), **common, kind="other", text=hall.write("Insulin pump"))


def add_club_and_persons(hall: Hall) -> None:
    own_the_event(hall)
    for name in ("alice", "bob"):
        hide_person(
            **hall.by(hours=1), player_id=hall.players[name].pk, hidden=False,
            reason=hall.write("They asked for a page"),
        )  # fmt: skip


def person_of(hall: Hall, name: str) -> int | None:
    return Player.objects.get(pk=hall.players[name].pk).person_id


def own_the_event(hall: Hall) -> None:
    """Give the event to a club without members, so that no user gets a right from it."""
    club = create_organisation(
        **hall.by(hours=9), slug=f"{hall.slug}-club", names=hall.names("Club"), short_name="CC",
        about=hall.names("Chess on Tuesdays"), contact=hall.write("The office"),
    )  # fmt: skip
    edit_organisation(**hall.by(hours=8), organisation_id=club.pk, changes={"contact": hall.write("The hall")})
    Event.objects.filter(pk=hall.event.pk).update(organisation=club)
    hall.event.refresh_from_db()
    series = create_series(
        **hall.by(hours=7), organisation_id=club.pk, slug=f"{hall.slug}-series", names=hall.names("Grand Prix")
    )
    add_to_series(**hall.by(hours=6), series_id=series.pk, section_id=hall.open.pk)
    club.roles.all().delete()
