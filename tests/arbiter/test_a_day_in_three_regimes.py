"""The scripted day: every kind of ruling, and standings that were calculated by hand."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.utils import translation

from arbiter.models import Appeal, Envelope, Ruling
from arbiter.rehearsal import tavreli
from arbiter.rehearsal.day import Day
from arbiter.rehearsal.run import rehearse
from games.models.game import Game
from games.models.record import RecordEntry
from games.services.record import export_record
from games.views import ledger
from games.views.labels import termination_label
from tavleya.law.kinds import KINDS, named_ruling
from tavleya.record.entries import EntryKind
from tavleya.record.ndjson import verify
from tests.tournaments.conftest import made_once
from tests.world import SYSTEM
from tournaments.models.event import Event
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of

pytestmark = pytest.mark.django_db
# The day may contain more kinds.
REHEARSED = {
    *("illegal_move", "illegal_act", "touch_move", "draughts_violation", "displaced", "restored", "flag"),
    *("both_flags", "time", "defective_clock", "control_unproven", "deduction", "clock_place", "draw_claim"),
    *("quickplay", "increment", "penalty", "refusal", "disturbance", "incident", "score", "beginning"),
    *("absence", "overdue", "dismissed"),
}


class Played:
    """The finished day and the output of its rehearsal."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.day: Day = rehearse(self.lines.append)

    def table(self, slug: str) -> str:
        section = Section.objects.get(event=self.day.event, slug=slug)
        rows = standings_of(section).everybody
        return ", ".join(f"{row.place} {row.registration.player} {row.points}" for row in rows)


@pytest.fixture(scope="module")
def _played_day(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), made_once(Played) as played:
        yield played


@pytest.fixture
def played(_played_day: Played, db: None) -> Played:
    return _played_day


@pytest.mark.long
def test_everything_that_the_script_expects_comes_true(played: Played) -> None:
    assert played.day.failures == []
    assert not any("NOT AS EXPECTED" in line for line in played.lines)


@pytest.mark.long
def test_every_kind_of_ruling_that_the_day_is_written_for_occurs(played: Played) -> None:
    assert set(Ruling.objects.values_list("kind", flat=True)) >= REHEARSED
    assert set(KINDS) >= REHEARSED
    outcomes = set(Ruling.objects.values_list("outcome", flat=True))
    assert outcomes >= {"upheld", "rejected", "dismissed", "applied"}


@pytest.mark.long
def test_an_appeal_an_envelope_and_an_exclusion_occur(played: Played) -> None:
    appeal = Appeal.objects.get(event=played.day.event)
    assert (appeal.status, appeal.outcome, appeal.followed_by.kind) == ("decided", "amended", "restored")
    envelope = Envelope.objects.get(game__pairing__round__section__event=played.day.event)
    assert (envelope.status, envelope.side, envelope.second) == ("opened", "white", False)
    dina = Registration.objects.get(section__event=played.day.event, player__family_name="Dina")
    assert dina.status == "excluded"


def test_the_table_in_tavreli(played: Played) -> None:
    # Alekseev (1): lost to Grigoriev, 0 of 0–½ against Borisov, won by forfeit against Vasiliev: 1.
    # Borisov (2): beat Vasiliev, ½ of 0–½, both lose against Grigoriev: 1½.
    # Vasiliev (3): lost to Borisov, drew with Grigoriev, absent against Alekseev: ½.
    # Grigoriev (4): beat Alekseev, drew, both lose: 1½.
    # Borisov and Grigoriev: 0–0 between them.  Sonneborn-Berger: Grigoriev 1×1 + ½×½ = 1¼;
    # Borisov 1×½ (Vasiliev) + ½×1 (Alekseev) = 1.
    assert played.table("tavreli") == "1 Grigoriev 1½, 2 Borisov 1½, 3 Alekseev 1, 4 Vasiliev ½"


