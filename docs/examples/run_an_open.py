"""A whole Swiss by the API: run_an_open.py URL KEY [--players 40] [--rounds 7] [--report FILE].

The key is one of an account, with the scopes of `SCOPES`.  Results are drawn by lot from a seed, so that two runs
of the same numbers are alike.
"""

import argparse
import random
from pathlib import Path

from tavleya_client import Client

SCOPES = (
    "create_event", "see_drafts", "see_desk", "edit_event", "edit_section", "enter_players", "pair_round",
    "publish_round", "close_round", "enter_result", "correct_result",
)  # fmt: skip
SECTION = "open"


class Open:
    """One event with one section, run from its first entry to its report."""

    def __init__(self, api: Client, event: str, rounds: int, seed: int = 1) -> None:
        self.api, self.event, self.rounds = api, event, rounds
        self.lots = random.Random(seed)

    def prepare(self, players: int) -> None:
        self.api.create_event(slug=self.event, names={"en": "Open by API"}, place="Lviv", federation="UKR")
        self.api.create_section(
            self.event,
            slug=SECTION,
            names={"en": "Open"},
            game="chess",
            regime="fide-2023",
            format="swiss",
            control="90+30",
            rounds_planned=self.rounds,
        )
        people = [
            {"family_name": f"Player {number:02}", "given_name": "Test", "rating": 2500 - 20 * number}
            for number in range(1, players + 1)
        ]
        self.api.enter_people(self.event, SECTION, players=people)
        self.api.set_prizes(self.event, SECTION, currency="EUR", sharing="hort", prizes={"": [30000, 20000, 10000]})
        self.api.edit_event(self.event, published=True)
        # A half-point bye of number 4 in round 2, and of number 6 in the last round.
        self.api.request_bye(self.event, SECTION, 4, 2, kind="half")
        self.api.request_bye(self.event, SECTION, 6, self.rounds, kind="zero")

    def play(self) -> None:
        for number in range(1, self.rounds + 1):
            if number == 2:
                self.api.enter_person(
                    self.event, SECTION, family_name="Latecomer", rating=2333, from_round=2, half_points=[1]
                )
            if number == 3:
                self.api.withdraw_player(self.event, SECTION, 5, reason="ill")
            self.api.pair(self.event, SECTION, number=number)
            self.api.publish_round(self.event, SECTION, number)
            self.api.start_round(self.event, SECTION, number)
            self._enter_results(number)
            self.api.close_round(self.event, SECTION, number)

    def _enter_results(self, number: int) -> None:
        boards = [board for board in self.api.pairings_list(self.event, SECTION, number) if not board["bye"]]
        results: list[dict[str, object]] = [
            {"board": board["board"], "version": board["version"], "result": self._drawn()} for board in boards
        ]
        if number == 2:
            results[-1]["result"] = "+/-"  # Black did not come
        self.api.enter_results(self.event, SECTION, number, results=results)
        if number == 1:  # a slip is found to be misread
            self.api.edit(
                "PUT",
                f"events/{self.event}/sections/{SECTION}/rounds/1/pairings/{boards[0]['board']}/",
                {"result": "1/2-1/2", "reason": "The slip was misread."},
            )

    def _drawn(self) -> str:
        return self.lots.choice(["1-0", "1-0", "1/2-1/2", "1/2-1/2", "0-1"])

    def finish(self) -> bytes:
        """Declare the table final, approve and publish the prizes; the report for the federation (TRF)."""
        self.api.finalise_table(self.event, SECTION)
        self.api.approve_awards(self.event, SECTION)
        self.api.publish_prizes(self.event, SECTION, published=True)
        report = next(item for item in self.api.documents_list(self.event, SECTION) if item["form"] == "trf")
        return self.api.read(report["url"])


def main() -> None:
    arguments = argparse.ArgumentParser(description="Run a whole Swiss by the API.")
    arguments.add_argument("url")
    arguments.add_argument("key")
    arguments.add_argument("--event", default="open-by-api")
    arguments.add_argument("--players", type=int, default=40)
    arguments.add_argument("--rounds", type=int, default=7)
    arguments.add_argument("--report", type=Path, default=Path("open.trf"))
    args = arguments.parse_args()
    with Client(args.url, args.key) as api:
        tournament = Open(api, args.event, args.rounds)
        tournament.prepare(args.players)
        tournament.play()
        args.report.write_bytes(tournament.finish())
        for line in api.standings(args.event, SECTION):
            print(f"{line['rank']:3} {line['name']:24} {line['points']}")
        for prize in api.prizes(args.event, SECTION)["prizes"]:
            print(f"{prize['name']}: {prize['amount'] / 100:.2f}")


if __name__ == "__main__":
    main()
