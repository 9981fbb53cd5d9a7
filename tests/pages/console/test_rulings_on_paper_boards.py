"""Rulings at boards with score sheets on paper: what their forms show and ask, and what becomes of the answers."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.pages.live.table import Table

PAPER = {"game": "chess", "regime": "fide-2023", "control": "90", "tracking": "result", "started": False}


@pytest.fixture
def table(table_of, monkeypatch):
    table = table_of(**PAPER)
    monkeypatch.setattr("arbiter.views.rule.timezone", type("Clock", (), {"now": staticmethod(table.now)}))
    return table


def url(table: Table) -> str:
    return reverse("board-ruling", args=[table.world.slug, table.game.pk])


def card(table: Table) -> str:
    return reverse("board-card", args=[table.world.slug, table.game.pk])


def send(table: Table, kind: str, do: str, **fields: object):
    given = {"kind": kind, "seq": table.game.seq, "do": do, **fields}
    return table.client("artur").post(url(table), given)


def rule(table: Table, kind: str, **fields: object):
    """Look at the ruling first, as an arbiter does, then apply it."""
    page = send(table, kind, "preview", **fields).content.decode()
    seen = re.search(r'name="looked_at" value="(\w*)"', page)
    return send(table, kind, "apply", looked_at=seen[1] if seen else "", **fields)


def test_the_counts_of_the_game_stand_on_the_form_before_the_next_ruling(table, read):
    rule(table, "illegal_move", offender="black")
    rule(table, "penalty", offender="black", measure="warning")
    rule(table, "draw_claim", claimant="black", claim="repetition", decision="rejected")
    said = read(table.client("artur").get(f"{url(table)}?kind=illegal_move"))
    assert "Illegal moves Warnings and penalties Draw claims White 0 0 0 Black 1 1 1" in said
