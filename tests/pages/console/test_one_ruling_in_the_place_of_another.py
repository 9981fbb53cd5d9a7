"""The page that replaces a ruling, and the clocks on the page that undoes one."""

import re

import pytest
from django.urls import reverse

from arbiter.models.ruling import Ruling
from games.models.record import RecordEntry
from tavleya.clocks.timekeeping import clock_text
from tests.pages.html import page_of

pytestmark = pytest.mark.long

MINUTE = 60_000


@pytest.fixture
def table(table_of, monkeypatch):
    table = table_of()
    clock = type("Clock", (), {"now": staticmethod(table.now)})
    for module in ("rule", "replace_ruling"):
        monkeypatch.setattr(f"arbiter.views.{module}.timezone", clock)
    return table


def address(table, name, *args):
    return reverse(name, args=[table.world.slug, table.game.pk, *args])


def looked_at(answer):
    return re.search(r'name="looked_at" value="(\w*)"', answer.content.decode())[1]


def ruled(table, **facts):
    """Ruling 1, applied as the page does it."""
    place, value = address(table, "board-ruling"), {"kind": "penalty", "seq": table.game.seq, **facts}
    seen = looked_at(table.client("artur").post(place, {**value, "do": "preview"}))
    answer = table.client("artur").post(place, {**value, "do": "apply", "looked_at": seen})
    assert answer.status_code == 302, page_of(answer).words


def instead(table, who="artur", query="", **fields):
    place = address(table, "board-ruling-replace", 1)
    client = table.client(who)
    return client.post(place, {"seq": table.game.seq, **fields}) if fields else client.get(place + query)


def replace(table, **facts):
    values = {"kind": "penalty", **facts}
    seen = looked_at(instead(table, **values, do="preview"))
    return instead(table, **values, do="apply", looked_at=seen)


TIME = {"offender": "white", "measure": "opponent_time", "ms": "2:00", "reason": "talking"}


def test_the_form_opens_with_the_facts_of_the_old_ruling(table):
    ruled(table, **TIME)
    content = instead(table).content.decode()
    assert re.search(r'name="ms" value="2:00"', content) and "talking" in content
    assert re.search(r'name="measure" value="opponent_time" checked', content)
    assert re.search(r'name="offender" value="white" checked', content)


def test_the_new_ruling_stands_and_the_old_one_is_as_if_it_had_not_been(table):
    ruled(table, **TIME)
    assert table.game.snapshot["clock"]["black"]["ms"] == 62 * MINUTE
    assert (
        replace(table, **{**TIME, "measure": "time_off", "ms": "5:00"}, note="the tariff").status_code == 302
    )
    clock = table.game.snapshot["clock"]
    assert clock["black"]["ms"] == 60 * MINUTE, "the two minutes are gone again"
    assert 54 * MINUTE < clock["white"]["ms"] <= 55 * MINUTE
    old, new = Ruling.objects.order_by("number")
    assert new.supersedes_id == old.pk and not Ruling.objects.get(pk=old.pk).stands
    kinds = list(
        RecordEntry.objects.filter(game=table.game, seq__gte=new.first_seq - 1).values_list("kind", flat=True)
    )
    assert "reversal" in kinds, "nothing is deleted"


def test_another_kind_can_take_its_place(table):
    ruled(table, **TIME)
    assert "Penalty" in page_of(instead(table, query="?kind=")).words
    opened = page_of(instead(table, query="?kind=incident"))
    assert "opponent_time" not in opened.text


def test_a_replacement_without_a_preview_is_refused(table):
    ruled(table, **TIME)
    answer = instead(table, kind="penalty", **TIME, do="apply", looked_at="0" * 16)
    assert answer.status_code == 422
    assert Ruling.objects.count() == 1


def test_a_ruling_has_its_place_taken_once(table):
    ruled(table, **TIME)
    assert replace(table, **{**TIME, "ms": "1:00"}).status_code == 302
    answer = instead(table, kind="penalty", **TIME, do="preview")
    assert "already been superseded" in page_of(answer).words
    assert Ruling.objects.count() == 2


@pytest.mark.parametrize("username", ["hana", "alice", "charlie"])
def test_only_an_arbiter_puts_another_in_its_place(table, username):
    ruled(table, **TIME)
    answer = instead(table, username, kind="penalty", **TIME, do="apply", looked_at="x")
    assert answer.status_code in (403, 404)
    assert Ruling.objects.count() == 1


# The clocks on the page that undoes a ruling


def undo(table, **fields):
    place = address(table, "board-ruling-undo", 1)
    client = table.client("artur")
    return client.post(place, {"seq": table.game.seq, **fields}) if fields else client.get(place)


def shown_clocks(answer):
    text = answer.content.decode()
    results = {}
    for side in ("white", "black"):
        typed = re.search(rf'name="clock_{side}" value="([^"]*)"', text)[1]
        results[side] = (typed, int(re.search(rf'name="proposed_{side}" value="(\d+)"', text)[1]))
    return results


def test_the_page_proposes_the_clocks_as_they_were_before_the_ruling(table):
    ruled(table, **TIME)
    visible = shown_clocks(undo(table))
    assert visible["black"] == (clock_text(60 * MINUTE), 60 * MINUTE)
    fields = {f"clock_{side}": typed for side, (typed, _) in visible.items()}
    fields |= {f"proposed_{side}": str(ms) for side, (_, ms) in visible.items()}
    assert undo(table, note="the wrong board", **fields).status_code == 302
    clock = table.game.snapshot["clock"]
    assert {side: clock[side]["ms"] for side in visible} == {side: ms for side, (_, ms) in visible.items()}


def test_other_clocks_can_be_typed(table):
    ruled(table, **TIME)
    visible = shown_clocks(undo(table))
    proposed = {f"proposed_{side}": str(ms) for side, (_, ms) in visible.items()}
    answer = undo(table, note="the wrong board", clock_white="50:00", clock_black="61:30", **proposed)
    assert answer.status_code == 302
    clock = table.game.snapshot["clock"]
    assert (clock["white"]["ms"], clock["black"]["ms"]) == (50 * MINUTE, 61 * MINUTE + 30_000)


def test_a_reading_that_is_none_is_refused_and_the_note_is_kept(table):
    ruled(table, **TIME)
    proposed = {"proposed_white": "1", "proposed_black": "2"}
    answer = undo(table, note="the wrong board", clock_white="half past", clock_black="61:30", **proposed)
    assert answer.status_code == 422
    assert "the wrong board" in answer.content.decode()
    assert Ruling.objects.count() == 1
