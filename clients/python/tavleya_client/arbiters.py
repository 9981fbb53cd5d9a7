"""Games and rulings.  Made by `manage.py write_client`; not to be edited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from tavleya_client import shapes
from tavleya_client.core import UNSET, Core, Unset


class Arbiters(Core):
    def go_on_duty(
        self,
        event: str,
        *,
        task: str | Unset = UNSET,
        first_board: int | None | Unset = UNSET,
        last_board: int | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Duty:
        """Go on duty."""
        body = {
            "task": task,
            "first_board": first_board,
            "last_board": last_board,
        }
        return cast("shapes.Duty", self.call("POST", f"events/{event}/duty/", body, key=key))

    def go_off_duty(
        self,
        event: str,
        *,
        key: str | None = None,
    ) -> None:
        """Go off duty."""
        self.call("DELETE", f"events/{event}/duty/", key=key)

    def games_list(
        self,
        event: str,
    ) -> Iterator[shapes.Game]:
        """Games of an event."""
        return self.pages(f"events/{event}/games/")

    def game(
        self,
        event: str,
        game: int,
    ) -> shapes.Game:
        """One game as it stands."""
        return cast("shapes.Game", self.call("GET", f"events/{event}/games/{game}/"))

    def answer_call(
        self,
        event: str,
        game: int,
        *,
        call: int,
        upheld: bool,
        note: str | Unset = UNSET,
        resume: bool | Unset = UNSET,
        expected: int | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Ruling:
        """Answer a call."""
        body = {
            "call": call,
            "upheld": upheld,
            "note": note,
            "resume": resume,
            "expected": expected,
        }
        return cast("shapes.Ruling", self.call("POST", f"events/{event}/games/{game}/calls/answer/", body, key=key))

    def dismiss_call(
        self,
        event: str,
        game: int,
        *,
        expected: int | None | Unset = UNSET,
        note: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Ruling:
        """Dismiss a call about an illegal move."""
        body = {
            "expected": expected,
            "note": note,
        }
        return cast("shapes.Ruling", self.call("POST", f"events/{event}/games/{game}/calls/dismiss/", body, key=key))

    def read_clocks(
        self,
        event: str,
        game: int,
        *,
        read: Mapping[str, int],
        read_at: str | None | Unset = UNSET,
        note: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Game:
        """Note what the clocks show."""
        body = {
            "read": read,
            "read_at": read_at,
            "note": note,
        }
        return cast("shapes.Game", self.call("POST", f"events/{event}/games/{game}/clock-reading/", body, key=key))

    def entries_list(
        self,
        event: str,
        game: int,
        *,
        after: int | Unset = UNSET,
    ) -> Iterator[shapes.Entry]:
        """Entries of a game's record."""
        return self.pages(f"events/{event}/games/{game}/entries/", after=after)

    def entries_add(
        self,
        event: str,
        game: int,
        *,
        kind: str,
        seq: int | Unset = UNSET,
        side: str | Unset = UNSET,
        move: str | Unset = UNSET,
        language: str | Unset = UNSET,
        press: bool | Unset = UNSET,
        offer: bool | Unset = UNSET,
        irregular: bool | Unset = UNSET,
        accept: bool | Unset = UNSET,
        claim: str | Unset = UNSET,
        intended: str | Unset = UNSET,
        reason: str | Unset = UNSET,
        text: str | Unset = UNSET,
        result: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Appended:
        """Add what happens at the board."""
        body = {
            "kind": kind,
            "seq": seq,
            "side": side,
            "move": move,
            "language": language,
            "press": press,
            "offer": offer,
            "irregular": irregular,
            "accept": accept,
            "claim": claim,
            "intended": intended,
            "reason": reason,
            "text": text,
            "result": result,
        }
        return cast("shapes.Appended", self.call("POST", f"events/{event}/games/{game}/entries/", body, key=key))

    def rule(
        self,
        event: str,
        game: int,
        *,
        kind: str,
        facts: Mapping[str, Any | None],
        expected: int,
        advice: bool | Unset = UNSET,
        note: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Ruling:
        """Rule on a question at a board."""
        body = {
            "kind": kind,
            "facts": facts,
            "advice": advice,
            "note": note,
            "expected": expected,
        }
        return cast("shapes.Ruling", self.call("POST", f"events/{event}/games/{game}/rulings/", body, key=key))

    def rule_illegal_move(
        self,
        event: str,
        game: int,
        *,
        expected: int,
        clocks: Mapping[str, int] | None | Unset = UNSET,
        resume: bool | Unset = UNSET,
        note: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Ruling:
        """Rule on an illegal move."""
        body = {
            "clocks": clocks,
            "resume": resume,
            "note": note,
            "expected": expected,
        }
        return cast("shapes.Ruling", self.call("POST", f"events/{event}/games/{game}/rulings/illegal-move/", body, key=key))

    def adjust_time(
        self,
        event: str,
        game: int,
        *,
        add: Mapping[str, int],
        article: str,
        reason: str,
        expected: int,
        key: str | None = None,
    ) -> shapes.Ruling:
        """Add or take time."""
        body = {
            "add": add,
            "article": article,
            "reason": reason,
            "expected": expected,
        }
        return cast("shapes.Ruling", self.call("POST", f"events/{event}/games/{game}/rulings/time/", body, key=key))

    def set_game_source(
        self,
        event: str,
        game: int,
        *,
        feed: str,
        key: str | None = None,
    ) -> shapes.Source:
        """Choose what feeds a game."""
        body = {
            "feed": feed,
        }
        return cast("shapes.Source", self.call("POST", f"events/{event}/games/{game}/source/", body, key=key))

    def log_incident(
        self,
        event: str,
        *,
        code: str,
        text: str,
        article: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Incident:
        """Log an incident in the hall."""
        body = {
            "code": code,
            "text": text,
            "article": article,
        }
        return cast("shapes.Incident", self.call("POST", f"events/{event}/incidents/", body, key=key))

    def rulings_list(
        self,
        event: str,
    ) -> Iterator[shapes.Ruling]:
        """Rulings of an event."""
        return self.pages(f"events/{event}/rulings/")

    def note_payment(
        self,
        event: str,
        ruling_id: int,
        *,
        paid: bool | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Fine:
        """Note that a fine was paid, or was not."""
        body = {
            "paid": paid,
        }
        return cast("shapes.Fine", self.call("POST", f"events/{event}/rulings/{ruling_id}/payment/", body, key=key))

    def reverse(
        self,
        event: str,
        ruling_id: int,
        *,
        note: str | Unset = UNSET,
        clocks: Mapping[str, int] | None | Unset = UNSET,
        resume: bool | Unset = UNSET,
        result: str | Unset = UNSET,
        expected: int | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Ruling:
        """Reverse a ruling."""
        body = {
            "note": note,
            "clocks": clocks,
            "resume": resume,
            "result": result,
            "expected": expected,
        }
        return cast("shapes.Ruling", self.call("POST", f"events/{event}/rulings/{ruling_id}/reverse/", body, key=key))

    def supersede(
        self,
        event: str,
        ruling_id: int,
        *,
        kind: str,
        facts: Mapping[str, Any | None],
        note: str | Unset = UNSET,
        result: str | Unset = UNSET,
        expected: int | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Ruling:
        """Put another ruling in the place of one."""
        body = {
            "kind": kind,
            "facts": facts,
            "note": note,
            "result": result,
            "expected": expected,
        }
        return cast("shapes.Ruling", self.call("POST", f"events/{event}/rulings/{ruling_id}/supersede/", body, key=key))

    def import_games(
        self,
        event: str,
        section: str,
        *,
        text: str,
        filename: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Job:
        """Have a file of games imported."""
        body = {
            "text": text,
            "filename": filename,
        }
        return cast("shapes.Job", self.call("POST", f"events/{event}/sections/{section}/games/", body, key=key))
