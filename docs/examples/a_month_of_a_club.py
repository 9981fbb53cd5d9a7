"""A month of a club by the API alone: a_month_of_a_club.py URL KEY [--rounds 7] [--delay 0] [--folder month].

The form is opened and people enter, twenty of them at once for the last five places; fees, check-in, seven rounds with
boards followed move by move and a relay that reads them behind the delay; then the final table, prizes, certificates,
the report, and the next month's event with the same settings.  The key is one of an account, with `SCOPES`.
"""

import argparse
import random
import re
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tavleya_client import Client

SCOPES = (
    "create_event", "see_drafts", "see_desk", "edit_event", "edit_section", "enter_players", "submit_entry", "check_in",
    "pair_round", "publish_round", "close_round", "enter_result", "correct_result", "play", "start_game",
    "handle_fees", "issue_player_links",
)  # fmt: skip
SECTION, FEE = "open", 1500
#: Followed move by move, on the first boards: White mates, Black mates, White resigns.
GAMES = (("e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"), ("f3", "e5", "g4", "Qh4#"), ("d4", "d5", "c4", "e6", "Nc3"))


class Relay:
    """Reads the public games of a round again and again, as relays do: by board, the moves that it has."""

    def __init__(self, url: str, event: str) -> None:
        self.api, self.event = Client(url), event

    def poll(self, number: int) -> dict[str, list[str]]:
        files = {item["code"]: item["url"] for item in self.api.documents_list(self.event, SECTION)}
        text = self.api.read(files[f"round-{number}-games"]).decode()
        results: dict[str, list[str]] = {}
        for game in re.split(r"(?=^\[Event )", text, flags=re.MULTILINE):
            if board := re.search(r'\[Board "(\d+)"\]', game):
                moves = re.sub(r"\{[^}]*\}|^\[.*\]$", "", game, flags=re.MULTILINE)
                results[board[1]] = re.findall(r"(?<!\S)(?:[KQRBN]?[a-h1-8x]+[+#]?|O-O(?:-O)?)(?!\S)", moves)
        return results