def test_the_table_in_draughts(played: Played) -> None:
    # Volkov: ½ (Belov), 1 (Gusev's flag), ½ (Antonov) = 2.  Gusev: 1 (Antonov refused), 0, ½ = 1½.
    # Antonov: 0, 1 (Belov), ½ = 1½; Gusev beat Antonov, so Gusev is before.  Belov: ½, 0, ½ = 1.
    assert played.table("draughts") == "1 Volkov 2, 2 Gusev 1½, 3 Antonov 1½, 4 Belov 1"


@pytest.mark.article("chess:12.9")
def test_the_table_in_chess_leaves_out_who_was_excluded_before_half(played: Played) -> None:
    # Dina played one game of three: what others had from her does not count.
    # Cora: 1 (Bela's flag), ½ (Aron, after the appeal) = 1½.  Aron: ½ (Bela), ½ = 1.  Bela: 0 + ½.
    assert played.table("chess") == "1 Cora 1½, 2 Aron 1, 3 Bela ½,  Dina 0"


@pytest.mark.long
def test_the_ledger_of_the_day_has_no_code_and_no_gap(played: Played) -> None:
    unnamed = {kind for kind in Ruling.objects.values_list("kind", flat=True) if named_ruling(kind) is None}
    assert unnamed == set()
    strange = []
    with translation.override("en"):
        for row in RecordEntry.objects.select_related("user"):
            sentence = ledger.ledger_text(row)
            bare = sentence.replace(row.move, "a move") if row.move else sentence
            if re.search(r"[a-z]_[a-z]|%\(|\{|None| {2}|: \.|: ,", bare) or not sentence.strip():
                strange.append((row.kind, sentence, row.data))
            if row.kind == EntryKind.DECISION:
                assert sentence != "A decision was made."
            if row.kind == EntryKind.RESULT:
                assert termination_label(row.data["termination"]), row.data["termination"]
    assert strange == []


@pytest.mark.long
def test_every_exported_game_of_the_day_is_sound(played: Played, tmp_path: Path) -> None:
    total = 0
    for game in Game.objects.filter(pairing__round__section__event=played.day.event):
        lines = list(export_record(actor=SYSTEM, game=game))
        check = verify(lines)
        assert check.faults == (), (game, check.faults)
        total += check.rulings
    assert total >= 40
    path = tmp_path / "game.ndjson"
    output = StringIO()
    path.write_text("\n".join(lines), encoding="utf-8")
    call_command("verify_export", str(path), stdout=output)
    assert "rulings" in output.getvalue()


def test_the_day_is_hidden_from_the_public(played: Played) -> None:
    event = played.day.event
    event.refresh_from_db()
    assert (event.rehearsal, event.published) == (True, False)


@pytest.mark.long
def test_the_command_says_the_day_and_puts_the_one_before_away(played: Played) -> None:
    nina = get_user_model().objects.create_user("nina")
    output = StringIO()
    call_command("rehearse", visitors=[nina.username], stdout=output)
    visitor = Client()
    visitor.force_login(nina)
    assert visitor.get(f"/desk/{Event.objects.latest('pk').slug}/boards/").status_code == 200
    assert "Everything is as expected" in output.getvalue()
    assert "RULING illegal_move (tavreli-1997:7.4)" in output.getvalue()
    first, second = Event.objects.filter(rehearsal=True).order_by("pk")
    assert first == played.day.event
    assert first.archived_at is not None and second.archived_at is None
    call_command("verify_records", stdout=StringIO())


def test_the_day_is_not_played_for_an_unknown_account(db: None) -> None:
    before = Event.objects.count()
    with pytest.raises(CommandError, match="There is no account nobody"):
        call_command("rehearse", visitors=["nobody"], stdout=StringIO())
    assert Event.objects.count() == before


@pytest.mark.long
def test_the_command_fails_where_something_is_not_as_expected(db, monkeypatch):
    monkeypatch.setattr(tavreli, "TABLE", tavreli.TABLE[::-1])
    with pytest.raises(CommandError) as excinfo:
        call_command("rehearse", stdout=StringIO())
    assert "order and half-points" in str(excinfo.value)
