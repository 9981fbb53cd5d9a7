"""Appeals: filed in time, decided by impartial members, and carried out."""

from datetime import timedelta
from typing import Any

import pytest

from arbiter.models import Appeal, Ruling
from arbiter.selectors.rulings import disputed_games
from arbiter.services import appeals
from arbiter.services.appeals import appoint_member, dismiss_member, set_appeal_regulation
from arbiter.services.reversal import reverse
from games.services.results import correct_result
from tavleya.errors import BadInput, Conflict, NotPermitted
from tavleya.law.regulations import AppealRules, CountedFrom, PanelMember, admit, deadline, panel
from tavleya.sides import Side
from tests.arbiter.ruling import at_board
from tests.pages.console.appealing import HEARING, lost_on_time
from tests.refusals import refused
from tests.world import NOW, World, later
from tournaments.models.activity import Log

MINUTE = 60_000


# The law


def test_the_time_counts_from_the_ruling_or_from_the_end_of_the_game() -> None:
    from_ruling = AppealRules(within_ms=30 * MINUTE)
    from_game = AppealRules(within_ms=30 * MINUTE, counted_from=CountedFrom.GAME)
    assert deadline(from_ruling, ruled_at=0, game_ended_at=None) == 30 * MINUTE
    assert deadline(from_game, ruled_at=0, game_ended_at=None) is None
    assert deadline(from_game, ruled_at=0, game_ended_at=MINUTE) == 31 * MINUTE
    assert deadline(from_game, ruled_at=5 * MINUTE, game_ended_at=MINUTE) == 35 * MINUTE


def test_an_appeal_is_in_time_until_the_last_millisecond() -> None:
    rules = AppealRules()
    admit(rules, kind="flag", stands=True, until=1000, at=1000)
    with pytest.raises(Conflict) as excinfo:
        admit(rules, kind="flag", stands=True, until=1000, at=1001)
    assert (excinfo.value.code, excinfo.value.detail["late_ms"]) == ("appeal_too_late", 1)


def test_reserves_take_the_seats_of_members_who_may_not_sit() -> None:
    members = [PanelMember(1, 10), PanelMember(2, 20, chair=True), PanelMember(3, 30)]
    members.append(PanelMember(4, 40, reserve=True))
    assert [member.key for member in panel(members, {}, 3)] == [2, 1, 3]
    assert [member.key for member in panel(members, {30}, 3)] == [2, 1, 4]
    with pytest.raises(Conflict) as excinfo:
        panel(members, {10, 30}, 3)
    assert (excinfo.value.code, excinfo.value.detail["free"]) == ("no_panel", 2)


# The services


def suspended(world: World) -> set[int]:
    """The games whose result an appeal has suspended."""
    return {dispute.game_id for dispute in disputed_games(world.section) if dispute.suspended}


@pytest.fixture
def world(db: None) -> World:
    """Bob has lost by a flag that Artur called; Dora, Emil and Fedor are the committee, Gleb its reserve."""
    world = lost_on_time()
    assert world.board.result == "1-0"
    return world


def flag(world: World) -> Ruling:
    return Ruling.objects.get(game__pairing__round__section=world.section, kind="flag")


def filed(world: World, name: str = "bob", **options: Any) -> Appeal:
    values: dict[str, Any] = {"now": later(minutes=30), "grounds": "My clock was set wrongly."} | options
    return appeals.file_appeal(actor=world.people[name], ruling_id=flag(world).pk, **values)


def schedule_hearing(world: World, appeal: Appeal) -> Appeal:
    return appeals.set_hearing(actor=world.olga, now=later(hours=1), appeal_id=appeal.pk, at=HEARING, place="Library")


def decide(world: World, appeal: Appeal, outcome: str, name: str = "dora", **options: Any) -> Appeal:
    values = {"now": HEARING + timedelta(minutes=30), "decision": "The clock was wrong."} | options
    return appeals.decide_appeal(
        actor=world.people[name], appeal_id=appeal.pk, outcome=Appeal.Outcome(outcome), **values
    )


