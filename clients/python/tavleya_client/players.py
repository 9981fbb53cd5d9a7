"""Players and their entries.  Made by `manage.py write_client`; not to be edited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from tavleya_client import shapes
from tavleya_client.core import UNSET, Core, Unset


class Players(Core):
    def players_list(
        self,
        event: str,
    ) -> Iterator[shapes.Player]:
        """Players of an event."""
        return self.pages(f"events/{event}/players/")

    def players_add(
        self,
        event: str,
        *,
        family_name: str,
        given_name: str | Unset = UNSET,
        patronymic: str | Unset = UNSET,
        names: Mapping[str, str] | Unset = UNSET,
        federation: str | Unset = UNSET,
        fide_id: int | None | Unset = UNSET,
        title: str | Unset = UNSET,
        ratings: Mapping[str, int] | Unset = UNSET,
        birth_year: int | None | Unset = UNSET,
        sex: str | Unset = UNSET,
        club: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Player:
        """Add a player to an event."""
        body = {
            "family_name": family_name,
            "given_name": given_name,
            "patronymic": patronymic,
            "names": names,
            "federation": federation,
            "fide_id": fide_id,
            "title": title,
            "ratings": ratings,
            "birth_year": birth_year,
            "sex": sex,
            "club": club,
        }
        return cast("shapes.Player", self.call("POST", f"events/{event}/players/", body, key=key))

    def player(
        self,
        event: str,
        player: int,
    ) -> shapes.Player:
        """One player."""
        return cast("shapes.Player", self.call("GET", f"events/{event}/players/{player}/"))

    def player_edit(
        self,
        event: str,
        player: int,
        *,
        family_name: str | Unset = UNSET,
        given_name: str | Unset = UNSET,
        patronymic: str | Unset = UNSET,
        names: Mapping[str, str] | Unset = UNSET,
        federation: str | Unset = UNSET,
        fide_id: int | None | Unset = UNSET,
        title: str | Unset = UNSET,
        ratings: Mapping[str, int] | Unset = UNSET,
        birth_year: int | None | Unset = UNSET,
        sex: str | Unset = UNSET,
        club: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Player:
        """Change a player."""
        body = {
            "family_name": family_name,
            "given_name": given_name,
            "patronymic": patronymic,
            "names": names,
            "federation": federation,
            "fide_id": fide_id,
            "title": title,
            "ratings": ratings,
            "birth_year": birth_year,
            "sex": sex,
            "club": club,
        }
        return cast("shapes.Player", self.edit("PATCH", f"events/{event}/players/{player}/", body, key=key))

    def renew_player_link(
        self,
        event: str,
        player: int,
        *,
        key: str | None = None,
    ) -> shapes.PlayerLink:
        """Give a player a new private link."""
        return cast("shapes.PlayerLink", self.call("PUT", f"events/{event}/players/{player}/link/", key=key))

    def revoke_player_link(
        self,
        event: str,
        player: int,
        *,
        key: str | None = None,
    ) -> None:
        """Revoke the private link of a player."""
        self.call("DELETE", f"events/{event}/players/{player}/link/", key=key)

    def hide_person(
        self,
        event: str,
        player: int,
        *,
        hidden: bool,
        reason: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.PersonOfPlayers:
        """Hide the public page of a player’s person, or show it."""
        body = {
            "hidden": hidden,
            "reason": reason,
        }
        return cast("shapes.PersonOfPlayers", self.call("PUT", f"events/{event}/players/{player}/person-page/", body, key=key))

    def join_players(
        self,
        event: str,
        player: int,
        *,
        same_as: int,
        reason: str,
        key: str | None = None,
    ) -> shapes.PersonOfPlayers:
        """Join a player with the same person’s player of another event."""
        body = {
            "same_as": same_as,
            "reason": reason,
        }
        return cast("shapes.PersonOfPlayers", self.call("POST", f"events/{event}/players/{player}/same-as/", body, key=key))

    def split_player(
        self,
        event: str,
        player: int,
        *,
        reason: str,
        key: str | None = None,
    ) -> None:
        """Separate a player from players of other events."""
        body = {
            "reason": reason,
        }
        self.call("POST", f"events/{event}/players/{player}/separate/", body, key=key)

    def undo_person_act(
        self,
        event: str,
        player: int,
        *,
        act_id: int,
        key: str | None = None,
    ) -> None:
        """Undo an act that joined or separated players."""
        body = {
            "act_id": act_id,
        }
        self.call("POST", f"events/{event}/players/{player}/undo-joining/", body, key=key)

    def record_absences(
        self,
        event: str,
        section: str,
        *,
        absent: Sequence[int] | Unset = UNSET,
        withdrawn: Sequence[int] | Unset = UNSET,
        key: str | None = None,
    ) -> None:
        """Note who is absent from the next round, and who withdraws."""
        body = {
            "absent": absent,
            "withdrawn": withdrawn,
        }
        self.call("POST", f"events/{event}/sections/{section}/absences/", body, key=key)

    def bye_requests_list(
        self,
        event: str,
        section: str,
        *,
        state: str | Unset = UNSET,
    ) -> Iterator[shapes.ByeRequest]:
        """Byes that players ask for."""
        return self.pages(f"events/{event}/sections/{section}/bye-requests/", state=state)

    def decide_bye_request(
        self,
        event: str,
        section: str,
        request_id: int,
        *,
        granted: bool,
        confirmed: Sequence[str] | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.ByeRequest:
        """Grant or refuse a bye that a player asks for."""
        body = {
            "granted": granted,
            "confirmed": confirmed,
        }
        return cast("shapes.ByeRequest", self.call("POST", f"events/{event}/sections/{section}/bye-requests/{request_id}/", body, key=key))

    def byes_list(
        self,
        event: str,
        section: str,
    ) -> Iterator[shapes.Bye]:
        """Byes noted for rounds to come."""
        return self.pages(f"events/{event}/sections/{section}/byes/")

    def check_ins_list(
        self,
        event: str,
        section: str,
    ) -> Iterator[shapes.CheckIn]:
        """Check-ins of a section."""
        return self.pages(f"events/{event}/sections/{section}/check-ins/")

    def set_check_in(
        self,
        event: str,
        section: str,
        round: int,
        *,
        opens_at: str | None | Unset = UNSET,
        closes_at: str | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.CheckIn:
        """Hold a check-in for a round."""
        body = {
            "opens_at": opens_at,
            "closes_at": closes_at,
        }
        return cast("shapes.CheckIn", self.call("PUT", f"events/{event}/sections/{section}/check-ins/{round}/", body, key=key))

    def remove_check_in(
        self,
        event: str,
        section: str,
        round: int,
        *,
        key: str | None = None,
    ) -> None:
        """Hold no check-in for a round."""
        self.call("DELETE", f"events/{event}/sections/{section}/check-ins/{round}/", key=key)

    def renumber_by_rating(
        self,
        event: str,
        section: str,
        *,
        confirmed: Sequence[str] | Unset = UNSET,
        key: str | None = None,
    ) -> list[shapes.Registration]:
        """Number the entries again by rating while that is allowed."""
        body = {
            "confirmed": confirmed,
        }
        return cast("list[shapes.Registration]", self.call("POST", f"events/{event}/sections/{section}/numbers/again/", body, key=key)["results"])

    def number_by_hand(
        self,
        event: str,
        section: str,
        *,
        registrations: Sequence[int],
        key: str | None = None,
    ) -> list[shapes.Registration]:
        """Number the entries in this order."""
        body = {
            "registrations": registrations,
        }
        return cast("list[shapes.Registration]", self.call("POST", f"events/{event}/sections/{section}/numbers/by-hand/", body, key=key)["results"])

    def number_by_rating(
        self,
        event: str,
        section: str,
        *,
        key: str | None = None,
    ) -> list[shapes.Registration]:
        """Number the entries by rating."""
        return cast("list[shapes.Registration]", self.call("POST", f"events/{event}/sections/{section}/numbers/by-rating/", key=key)["results"])

    def exchange_numbers(
        self,
        event: str,
        section: str,
        *,
        one: int,
        other: int,
        confirmed: Sequence[str] | Unset = UNSET,
        key: str | None = None,
    ) -> list[shapes.Registration]:
        """Exchange the numbers of two players."""
        body = {
            "one": one,
            "other": other,
            "confirmed": confirmed,
        }
        return cast("list[shapes.Registration]", self.call("POST", f"events/{event}/sections/{section}/numbers/exchange/", body, key=key)["results"])

    def online_entries_list(
        self,
        event: str,
        section: str,
    ) -> Iterator[shapes.OnlineEntry]:
        """Online entries of a section."""
        return self.pages(f"events/{event}/sections/{section}/online-entries/")

    def submit_entry(
        self,
        event: str,
        section: str,
        *,
        family_name: str,
        given_name: str | Unset = UNSET,
        patronymic: str | Unset = UNSET,
        fide_id: int | None | Unset = UNSET,
        national_id: str | Unset = UNSET,
        federation: str | Unset = UNSET,
        club: str | Unset = UNSET,
        title: str | Unset = UNSET,
        birth_date: str | None | Unset = UNSET,
        birth_year: int | None | Unset = UNSET,
        sex: str | Unset = UNSET,
        email: str | Unset = UNSET,
        phone: str | Unset = UNSET,
        note: str | Unset = UNSET,
        bye_rounds: Sequence[int] | Unset = UNSET,
        team_name: str | Unset = UNSET,
        line_up: Sequence[Mapping[str, Any]] | Unset = UNSET,
        language: str | Unset = UNSET,
        consent: bool | Unset = UNSET,
        extra: bool | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.OnlineEntryMade:
        """Submit an online entry."""
        body = {
            "family_name": family_name,
            "given_name": given_name,
            "patronymic": patronymic,
            "fide_id": fide_id,
            "national_id": national_id,
            "federation": federation,
            "club": club,
            "title": title,
            "birth_date": birth_date,
            "birth_year": birth_year,
            "sex": sex,
            "email": email,
            "phone": phone,
            "note": note,
            "bye_rounds": bye_rounds,
            "team_name": team_name,
            "line_up": line_up,
            "language": language,
            "consent": consent,
            "extra": extra,
        }
        return cast("shapes.OnlineEntryMade", self.call("POST", f"events/{event}/sections/{section}/online-entries/", body, key=key))

    def approve_entry(
        self,
        event: str,
        section: str,
        entry_id: int,
        *,
        who: int | None | Unset = UNSET,
        answers: Sequence[int] | Unset = UNSET,
        confirmed: Sequence[str] | Unset = UNSET,
        owns_id: bool | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Registration:
        """Approve an online entry."""
        body = {
            "who": who,
            "answers": answers,
            "confirmed": confirmed,
            "owns_id": owns_id,
        }
        return cast("shapes.Registration", self.call("POST", f"events/{event}/sections/{section}/online-entries/{entry_id}/approve/", body, key=key))

    def move_entry(
        self,
        event: str,
        section: str,
        entry_id: int,
        *,
        to: int,
        key: str | None = None,
    ) -> shapes.OnlineEntry:
        """Move an entry on the waiting list."""
        body = {
            "to": to,
        }
        return cast("shapes.OnlineEntry", self.call("POST", f"events/{event}/sections/{section}/online-entries/{entry_id}/move/", body, key=key))

    def refuse_entry(
        self,
        event: str,
        section: str,
        entry_id: int,
        *,
        reason: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.OnlineEntry:
        """Refuse an online entry."""
        body = {
            "reason": reason,
        }
        return cast("shapes.OnlineEntry", self.call("POST", f"events/{event}/sections/{section}/online-entries/{entry_id}/refuse/", body, key=key))

    def reopen_entry(
        self,
        event: str,
        section: str,
        entry_id: int,
        *,
        state: str,
        key: str | None = None,
    ) -> shapes.OnlineEntry:
        """Decide on an online entry again."""
        body = {
            "state": state,
        }
        return cast("shapes.OnlineEntry", self.call("POST", f"events/{event}/sections/{section}/online-entries/{entry_id}/reopen/", body, key=key))

    def use_listed_rating(
        self,
        event: str,
        section: str,
        *,
        registration: int,
        source: str,
        key: str | None = None,
    ) -> shapes.Registration:
        """Take the rating of a player from a list."""
        body = {
            "registration": registration,
            "source": source,
        }
        return cast("shapes.Registration", self.call("POST", f"events/{event}/sections/{section}/ratings/choose/", body, key=key))

    def renew_ratings(
        self,
        event: str,
        section: str,
        *,
        registrations: Sequence[int],
        list_of: str | None | Unset = UNSET,
        key: str | None = None,
    ) -> list[shapes.Registration]:
        """Take ratings from the list that holds now."""
        body = {
            "registrations": registrations,
            "list_of": list_of,
        }
        return cast("list[shapes.Registration]", self.call("POST", f"events/{event}/sections/{section}/ratings/renew/", body, key=key)["results"])

    def entrants_list(
        self,
        event: str,
        section: str,
    ) -> Iterator[shapes.Registration]:
        """Players of a section."""
        return self.pages(f"events/{event}/sections/{section}/registrations/")

    def enter_person(
        self,
        event: str,
        section: str,
        *,
        family_name: str,
        given_name: str | Unset = UNSET,
        patronymic: str | Unset = UNSET,
        names: Mapping[str, str] | Unset = UNSET,
        federation: str | Unset = UNSET,
        fide_id: int | None | Unset = UNSET,
        title: str | Unset = UNSET,
        ratings: Mapping[str, int] | Unset = UNSET,
        birth_year: int | None | Unset = UNSET,
        sex: str | Unset = UNSET,
        club: str | Unset = UNSET,
        number: int | Unset = UNSET,
        rating: int | None | Unset = UNSET,
        from_round: int | Unset = UNSET,
        half_points: Sequence[int] | Unset = UNSET,
        who: int | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Registration:
        """Enter a person in a section."""
        body = {
            "family_name": family_name,
            "given_name": given_name,
            "patronymic": patronymic,
            "names": names,
            "federation": federation,
            "fide_id": fide_id,
            "title": title,
            "ratings": ratings,
            "birth_year": birth_year,
            "sex": sex,
            "club": club,
            "number": number,
            "rating": rating,
            "from_round": from_round,
            "half_points": half_points,
            "who": who,
        }
        return cast("shapes.Registration", self.call("POST", f"events/{event}/sections/{section}/registrations/", body, key=key))

    def entrant(
        self,
        event: str,
        section: str,
        registration: int,
    ) -> shapes.Registration:
        """One player of a section."""
        return cast("shapes.Registration", self.call("GET", f"events/{event}/sections/{section}/registrations/{registration}/"))

    def edit_registration(
        self,
        event: str,
        section: str,
        registration: int,
        *,
        number: int | Unset = UNSET,
        rating: int | None | Unset = UNSET,
        half_byes: bool | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Registration:
        """Change number or rating of an entry."""
        body = {
            "number": number,
            "rating": rating,
            "half_byes": half_byes,
        }
        return cast("shapes.Registration", self.edit("PATCH", f"events/{event}/sections/{section}/registrations/{registration}/", body, key=key))

    def request_byes(
        self,
        event: str,
        section: str,
        registration: int,
        *,
        round_numbers: Sequence[int],
        kind: str,
        confirmed: Sequence[str] | Unset = UNSET,
        key: str | None = None,
    ) -> list[shapes.Bye]:
        """Note byes of a player for rounds to come."""
        body = {
            "round_numbers": round_numbers,
            "kind": kind,
            "confirmed": confirmed,
        }
        return cast("list[shapes.Bye]", self.call("POST", f"events/{event}/sections/{section}/registrations/{registration}/byes/", body, key=key)["results"])

    def request_bye(
        self,
        event: str,
        section: str,
        registration: int,
        round: int,
        *,
        kind: str,
        confirmed: Sequence[str] | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Bye:
        """Note the bye of a player for one round."""
        body = {
            "kind": kind,
            "confirmed": confirmed,
        }
        return cast("shapes.Bye", self.call("PUT", f"events/{event}/sections/{section}/registrations/{registration}/byes/{round}/", body, key=key))

    def cancel_bye(
        self,
        event: str,
        section: str,
        registration: int,
        round: int,
        *,
        key: str | None = None,
    ) -> None:
        """Cancel a bye."""
        self.call("DELETE", f"events/{event}/sections/{section}/registrations/{registration}/byes/{round}/", key=key)

    def check_player_in(
        self,
        event: str,
        section: str,
        registration: int,
        round: int,
        *,
        present: bool | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Present:
        """Note that a player is there, or is not."""
        body = {
            "present": present,
        }
        return cast("shapes.Present", self.call("PUT", f"events/{event}/sections/{section}/registrations/{registration}/check-in/{round}/", body, key=key))

    def expel_player(
        self,
        event: str,
        section: str,
        registration: int,
        *,
        reason: str,
        key: str | None = None,
    ) -> shapes.Registration:
        """Expel a player."""
        body = {
            "reason": reason,
        }
        return cast("shapes.Registration", self.call("POST", f"events/{event}/sections/{section}/registrations/{registration}/expel/", body, key=key))

    def reenter_player(
        self,
        event: str,
        section: str,
        registration: int,
        *,
        from_round: int | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Registration:
        """Bring a withdrawn player back."""
        body = {
            "from_round": from_round,
        }
        return cast("shapes.Registration", self.call("POST", f"events/{event}/sections/{section}/registrations/{registration}/reenter/", body, key=key))

    def fix_table(
        self,
        event: str,
        section: str,
        registration: int,
        *,
        board: int | None,
        key: str | None = None,
    ) -> shapes.Registration:
        """Have a player always at one table."""
        body = {
            "board": board,
        }
        return cast("shapes.Registration", self.call("POST", f"events/{event}/sections/{section}/registrations/{registration}/table/", body, key=key))

    def withdraw_player(
        self,
        event: str,
        section: str,
        registration: int,
        *,
        reason: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Registration:
        """Withdraw a player."""
        body = {
            "reason": reason,
        }
        return cast("shapes.Registration", self.call("POST", f"events/{event}/sections/{section}/registrations/{registration}/withdraw/", body, key=key))

    def enter_people(
        self,
        event: str,
        section: str,
        *,
        players: Sequence[Mapping[str, Any]],
        key: str | None = None,
    ) -> list[shapes.Registration]:
        """Enter many persons in a section."""
        body = {
            "players": players,
        }
        return cast("list[shapes.Registration]", self.call("POST", f"events/{event}/sections/{section}/registrations/bulk/", body, key=key)["results"])

    def enter_players(
        self,
        event: str,
        section: str,
        *,
        players: Sequence[int],
        key: str | None = None,
    ) -> list[shapes.Registration]:
        """Enter players of the event in a section."""
        body = {
            "players": players,
        }
        return cast("list[shapes.Registration]", self.call("POST", f"events/{event}/sections/{section}/registrations/known/", body, key=key)["results"])

    def enter_late(
        self,
        event: str,
        section: str,
        *,
        player: int,
        from_round: int,
        half_points: Sequence[int] | Unset = UNSET,
        rating: int | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Registration:
        """Enter a player late."""
        body = {
            "player": player,
            "from_round": from_round,
            "half_points": half_points,
            "rating": rating,
        }
        return cast("shapes.Registration", self.call("POST", f"events/{event}/sections/{section}/registrations/late/", body, key=key))

    def import_players(
        self,
        event: str,
        section: str,
        *,
        csv: str,
        meant: Sequence[Mapping[str, Any]] | Unset = UNSET,
        leave: Sequence[int] | Unset = UNSET,
        again: str | Unset = UNSET,
        order: str | Unset = UNSET,
        half_points: Sequence[int] | Unset = UNSET,
        key: str | None = None,
    ) -> list[shapes.Registration]:
        """Enter a list of players as CSV."""
        body = {
            "csv": csv,
            "meant": meant,
            "leave": leave,
            "again": again,
            "order": order,
            "half_points": half_points,
        }
        return cast("list[shapes.Registration]", self.call("POST", f"events/{event}/sections/{section}/registrations/list/", body, key=key)["results"])

    def enter_rated(
        self,
        event: str,
        section: str,
        *,
        fide_id: int,
        who: int | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Registration:
        """Enter a player of the rating list."""
        body = {
            "fide_id": fide_id,
            "who": who,
        }
        return cast("shapes.Registration", self.call("POST", f"events/{event}/sections/{section}/registrations/listed/", body, key=key))

    def enter_player(
        self,
        event: str,
        section: str,
        *,
        player: int,
        number: int | None | Unset = UNSET,
        rating: int | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Registration:
        """Enter a player of the event in a section, with a number."""
        body = {
            "player": player,
            "number": number,
            "rating": rating,
        }
        return cast("shapes.Registration", self.call("POST", f"events/{event}/sections/{section}/registrations/player/", body, key=key))

    def restrictions_list(
        self,
        event: str,
        section: str,
    ) -> Iterator[shapes.Restriction]:
        """Who may not, or must, meet."""
        return self.pages(f"events/{event}/sections/{section}/restrictions/")

    def add_pair_constraint(
        self,
        event: str,
        section: str,
        *,
        kind: str,
        registration: int,
        other: int,
        first_round: int | Unset = UNSET,
        last_round: int | None | Unset = UNSET,
        reason: str | Unset = UNSET,
        confirmed: bool | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Restriction:
        """Keep two players apart, or have them meet."""
        body = {
            "kind": kind,
            "registration": registration,
            "other": other,
            "first_round": first_round,
            "last_round": last_round,
            "reason": reason,
            "confirmed": confirmed,
        }
        return cast("shapes.Restriction", self.call("POST", f"events/{event}/sections/{section}/restrictions/", body, key=key))

    def remove_pair_constraint(
        self,
        event: str,
        section: str,
        rule_id: int,
        *,
        confirmed: bool | Unset = UNSET,
        key: str | None = None,
    ) -> None:
        """Lift a restriction."""
        body = {
            "confirmed": confirmed,
        }
        self.call("POST", f"events/{event}/sections/{section}/restrictions/{rule_id}/lift/", body, key=key)

    def request_team_bye(
        self,
        event: str,
        section: str,
        team: int,
        round: int,
        *,
        kind: str,
        key: str | None = None,
    ) -> shapes.TeamBye:
        """Note the bye of a team."""
        body = {
            "kind": kind,
        }
        return cast("shapes.TeamBye", self.call("PUT", f"events/{event}/sections/{section}/teams/{team}/byes/{round}/", body, key=key))

    def cancel_team_bye(
        self,
        event: str,
        section: str,
        team: int,
        round: int,
        *,
        key: str | None = None,
    ) -> None:
        """Cancel the bye of a team."""
        self.call("DELETE", f"events/{event}/sections/{section}/teams/{team}/byes/{round}/", key=key)
