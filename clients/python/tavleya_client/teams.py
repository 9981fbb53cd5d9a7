"""Teams.  Made by `manage.py write_client`; not to be edited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from tavleya_client import shapes
from tavleya_client.core import UNSET, Core, Unset


class Teams(Core):
    def team_restrictions_list(
        self,
        event: str,
        section: str,
    ) -> Iterator[shapes.TeamRestriction]:
        """Teams that are kept apart."""
        return self.pages(f"events/{event}/sections/{section}/team-restrictions/")

    def let_teams_meet(
        self,
        event: str,
        section: str,
        rule_id: int,
        *,
        confirmed: bool | Unset = UNSET,
        key: str | None = None,
    ) -> None:
        """Let two teams meet again."""
        body = {
            "confirmed": confirmed,
        }
        self.call("POST", f"events/{event}/sections/{section}/team-restrictions/{rule_id}/lift/", body, key=key)

    def teams_list(
        self,
        event: str,
        section: str,
    ) -> Iterator[shapes.Team]:
        """Teams of a section."""
        return self.pages(f"events/{event}/sections/{section}/teams/")

    def add_team(
        self,
        event: str,
        section: str,
        *,
        name: str,
        number: int | None | Unset = UNSET,
        names: Mapping[str, str] | None | Unset = UNSET,
        captain: str | Unset = UNSET,
        federation: str | Unset = UNSET,
        members: Sequence[int] | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Team:
        """Add a team."""
        body = {
            "name": name,
            "number": number,
            "names": names,
            "captain": captain,
            "federation": federation,
            "members": members,
        }
        return cast("shapes.Team", self.call("POST", f"events/{event}/sections/{section}/teams/", body, key=key))

    def team(
        self,
        event: str,
        section: str,
        team: int,
    ) -> shapes.Team:
        """One team."""
        return cast("shapes.Team", self.call("GET", f"events/{event}/sections/{section}/teams/{team}/"))

    def edit_team(
        self,
        event: str,
        section: str,
        team: int,
        *,
        number: int | Unset = UNSET,
        name: str | Unset = UNSET,
        names: Mapping[str, str] | Unset = UNSET,
        captain: str | Unset = UNSET,
        federation: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Team:
        """Change a team."""
        body = {
            "number": number,
            "name": name,
            "names": names,
            "captain": captain,
            "federation": federation,
        }
        return cast("shapes.Team", self.edit("PATCH", f"events/{event}/sections/{section}/teams/{team}/", body, key=key))

    def keep_teams_apart(
        self,
        event: str,
        section: str,
        team: int,
        *,
        other: int,
        first_round: int | Unset = UNSET,
        last_round: int | None | Unset = UNSET,
        reason: str | Unset = UNSET,
        confirmed: bool | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.TeamRestriction:
        """Keep two teams apart."""
        body = {
            "other": other,
            "first_round": first_round,
            "last_round": last_round,
            "reason": reason,
            "confirmed": confirmed,
        }
        return cast("shapes.TeamRestriction", self.call("POST", f"events/{event}/sections/{section}/teams/{team}/keep-apart/", body, key=key))

    def set_members(
        self,
        event: str,
        section: str,
        team: int,
        *,
        registrations: Sequence[int],
        key: str | None = None,
    ) -> shapes.Team:
        """Say who plays for a team."""
        body = {
            "registrations": registrations,
        }
        return cast("shapes.Team", self.call("PUT", f"events/{event}/sections/{section}/teams/{team}/members/", body, key=key))

    def withdraw_team(
        self,
        event: str,
        section: str,
        team: int,
        *,
        reason: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Team:
        """Withdraw a team."""
        body = {
            "reason": reason,
        }
        return cast("shapes.Team", self.call("POST", f"events/{event}/sections/{section}/teams/{team}/withdraw/", body, key=key))