class Month:
    """One event of the club.  `places` are `rush`'s last five and those that `early` has taken before."""

    def __init__(
        self, url: str, key: str, event: str, *, early: int = 40, rush: int = 20, last: int = 5, rounds: int = 7,
        delay: int = 0, wait: Callable[[int], None] = lambda minutes: time.sleep(60 * minutes),
    ) -> None:  # fmt: skip
        self.url, self.key, self.event, self.rounds = url, key, event, rounds
        self.early, self.rush, self.last, self.delay, self.wait = early, rush, last, delay, wait
        self.api, self.relay, self.lots = Client(url, key), Relay(url, event), random.Random(event)
        self.received: list[dict[str, list[str]]] = []

    def announce(self) -> None:
        """The event is public, with its fee; the form is open."""
        api, at = self.api, (self.event, SECTION)
        api.create_event(slug=self.event, names={"en": "Club open"}, place="Lviv", starts_on="2026-12-05")
        api.create_section(
            self.event, slug=SECTION, names={"en": "Open"}, game="chess", regime="fide-2023", format="swiss",
            control="15+10", rounds_planned=self.rounds, tracking="live", broadcast_delay=self.delay,
        )  # fmt: skip
        api.set_fee_terms(
            *at, charged=True, currency="EUR", base=FEE, rules=[{"kind": "titles", "percent": 100, "names": ["GM"]}]
        )
        api.set_payment_terms(self.event, reference="CLUB-{number}", instructions={"en": "Cash at the desk."})
        api.set_prizes(*at, currency="EUR", sharing="hort", prizes={"": [20000, 10000, 5000]})
        api.edit_event(self.event, published=True)
        api.set_entry_terms(
            *at, offered=True, places=self.early + self.last, asked={"title": "optional"}, bye_rounds=[2],
            consent={"en": "My name may be published."},
        )  # fmt: skip

    def take_entries(self) -> dict[str, int]:
        """Whoever enters early, then the rush; how many entries have come to which state."""
        for number in range(1, self.early + 1):
            self._enter(number)
        with ThreadPoolExecutor(self.rush) as people:
            numbers = range(self.early + 1, self.early + self.rush + 1)
            states = [item["state"] for item in people.map(self._enter, numbers)]
        return {state: states.count(state) for state in states}

    def _enter(self, number: int) -> Mapping[str, Any]:
        with Client(self.url, self.key) as form:  # each from a browser of their own
            return form.submit_entry(
                self.event, SECTION, family_name=f"Player {number:02}", given_name="Test",
                title="GM" if number == 1 else "", bye_rounds=[2] if number == 3 else [], consent=True,
                key=f"{self.event}-{number}",
            )  # fmt: skip

    def take_fees(self) -> None:
        """Most pay, some in part; one is waived, one is refunded, one receipt was a mistake."""
        owed = [item for item in self.api.fees_list(self.event) if item["left"] > 0]
        helper, part, mistaken, *others = owed
        self.api.set_fee(self.event, helper["number"], amount=None, waived=True, reason="Helps in the hall")
        self._pay(part["number"], FEE // 2)
        self.api.void_payment(self.event, self._pay(mistaken["number"], FEE)["receipt"])
        for item in others[:-2]:
            self._pay(item["number"], FEE)
        refunded = others[0]["number"]
        self.api.set_fee(self.event, refunded, amount=FEE // 3, reason="Lives in the village")
        self._pay(refunded, -self.api.fee(self.event, refunded)["paid"] + FEE // 3)

    def _pay(self, number: int, amount: int) -> Mapping[str, Any]:
        return self.api.take_payment(self.event, number, amount=amount, way="cash")

    def check_in(self, absent: int = 2) -> list[int]:
        """All but some are there; who is missing is left out of the pairing in one act.  Their numbers."""
        at = (self.event, SECTION)
        self.api.number_by_rating(*at)
        self.api.set_check_in(*at, 1)
        (desk,) = self.api.check_ins_list(*at)
        for number in desk["missing"][:-absent]:
            self.api.check_player_in(*at, number, 1, present=True)
        (desk,) = self.api.check_ins_list(*at)
        self.api.record_absences(*at, absent=desk["missing"])
        for requested in self.api.bye_requests_list(*at):  # with their entries
            self.api.decide_bye_request(*at, requested["id"], granted=True)
        return desk["missing"]

    def play(self) -> None:
        """All rounds; one withdraws, one asks for a bye, one result is corrected."""
        at = (self.event, SECTION)
        for number in range(1, self.rounds + 1):
            if number == 2:
                self.api.withdraw_player(*at, 5, reason="ill")
                self.api.request_bye(*at, 6, 3, kind="half")
            self.api.pair(*at, number=number)
            self.api.publish_round(*at, number)
            self.api.start_round(*at, number)
            if number in (1, self.rounds):
                self._play_boards(number)
            self._enter_results(number)
            if number == 1:
                self._correct()
            self.api.close_round(*at, number)

    def _play_boards(self, number: int) -> None:
        """Programs at the first boards post the moves; a relay reads them once before the delay and once after."""
        boards = [item for item in self.api.pairings_list(self.event, SECTION, number) if not item["bye"]]
        for board, moves in zip(boards, GAMES, strict=False):
            game = board["game"]
            assert game is not None
            self.api.entries_add(self.event, game, kind="start")
            for move in moves:
                self.api.entries_add(
                    self.event, game, kind="move", move=move, seq=self.api.game(self.event, game)["seq"]
                )
        if len(boards) >= len(GAMES):
            resigned = boards[len(GAMES) - 1]["game"]
            assert resigned is not None
            self.api.entries_add(self.event, resigned, kind="resign", side="white")
        if number == 1:
            self.received.append(self.relay.poll(number))
            if self.delay:
                self.wait(self.delay)
            self.received.append(self.relay.poll(number))

    def _enter_results(self, number: int) -> None:
        boards = self.api.pairings_list(self.event, SECTION, number)
        results = [
            {
                "board": board["board"],
                "version": board["version"],
                "result": self.lots.choice(["1-0", "1/2-1/2", "0-1"]),
            }
            for board in boards
            if not board["bye"] and not board["result"]
        ]
        self.api.enter_results(self.event, SECTION, number, results=results)

    def _correct(self) -> None:
        last = [item for item in self.api.pairings_list(self.event, SECTION, 1) if not item["bye"]][-1]
        self.api.pairing_result(
            self.event, SECTION, 1, last["board"], result="1/2-1/2" if last["result"] != "1/2-1/2" else "1-0",
            reason="The slip was misread.",
        )  # fmt: skip

    def finish(self, folder: Path) -> list[str]:
        """The table is final, prizes are approved; all documents and files are saved.  Their names."""
        at = (self.event, SECTION)
        self.api.finalise_table(*at)
        self.api.approve_awards(*at)
        self.api.publish_prizes(*at, published=True)
        folder.mkdir(parents=True, exist_ok=True)
        for item in self.api.documents_list(*at):
            (folder / f"{item['code']}.{item['form']}").write_bytes(self.api.read(item["url"]))
        (folder / "fees.xlsx").write_bytes(self.api.fee_workbook(self.event))
        for payment in list(self.api.payments_list(self.event))[:3]:
            name = f"receipt-{payment['receipt']}.pdf"
            (folder / name).write_bytes(self.api.receipt(self.event, payment["receipt"]))
        return sorted(item.name for item in folder.iterdir())

    def next_month(self, slug: str) -> str:
        """The same event again: settings, fee, form and officials, nobody entered and nothing played."""
        repeat_event = self.api.repeat_event(
            self.event, slug=slug, names={"en": "Club open, January"}, starts_on="2027-01-09"
        )
        self.api.set_entry_terms(slug, SECTION, offered=True)
        self.api.edit_event(slug, published=True)
        return str(repeat_event["slug"])


def main() -> None:
    arguments = argparse.ArgumentParser(description="Run a month of a club.")
    arguments.add_argument("url")
    arguments.add_argument("key")
    arguments.add_argument("--event", default="club-december")
    arguments.add_argument("--next", default="club-january")
    arguments.add_argument("--rounds", type=int, default=7)
    arguments.add_argument("--delay", type=int, default=0, help="of the broadcast, in minutes")
    arguments.add_argument("--folder", type=Path, default=Path("month"))
    args = arguments.parse_args()
    month = Month(args.url, args.key, args.event, rounds=args.rounds, delay=args.delay)
    month.announce()
    print("entries:", month.take_entries())
    month.take_fees()
    print("absent:", month.check_in())
    month.play()
    print("\n".join(month.finish(args.folder)))
    for line in month.api.standings(args.event, SECTION):
        print(f"{line['rank']:3} {line['name']:24} {line['points']}")
    print("next:", month.next_month(args.next))


if __name__ == "__main__":
    main()
