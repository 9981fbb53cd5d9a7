"""Rounds, drafts, results.  Made by `manage.py write_client`; not to be edited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from tavleya_client import shapes
from tavleya_client.core import UNSET, Core, Unset


class Rounds(Core):
    def rounds_list(
        self,
        event: str,
        section: str,
    ) -> Iterator[shapes.Round]:
        """Rounds of a section."""
        return self.pages(f"events/{event}/sections/{section}/rounds/")

    def pair(
        self,
        event: str,
        section: str,
        *,
        number: int | None | Unset = UNSET,
        first_colour: str | Unset = UNSET,
        starts: Sequence[str] | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Paired:
        """Pair what comes next."""
        body = {
            "number": number,
            "first_colour": first_colour,
            "starts": starts,
        }
        return cast("shapes.Paired", self.call("POST", f"events/{event}/sections/{section}/rounds/", body, key=key))

    def round(
        self,
        event: str,
        section: str,
        number: int,
    ) -> shapes.Draft:
        """One round."""
        return cast("shapes.Draft", self.call("GET", f"events/{event}/sections/{section}/rounds/{number}/"))

    def record_actual_seating(
        self,
        event: str,
        section: str,
        number: int,
        *,
        boards: Sequence[Mapping[str, Any]],
        reason: str,
        for_rating: bool | Unset = UNSET,
        key: str | None = None,
    ) -> list[shapes.Board]:
        """Record boards as they were played."""
        body = {
            "boards": boards,
            "reason": reason,
            "for_rating": for_rating,
        }
        return cast("list[shapes.Board]", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/actual-seating/", body, key=key)["results"])

    def report_boards(
        self,
        event: str,
        section: str,
        number: int,
        *,
        source: str,
        reports: Sequence[Mapping[str, Any]],
        key: str | None = None,
    ) -> shapes.BoardAnswers:
        """Report what boards show."""
        body = {
            "source": source,
            "reports": reports,
        }
        return cast("shapes.BoardAnswers", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/boards/", body, key=key))

    def record_bye(
        self,
        event: str,
        section: str,
        number: int,
        *,
        registration: int,
        kind: str,
        key: str | None = None,
    ) -> shapes.Board:
        """Give a player a bye in a round paired by hand."""
        body = {
            "registration": registration,
            "kind": kind,
        }
        return cast("shapes.Board", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/byes/", body, key=key))

    def close_round(
        self,
        event: str,
        section: str,
        number: int,
        *,
        key: str | None = None,
    ) -> shapes.Round:
        """Close a round."""
        return cast("shapes.Round", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/close/", key=key))

    def round_document(
        self,
        event: str,
        section: str,
        number: int,
        code: str,
    ) -> bytes:
        """A document of a round."""
        return self.read(f"events/{event}/sections/{section}/rounds/{number}/documents/{code}/")

    def add_to_draft(
        self,
        event: str,
        section: str,
        number: int,
        *,
        registration: int,
        version: int,
        despite: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Draft:
        """Bring a player into a draft."""
        body = {
            "registration": registration,
            "version": version,
            "despite": despite,
        }
        return cast("shapes.Draft", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/draft/add/", body, key=key))

    def confirm_draft(
        self,
        event: str,
        section: str,
        number: int,
        *,
        version: int,
        key: str | None = None,
    ) -> shapes.Draft:
        """Let a draft stand although what it rests on has changed."""
        body = {
            "version": version,
        }
        return cast("shapes.Draft", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/draft/confirm/", body, key=key))

    def exchange_players(
        self,
        event: str,
        section: str,
        number: int,
        *,
        one: int,
        other: int,
        version: int,
        despite: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Draft:
        """Exchange two players of a draft."""
        body = {
            "one": one,
            "other": other,
            "version": version,
            "despite": despite,
        }
        return cast("shapes.Draft", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/draft/exchange/", body, key=key))

    def pair_by_hand_in_draft(
        self,
        event: str,
        section: str,
        number: int,
        *,
        white: int,
        black: int,
        version: int,
        despite: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Draft:
        """Have two players meet in a draft."""
        body = {
            "white": white,
            "black": black,
            "version": version,
            "despite": despite,
        }
        return cast("shapes.Draft", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/draft/pair/", body, key=key))

    def remove_from_draft(
        self,
        event: str,
        section: str,
        number: int,
        *,
        registration: int,
        version: int,
        bye: str | Unset = UNSET,
        despite: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Draft:
        """Leave a player out of a draft."""
        body = {
            "registration": registration,
            "version": version,
            "bye": bye,
            "despite": despite,
        }
        return cast("shapes.Draft", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/draft/remove/", body, key=key))

    def restore_engine_pairing(
        self,
        event: str,
        section: str,
        number: int,
        *,
        version: int,
        key: str | None = None,
    ) -> shapes.Draft:
        """Drop the changes by hand."""
        body = {
            "version": version,
        }
        return cast("shapes.Draft", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/draft/restore-engine/", body, key=key))

    def matches_list(
        self,
        event: str,
        section: str,
        number: int,
    ) -> Iterator[shapes.Match]:
        """Matches of teams of a round."""
        return self.pages(f"events/{event}/sections/{section}/rounds/{number}/matches/")

    def award_match(
        self,
        event: str,
        section: str,
        number: int,
        match: int,
        *,
        registration: int,
        reason: str,
        key: str | None = None,
    ) -> None:
        """Award a match of a knockout."""
        body = {
            "registration": registration,
            "reason": reason,
        }
        self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/matches/{match}/award/", body, key=key)

    def forfeit_match(
        self,
        event: str,
        section: str,
        number: int,
        match: int,
        *,
        lost_by: str,
        reason: str,
        key: str | None = None,
    ) -> shapes.Match:
        """Forfeit a whole match of teams."""
        body = {
            "lost_by": lost_by,
            "reason": reason,
        }
        return cast("shapes.Match", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/matches/{match}/forfeit/", body, key=key))

    def set_line_up(
        self,
        event: str,
        section: str,
        number: int,
        match: int,
        *,
        team: int,
        seats: Sequence[int | None],
        key: str | None = None,
    ) -> shapes.Match:
        """Say who plays a match."""
        body = {
            "team": team,
            "seats": seats,
        }
        return cast("shapes.Match", self.call("PUT", f"events/{event}/sections/{section}/rounds/{number}/matches/{match}/line-up/", body, key=key))

    def clear_line_up(
        self,
        event: str,
        section: str,
        number: int,
        match: int,
        *,
        team: int,
        key: str | None = None,
    ) -> shapes.Match:
        """Go back to the usual line-up."""
        body = {
            "team": team,
        }
        return cast("shapes.Match", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/matches/{match}/line-up/clear/", body, key=key))

    def swap_team_colours(
        self,
        event: str,
        section: str,
        number: int,
        match: int,
        *,
        version: int,
        despite: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Draft:
        """Swap the colours of a match of a draft."""
        body = {
            "version": version,
            "despite": despite,
        }
        return cast("shapes.Draft", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/matches/{match}/swap-colours/", body, key=key))

    def add_tiebreak_games(
        self,
        event: str,
        section: str,
        number: int,
        match: int,
        *,
        games: int | None | Unset = UNSET,
        control: str | None | Unset = UNSET,
        key: str | None = None,
    ) -> list[shapes.Board]:
        """Add tie-break games to a match."""
        body = {
            "games": games,
            "control": control,
        }
        return cast("list[shapes.Board]", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/matches/{match}/tie-breaks/", body, key=key)["results"])

    def record_no_shows(
        self,
        event: str,
        section: str,
        number: int,
        *,
        registrations: Sequence[int],
        without_notice: Sequence[int] | Unset = UNSET,
        reason: str | Unset = UNSET,
        key: str | None = None,
    ) -> list[shapes.Board]:
        """Forfeit the boards of absent players."""
        body = {
            "registrations": registrations,
            "without_notice": without_notice,
            "reason": reason,
        }
        return cast("list[shapes.Board]", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/no-shows/", body, key=key)["results"])

    def pair_again(
        self,
        event: str,
        section: str,
        number: int,
        *,
        key: str | None = None,
    ) -> shapes.Paired:
        """Undo a draft and pair its round again."""
        return cast("shapes.Paired", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/pair-again/", key=key))

    def pairings_list(
        self,
        event: str,
        section: str,
        number: int,
    ) -> Iterator[shapes.Board]:
        """Boards of a round, with results."""
        return self.pages(f"events/{event}/sections/{section}/rounds/{number}/pairings/")

    def pairing(
        self,
        event: str,
        section: str,
        number: int,
        board: int,
    ) -> shapes.Board:
        """One board."""
        return cast("shapes.Board", self.call("GET", f"events/{event}/sections/{section}/rounds/{number}/pairings/{board}/"))

    def pairing_result(
        self,
        event: str,
        section: str,
        number: int,
        board: int,
        *,
        result: str,
        reason: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Board:
        """Enter or correct the result of a board."""
        body = {
            "result": result,
            "reason": reason,
        }
        return cast("shapes.Board", self.edit("PUT", f"events/{event}/sections/{section}/rounds/{number}/pairings/{board}/", body, key=key))

    def set_forfeit(
        self,
        event: str,
        section: str,
        number: int,
        board: int,
        *,
        result: str,
        reason: str,
        expected_version: int | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Board:
        """Enter a forfeit."""
        body = {
            "result": result,
            "reason": reason,
            "expected_version": expected_version,
        }
        return cast("shapes.Board", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/pairings/{board}/forfeit/", body, key=key))

    def move_table(
        self,
        event: str,
        section: str,
        number: int,
        board: int,
        *,
        board_: int,
        version: int,
        key: str | None = None,
    ) -> shapes.Draft:
        """Play a board of a draft at another table."""
        body = {
            "board": board_,
            "version": version,
        }
        return cast("shapes.Draft", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/pairings/{board}/move/", body, key=key))

    def correct_for_rating(
        self,
        event: str,
        section: str,
        number: int,
        board: int,
        *,
        result: str,
        reason: str,
        key: str | None = None,
    ) -> None:
        """Correct a result for the rating report alone."""
        body = {
            "result": result,
            "reason": reason,
        }
        self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/pairings/{board}/rating-correction/", body, key=key)

    def retype_result(
        self,
        event: str,
        section: str,
        number: int,
        board: int,
        *,
        result: str,
        expected_version: int | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Board:
        """Enter another result in the place of a mistake."""
        body = {
            "result": result,
            "expected_version": expected_version,
        }
        return cast("shapes.Board", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/pairings/{board}/retype-result/", body, key=key))

    def swap_colours(
        self,
        event: str,
        section: str,
        number: int,
        board: int,
        *,
        version: int,
        despite: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Draft:
        """Swap the colours of a board of a draft."""
        body = {
            "version": version,
            "despite": despite,
        }
        return cast("shapes.Draft", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/pairings/{board}/swap-colours/", body, key=key))

    def verify_result(
        self,
        event: str,
        section: str,
        number: int,
        board: int,
        *,
        result: str,
        key: str | None = None,
    ) -> shapes.Board:
        """Enter what a second person reads."""
        body = {
            "result": result,
        }
        return cast("shapes.Board", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/pairings/{board}/verify/", body, key=key))

    def withdraw_result(
        self,
        event: str,
        section: str,
        number: int,
        board: int,
        *,
        expected_version: int | None | Unset = UNSET,
        reason: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Board:
        """Take back a result entered by mistake."""
        body = {
            "expected_version": expected_version,
            "reason": reason,
        }
        return cast("shapes.Board", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/pairings/{board}/withdraw-result/", body, key=key))

    def report_pgn(
        self,
        event: str,
        section: str,
        number: int,
        *,
        pgn: str,
        source: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.GameAnswers:
        """Report the games of a round as PGN."""
        body = {
            "pgn": pgn,
            "source": source,
        }
        return cast("shapes.GameAnswers", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/pgn/", body, key=key))

    def publish_round(
        self,
        event: str,
        section: str,
        number: int,
        *,
        confirmed: Sequence[str] | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Round:
        """Publish a round."""
        body = {
            "confirmed": confirmed,
        }
        return cast("shapes.Round", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/publish/", body, key=key))

    def schedule_publication(
        self,
        event: str,
        section: str,
        number: int,
        *,
        at: str | None,
        confirmed: Sequence[str] | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Round:
        """Have a draft published at a time."""
        body = {
            "at": at,
            "confirmed": confirmed,
        }
        return cast("shapes.Round", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/publish-at/", body, key=key))

    def reschedule_round(
        self,
        event: str,
        section: str,
        number: int,
        *,
        starts_at: str | None,
        key: str | None = None,
    ) -> shapes.Round:
        """Change when a round begins."""
        body = {
            "starts_at": starts_at,
        }
        return cast("shapes.Round", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/reschedule/", body, key=key))

    def enter_results(
        self,
        event: str,
        section: str,
        number: int,
        *,
        results: Sequence[Mapping[str, Any]],
        confirmed: Sequence[str] | Unset = UNSET,
        key: str | None = None,
    ) -> list[shapes.Board]:
        """Enter results of many boards."""
        body = {
            "results": results,
            "confirmed": confirmed,
        }
        return cast("list[shapes.Board]", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/results/", body, key=key)["results"])

    def start_round(
        self,
        event: str,
        section: str,
        number: int,
        *,
        start_clocks: bool | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Round:
        """Start a round."""
        body = {
            "start_clocks": start_clocks,
        }
        return cast("shapes.Round", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/start/", body, key=key))

    def unpublish_round(
        self,
        event: str,
        section: str,
        number: int,
        *,
        confirmed: bool | Unset = UNSET,
        reason: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Round:
        """Take back a publication."""
        body = {
            "confirmed": confirmed,
            "reason": reason,
        }
        return cast("shapes.Round", self.call("POST", f"events/{event}/sections/{section}/rounds/{number}/unpublish/", body, key=key))

    def round_workings(
        self,
        event: str,
        section: str,
        number: int,
    ) -> shapes.Workings:
        """Why a round was paired so."""
        return cast("shapes.Workings", self.call("GET", f"events/{event}/sections/{section}/rounds/{number}/workings/"))

    def import_pairing(
        self,
        event: str,
        section: str,
        round: int,
        *,
        boards: Sequence[Mapping[str, Any]],
        bye: int | None | Unset = UNSET,
        first_colour: str | Unset = UNSET,
        starts_at: str | None | Unset = UNSET,
        despite: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Round:
        """Import the pairing of another engine."""
        body = {
            "boards": boards,
            "bye": bye,
            "first_colour": first_colour,
            "starts_at": starts_at,
            "despite": despite,
        }
        return cast("shapes.Round", self.call("PUT", f"events/{event}/sections/{section}/rounds/{round}/pairing/", body, key=key))