def test_a_player_appeals_in_time_once_and_for_their_own_side(world: World) -> None:
    with refused(Conflict, "appeal_too_late"):
        filed(world, now=later(minutes=50, seconds=1))
    with refused(BadInput, "grounds_missing"):
        filed(world, grounds=" ")
    assert not Appeal.objects.exists()
    appeal = filed(world)
    assert (appeal.side, appeal.status, appeal.number) == ("black", "filed", 1)
    assert appeal.due_at == later(minutes=50)
    with refused(Conflict, "already_appealed"):
        filed(world)


def test_only_the_player_or_an_officer_with_a_paper_can_appeal(world: World) -> None:
    for name in ("dora", "alice"):
        with pytest.raises(NotPermitted):
            filed(world, name, side=Side.BLACK)
    with pytest.raises(NotPermitted):
        filed(world, "olga")  # the side is missing
    assert filed(world, "olga", side=Side.BLACK).side == "black"


def test_the_regulation_sets_time_deposit_final_rulings_and_the_effect(world: World) -> None:
    def regulate(**values: Any) -> None:
        set_appeal_regulation(actor=world.olga, now=NOW, event_id=world.event.pk, **values)

    with pytest.raises(BadInput):
        regulate(within_minutes=0)
    regulate(final_kinds=("flag",))
    with refused(Conflict, "ruling_is_final"):
        filed(world)
    regulate(within_minutes=60, deposit="50 EUR", effect_suspended=True)
    with refused(BadInput, "deposit_missing"):
        filed(world)
    appeal = filed(world, deposit_paid=True)
    assert (appeal.deposit_state, appeal.effect_suspended) == ("paid", True)
    assert suspended(world) == {world.board.pk}


def test_neither_the_players_nor_the_arbiter_who_ruled_sit_on_the_panel(world: World) -> None:
    for name in ("artur", "bob"):
        appoint_member(actor=world.olga, now=NOW, event_id=world.event.pk, user_id=world.people[name].user_id)
    appeal = schedule_hearing(world, filed(world))
    sitting = {member.user_id for member in appeal.panel.all()}
    assert sitting == {world.people[name].user_id for name in ("dora", "emil", "fedor")}
    member = appeal.panel.get(user=world.emil.user_id)
    dismiss_member(actor=world.olga, now=later(hours=1), member_id=member.pk)
    appeal = schedule_hearing(world, appeal)
    assert world.gleb.user_id in {member.user_id for member in appeal.panel.all()}
    dismiss_member(actor=world.olga, now=later(hours=1), member_id=appeal.panel.get(user=world.gleb.user_id).pk)
    with refused(Conflict, "no_panel"):
        schedule_hearing(world, appeal)


def test_the_committee_has_one_chair_and_no_member_twice(world: World) -> None:
    common = {"actor": world.olga, "now": NOW, "event_id": world.event.pk}
    for user, chair, code in (("dora", False, "already_a_member"), ("charlie", True, "chair_taken")):
        with refused(Conflict, code):
            appoint_member(**common, user_id=world.people[user].user_id, chair=chair)


def test_a_ruling_that_is_upheld_stands_and_the_deposit_is_kept(world: World) -> None:
    set_appeal_regulation(actor=world.olga, now=NOW, event_id=world.event.pk, deposit="50 EUR")
    appeal = decide(world, schedule_hearing(world, filed(world, deposit_paid=True)), "upheld")
    assert (appeal.status, appeal.outcome, appeal.deposit_state) == ("decided", "upheld", "kept")
    assert (world.board.result, appeal.followed_by) == ("1-0", None)


def test_a_reversal_takes_the_result_back_from_game_and_standings(world: World) -> None:
    set_appeal_regulation(actor=world.olga, now=NOW, event_id=world.event.pk, deposit="50 EUR")
    appeal = decide(world, schedule_hearing(world, filed(world, deposit_paid=True)), "reversed")
    assert (world.board.phase, world.board.result, world.pairing.result) == ("paused", "", "")
    assert appeal.deposit_state == "returned"
    assert appeal.followed_by is not None and appeal.followed_by.supersedes == flag(world)
    assert world.board.entries.order_by("-seq")[0].actor == f"system:appeal:{appeal.pk}"


