"""Random checks, the log of inspections, devices, complaints: stored data and refusals, also of two users at once."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from fairplay.models import CheckDraw, Complaint, DeviceBag, DrawnPlayer, Inspection
from fairplay.services import (
    draw_checks,
    hand_back_bag,
    hand_in_devices,
    handle_complaint,
    receive_complaint,
    record_check,
    record_inspection,
    remove_declaration,
    reverse_inspection,
    undo_bag,
)
from tavleya.errors import BadInput, Conflict, DomainError, NotFound
from tavleya.law.conduct import Candidate, draw_players
from tests.concurrency import together
from tests.fairplay.fair_play_calls import CALLS, FairPlayWorld
from tests.refusals import refused
from tests.world import World, later
from tournaments.models.activity import Log
from tournaments.models.player import Registration
from tournaments.registry import KINDS
from tournaments.services.rounds import publish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return World(game="chess", regime="fide-2023", control="90+30", others=("dora", "egor", "fima", "gleb"))


def draw(world: World, count: int = 2, *, number: int = 1, **more: Any) -> CheckDraw:
    common: dict[str, Any] = {"actor": world.artur, "now": later(), "section_id": world.section.pk} | more
    return draw_checks(**common, round_number=number, count=count)


def entry(world: World, number: int = 1) -> Registration:
    return Registration.objects.get(section=world.section, number=number)


def in_round(world: World) -> dict[str, Any]:
    return {"actor": world.artur, "now": later(), "section_id": world.section.pk, "round_number": 1}


def inspect(world: World, **more: Any) -> Inspection:
    values = {**in_round(world), "now": later(minutes=5), "registration_id": entry(world).pk}
    values |= {"kind": "entrance", "outcome": "nothing", "means": ["gate", "bag"]}
    return record_inspection(**(values | more))


# The draw


def test_a_draw_keeps_its_seed_and_pool_and_can_be_repeated(world: World) -> None:
    row = draw(world, 3)
    pool = [Candidate(*values) for values in row.pool]
    numbers = [drawn_player.registration.number for drawn_player in row.drawn.order_by("place")]
    assert len(row.seed) == 32 and len(pool) == 6
    assert tuple(numbers) == draw_players(row.seed, pool, 3)
    with transaction.atomic(), pytest.raises(IntegrityError):
        CheckDraw.objects.filter(pk=row.pk).update(seed="chosen")


def test_a_second_draw_draws_the_others(world: World) -> None:
    first = draw(world, 2).drawn.values_list("registration", flat=True)
    second = draw(world, 9)
    assert second.number == 2 and second.drawn.count() == 4
    assert not set(first) & set(second.drawn.values_list("registration", flat=True))
    with refused(Conflict, "all_drawn"):
        draw(world)


def test_a_player_checked_in_the_last_two_rounds_is_marked_in_the_pool(world: World) -> None:
    inspect(world)
    reverse_inspection(
        actor=world.artur, now=later(minutes=6), inspection_id=inspect(world, registration_id=entry(world, 2).pk).pk
    )
    publish_round(actor=world.olga, now=later(), round_id=world.rounds[1].pk)
    assert dict(draw(world, number=2).pool) == {1: 1, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0}
    publish_round(actor=world.olga, now=later(), round_id=world.rounds[2].pk)
    publish_round(actor=world.olga, now=later(), round_id=world.rounds[3].pk)
    assert dict(draw(world, number=4).pool)[1] == 0


def test_a_bye_is_no_board_to_be_drawn_at(db: None) -> None:
    world = World(game="chess", regime="fide-2023", control="90+30", others=("dora",))
    assert len(draw(world).pool) == 2


@pytest.mark.parametrize(
    ("more", "error", "code"),
    [
        ({"count": 0}, BadInput, "bad_number"),
        ({"number": 9}, NotFound, "no_such_round"),
        ({"section_id": 10**9}, NotFound, "no_such_section"),
    ],
)
def test_a_draw_that_makes_no_sense_is_refused(world, more, error, code):
    with pytest.raises(error) as excinfo:
        draw(world, **more)
    assert excinfo.value.code == code and not CheckDraw.objects.exists()


# The log of inspections


def test_the_outcome_of_a_drawn_check_is_recorded_once_and_reversed_by_a_counter_entry(world: World) -> None:
    drawn_player = draw(world).drawn.first()
    common: dict[str, Any] = {"actor": world.artur, "drawn_id": drawn_player.pk}
    row = record_check(**common, now=later(), outcome="nothing", means=["ear", "detector"])
    assert (row.kind, row.means) == ("random", ["detector", "ear"])
    assert row.registration_id == drawn_player.registration_id
    with refused(Conflict, "check_recorded"):
        record_check(**common, now=later(), outcome="refused")
    counter = reverse_inspection(actor=world.artur, now=later(minutes=1), inspection_id=row.pk, note="Slip")
    assert counter.reverses_id == row.pk
    assert not Inspection.objects.get(pk=row.pk).stands and not counter.stands
    for key in (row.pk, counter.pk):
        with refused(Conflict, "check_reversed"):
            reverse_inspection(actor=world.artur, now=later(minutes=2), inspection_id=key)
    assert record_check(**common, now=later(minutes=3), outcome="skipped", note="Time trouble").stands
    assert Inspection.objects.count() == 3


def test_an_entry_is_neither_changed_nor_deleted_but_its_note_can_be_emptied(world: World) -> None:
    row = inspect(world, note="A coin")
    inspections = Inspection.objects.filter(pk=row.pk)
    with transaction.atomic(), pytest.raises(IntegrityError):
        inspections.update(outcome="object")
    with transaction.atomic(), pytest.raises(IntegrityError):
        inspections.delete()
    inspections.update(note="")
    assert inspections.get().note == ""


@pytest.mark.parametrize("more", [{"kind": "x"}, {"outcome": "guilty"}, {"outcome": "skipped"}, {"means": ["xray"]}])
def test_an_invalid_inspection_is_refused(world: World, more: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as excinfo:
        inspect(world, **more)
    assert excinfo.value.code == "bad_inspection" and not Inspection.objects.exists()


# Devices


def hand_in(world: World, number: int, bag: int, **more: Any) -> DeviceBag:
    return hand_in_devices(**(in_round(world) | more), registration_id=entry(world, number).pk, bag=bag)


def test_a_bag_holds_the_devices_of_one_player_until_they_are_handed_back(world: World) -> None:
    hand_in(world, 1, 7)
    for number, bag, code in ((2, 7, "bag_in_use"), (1, 8, "bag_of_player")):
        with refused(Conflict, code):
            hand_in(world, number, bag)
    common: dict[str, Any] = {"actor": world.artur, "event_id": world.event.pk}
    row = hand_back_bag(**common, now=later(hours=4), bag=7)
    assert (row.handed_back_at, row.handed_back_by_id) == (later(hours=4), world.artur.user_id)
    with refused(NotFound, "bag_not_in_use"):
        hand_back_bag(**common, now=later(hours=5), bag=7)
    hand_in(world, 2, 7)
    with pytest.raises(Conflict):
        undo_bag(**common, now=later(hours=5), bag_id=row.pk)
    with pytest.raises(BadInput):
        hand_in(world, 3, 0)


def test_a_slip_at_the_bags_is_undone_step_by_step(world: World) -> None:
    row = hand_in(world, 1, 7)
    common: dict[str, Any] = {"actor": world.artur, "event_id": world.event.pk, "now": later(hours=1)}
    hand_back_bag(**common, bag=7)
    undo_bag(**common, bag_id=row.pk)
    assert DeviceBag.objects.get().handed_back_at is None
    undo_bag(**common, bag_id=row.pk)
    assert not DeviceBag.objects.exists()
    with pytest.raises(NotFound):
        undo_bag(**common, bag_id=row.pk)


# Complaints


def complain(world: World, **more: Any) -> Complaint:
    values = {**in_round(world), "complainant_id": entry(world, 1).pk, "about_id": entry(world, 2).pk}
    values |= {"board": 1, "facts": "My opponent left the hall eleven times."}
    return receive_complaint(**(values | more))


def test_a_complaint_is_received_looked_into_and_answered(world: World) -> None:
    row = complain(world)
    assert (row.number, row.state, complain(world, about_id=None).number) == (1, "received", 2)
    common: dict[str, Any] = {"actor": world.artur, "now": later(hours=1), "complaint_id": row.pk}
    handle_complaint(**common, seen="received", state="examined")
    with refused(Conflict, "stale"):
        handle_complaint(**common, seen="received", state="passed_on")
    with pytest.raises(BadInput):
        handle_complaint(**common, seen="examined", state="answered")
    done = handle_complaint(**common, seen="examined", state="answered", answer="Nothing was found.")
    assert (done.state, done.answer, done.changed_at) == ("answered", "Nothing was found.", later(hours=1))


@pytest.mark.parametrize(
    ("more", "code"),
    [({"facts": "  "}, "reason_missing"), ({"about_id": "self"}, "complaint_of_oneself"),
     ({"round_number": 99}, "no_such_round")],
)  # fmt: skip
def test_a_complaint_needs_facts_and_names_another_player(world, more, code):
    if more.get("about_id") == "self":
        more = {"about_id": entry(world, 1).pk}
    with pytest.raises(DomainError) as excinfo:
        complain(world, **more)
    assert excinfo.value.code == code and not Complaint.objects.exists()


# The log


def test_the_log_of_every_act_names_no_player(db: None) -> None:
    world = FairPlayWorld()
    last = Log.objects.latest("pk").pk
    for _, act in CALLS.values():
        act(world, world.chen)
    rows = Log.objects.filter(pk__gt=last)
    assert rows.count() == len(CALLS)
    assert {row.action for row in rows} <= set(KINDS) and len({row.action for row in rows}) == 11
    for row in rows:
        assert row.subject == f"section:{world.section_id}" and row.action.startswith("fair_play.")
        assert set(row.after or {}) <= {"number", "complaint_state"}


def test_an_unknown_id_is_not_found(world: World) -> None:
    common: dict[str, Any] = {"actor": world.artur, "now": later()}
    missing = 10**9
    for act in (
        lambda: record_check(**common, drawn_id=missing, outcome="nothing"),
        lambda: reverse_inspection(**common, inspection_id=missing),
        lambda: handle_complaint(**common, complaint_id=missing, seen="received", state="examined"),
        lambda: remove_declaration(**common, declaration_id=missing),
        lambda: inspect(world, registration_id=missing),
    ):
        with pytest.raises(NotFound):
            act()
    assert not DrawnPlayer.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_one_bag_cannot_be_given_to_two_players_at_once() -> None:
    world = World(game="chess", regime="fide-2023", control="90+30")
    first, second = Registration.objects.filter(section=world.section)

    def give(registration: Registration):
        common = {"actor": world.artur, "now": later(), "section_id": world.section.pk, "round_number": 1}
        return lambda: hand_in_devices(**common, registration_id=registration.pk, bag=7)

    outcomes = together(give(first), give(second))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "DeviceBag"]
    refusal = next(outcome for outcome in outcomes if isinstance(outcome, Conflict))
    assert refusal.code == "bag_in_use" and DeviceBag.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_only_one_of_two_outcomes_of_a_check_is_recorded() -> None:
    world = World(game="chess", regime="fide-2023", control="90+30")
    draw = draw_checks(actor=world.artur, now=later(), section_id=world.section.pk, round_number=1, count=1)
    drawn = draw.drawn.get().pk

    def record(outcome: str):
        return lambda: record_check(actor=world.artur, now=later(), drawn_id=drawn, outcome=outcome)

    outcomes = together(record("nothing"), record("refused"))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "Inspection"]
    assert Inspection.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_database_itself_keeps_a_bag_in_use_to_one_player() -> None:
    world = World(game="chess", regime="fide-2023", control="90+30")
    first, second = Registration.objects.filter(section=world.section)
    common = {"event": world.event, "round_number": 1, "bag": 7, "handed_in_at": later()}
    DeviceBag.objects.create(**common, registration=first)
    with pytest.raises(IntegrityError), transaction.atomic():
        DeviceBag.objects.create(**common, registration=second)
    DeviceBag.objects.update(handed_back_at=later(hours=1))
    DeviceBag.objects.create(**common, registration=second)
