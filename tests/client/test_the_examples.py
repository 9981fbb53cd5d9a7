"""`docs/examples` against a real server: a month of a club, and a whole Swiss whose report `checkpairings` checks."""

from contextlib import suppress
from datetime import timedelta
from io import StringIO
from pathlib import Path

import a_month_of_a_club as club
import pytest
import run_an_open
from django.core.management import call_command
from django.utils import timezone
from tavleya_client import Client

from documents.models import Award
from entries.models import Payment
from entries.selectors.fees import accounts
from tests.browser.conftest import Server
from tests.client.conftest import key
from tournaments.models.activity import Log
from tournaments.models.entry import EntryState
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section

EARLY, RUSH, LAST, ROUNDS = 40, 20, 5, 7
DELAY, BOARDS = 15, [str(number) for number in range(1, len(club.GAMES) + 1)]


class Clock:
    """The server's clock, which the test can put forward."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.ahead, real = timedelta(), timezone.now
        patch.setattr("django.utils.timezone.now", lambda: real() + self.ahead)

    def forward(self, minutes: int) -> None:
        self.ahead += timedelta(minutes=minutes, seconds=1)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.mark.long
@pytest.mark.postgres
def test_a_month_of_a_club_is_run_by_calls_alone(server: Server, clock: Clock, tmp_path: Path) -> None:
    month = club.Month(
        server.url, key(*club.SCOPES), "club-december", early=EARLY, rush=RUSH, last=LAST, rounds=ROUNDS,
        delay=DELAY, wait=clock.forward,
    )  # fmt: skip
    month.announce()
    assert month.take_entries() == {"confirmed": LAST, "waiting": RUSH - LAST}
    section = Section.objects.get(event__slug="club-december")
    places = EARLY + LAST
    assert section.registrations.count() == section.entries.filter(state=EntryState.CONFIRMED).count() == places
    _fees(month, section, places)
    absent = month.check_in()
    assert absent == [places - 1, places]
    month.play()
    _rounds(month, section, absent)
    _relayed(month)
    _given_out(month, tmp_path / "month")
    _next_month(month, section)


def _fees(month: club.Month, section: Section, places: int) -> None:
    month.take_fees()
    states = [account.state.value for account in accounts(section.event) if account.fee.player_id]
    # The grandmaster plays free of charge; players on the waiting list owe nothing.
    assert {state: states.count(state) for state in set(states)} == {
        "nothing_due": 1, "waived": 1, "partly_paid": 1, "owed": 3, "paid": places - 6,
    }  # fmt: skip
    receipts = list(Payment.objects.order_by("receipt").values_list("receipt", flat=True))
    assert receipts == list(range(1, places - 6 + 1 + 1 + 2 + 1))


def _rounds(month: club.Month, section: Section, absent: list[int]) -> None:
    assert section.rounds.filter(status="closed").count() == ROUNDS
    first = Pairing.objects.filter(round__section=section, round__number=1, bye="")
    assert not first.filter(white__number__in=absent).exists()
    assert not first.filter(black__number__in=absent).exists()
    assert first.get(board=1).game.seq > len(club.GAMES[0])
    byes = Pairing.objects.filter(round__section=section, bye="half").order_by("round__number")
    assert list(byes.values_list("round__number", "white__player__family_name")) == [
        (2, "Player 03"), (3, section.registrations.get(number=6).player.family_name),
    ]  # fmt: skip
    actions = set(Log.objects.filter(event=section.event).values_list("action", flat=True))
    assert {
        "fees.terms", "payment.taken", "payment.voided", "fee.set", "entry.submitted", "presence.noted",
        "registration.withdrawn", "result.corrected", "round.closed",
    } <= actions  # fmt: skip


def _relayed(month: club.Month) -> None:
    """No move of a game is public within the delay, and every move afterwards."""
    early, late = month.received
    assert not any(early[board] for board in BOARDS)
    assert [late[board] for board in BOARDS] == [list(moves) for moves in club.GAMES]


def _given_out(month: club.Month, folder: Path) -> None:
    names = month.finish(folder)
    assert {"certificates.pdf", "report.trf", "standings.pdf", "workbook.xlsx", "fees.xlsx", "receipt-1.pdf"} <= set(
        names
    )
    for name in names:
        data = (folder / name).read_bytes()
        assert data, name
        assert not name.endswith(".pdf") or data.startswith(b"%PDF-"), name
    output = StringIO()
    with suppress(SystemExit):
        call_command("checkpairings", str(folder / "report.trf"), stdout=output, stderr=output)
    assert "player ranks checked, 0 differ" in output.getvalue(), output.getvalue()
    assert "differs" not in output.getvalue(), output.getvalue()


def _next_month(month: club.Month, section: Section) -> None:
    month.next_month("club-january")
    with Client(month.url, month.key) as api:
        for read in (api.section, api.fee_terms, api.entry_terms):
            before, after = (dict(read(slug, club.SECTION)) for slug in ("club-december", "club-january"))
            assert before.pop("in_mode", None) == after.pop("in_mode", None)
            assert before == after, read.__name__
        assert api.payment_terms("club-january") == api.payment_terms("club-december")
        assert not list(api.entrants_list("club-january", club.SECTION))
    event = Event.objects.get(slug="club-january")
    assert event.published and not event.sections.get().rounds.exists()
    assert event.sections.get().prizes.count() == section.prizes.count() == 3


LONG_OPEN = pytest.param(40, 7, marks=pytest.mark.long)


@pytest.mark.long
@pytest.mark.parametrize(("players", "rounds"), [(12, 3), LONG_OPEN])
def test_an_open_is_run_from_its_creation_to_its_report(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int, rounds: int
) -> None:
    report = tmp_path / "open.trf"
    arguments = [server.url, key(*run_an_open.SCOPES), "--players", str(players), "--rounds", str(rounds)]
    monkeypatch.setattr("sys.argv", ["run_an_open.py", *arguments, "--report", str(report)])
    run_an_open.main()
    event = Event.objects.get(slug="open-by-api")
    assert event.published
    section = event.sections.get()
    assert section.registrations.count() == players + 1
    assert section.rounds.filter(status="closed").count() == rounds
    assert section.final_at is not None
    assert Award.objects.get(section=section).cancelled_at is None
    actions = set(Log.objects.filter(event=event).values_list("action", flat=True))
    assert {"registration.withdrawn", "result.corrected", "round.closed", "table.final"} <= actions
    call_command("checkpairings", str(report), stdout=StringIO(), stderr=StringIO())  # exits with 1 on a difference