def test_an_amended_ruling_has_another_in_its_place(world: World) -> None:
    appeal = schedule_hearing(world, filed(world))
    amendment = appeals.Amendment(
        "score", {"result": "1/2-1/2", "article": "tavreli-1997:12.8", "reason": "both clocks were wrong"}
    )
    with refused(BadInput, "amendment_missing"):
        decide(world, appeal, "upheld", amendment=amendment)
    with pytest.raises(BadInput):
        decide(world, appeal, "amended")
    decided = decide(world, appeal, "amended", amendment=amendment)
    assert (world.board.result, world.pairing.result) == ("1/2-1/2", "1/2-1/2")
    assert decided.followed_by is not None and decided.followed_by.kind == "score"


def test_only_the_panel_decides_and_only_after_the_hearing(world: World) -> None:
    appeal = filed(world)
    with pytest.raises(NotPermitted):
        decide(world, appeal, "upheld")  # there is no panel yet
    schedule_hearing(world, appeal)
    for name in ("olga", "artur", "bob", "gleb", "charlie"):
        with refused(NotPermitted, "not_on_panel"):
            decide(world, appeal, "reversed", name)
    with refused(Conflict, "not_heard_yet"):
        decide(world, appeal, "reversed", now=HEARING - timedelta(seconds=1))
    with refused(BadInput, "decision_missing"):
        decide(world, appeal, "reversed", decision="")
    assert world.board.result == "1-0"
    decide(world, appeal, "reversed")
    with refused(Conflict, "appeal_decided"):
        decide(world, appeal, "upheld")


def test_the_panel_may_suspend_the_effect_while_it_deliberates(world: World) -> None:
    appeal = schedule_hearing(world, filed(world))
    assert suspended(world) == set()
    with pytest.raises(NotPermitted):
        appeals.suspend_effect(actor=world.olga, now=HEARING, appeal_id=appeal.pk, suspended=True, reason="x")
    appeals.suspend_effect(actor=world.emil, now=HEARING, appeal_id=appeal.pk, suspended=True, reason="urgent")
    assert suspended(world) == {world.board.pk}
    decide(world, appeal, "upheld")
    assert suspended(world) == set()


def test_a_withdrawn_appeal_can_be_filed_again_in_time(world: World) -> None:
    appeal = filed(world)
    appeals.withdraw_appeal(actor=world.bob, now=later(minutes=35), appeal_id=appeal.pk)
    assert filed(world, now=later(minutes=40)).number == 2


def test_decisions_are_published_by_an_officer_once_made(world: World) -> None:
    appeal = schedule_hearing(world, filed(world))
    with refused(Conflict, "not_decided"):
        appeals.publish_decision(actor=world.olga, now=HEARING, appeal_id=appeal.pk)
    decide(world, appeal, "upheld")
    with pytest.raises(NotPermitted):
        appeals.publish_decision(actor=world.bob, now=HEARING, appeal_id=appeal.pk)
    first = appeals.publish_decision(actor=world.olga, now=HEARING + timedelta(hours=1), appeal_id=appeal.pk)
    assert first.published_at == HEARING + timedelta(hours=1)
    second = appeals.publish_decision(actor=world.olga, now=HEARING + timedelta(hours=2), appeal_id=appeal.pk)
    assert second.published_at == first.published_at


def test_a_ruling_that_was_reversed_already_is_nothing_to_appeal_against(world: World) -> None:
    reverse(actor=world.artur, now=later(minutes=25), ruling_id=flag(world).pk, note="clock was wrong")
    with refused(Conflict, "ruling_does_not_stand"):
        filed(world)


def test_a_reversal_keeps_a_result_that_was_corrected_since(world: World) -> None:
    correct_result(**at_board(world, later(minutes=40)), result="0-1", reason="slip")
    appeal = schedule_hearing(world, filed(world))
    seen = appeals.preview_decision(now=HEARING, appeal=appeal, outcome=Appeal.Outcome.REVERSED)
    assert seen is not None
    assert "The result 0-1 was entered later and stays." in [str(message) for message in seen[0].grounds]
    decide(world, appeal, "reversed")
    appeal.refresh_from_db()
    assert (appeal.status, world.board.result) == ("decided", "0-1")
    assert not flag(world).stands


def test_everything_that_happens_to_an_appeal_is_in_the_event_s_log(world: World) -> None:
    decide(world, schedule_hearing(world, filed(world)), "upheld")
    actions = list(Log.objects.filter(action__startswith="appeal.").order_by("pk").values_list("action", flat=True))
    assert actions == ["appeal.filed", "appeal.hearing", "appeal.decided"]
