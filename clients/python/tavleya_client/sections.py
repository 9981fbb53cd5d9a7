"""Sections: settings, standings, prizes, documents.  Made by `manage.py write_client`; not to be edited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from tavleya_client import shapes
from tavleya_client.core import UNSET, Core, Unset


class Sections(Core):
    def sections_list(
        self,
        event: str,
    ) -> Iterator[shapes.Section]:
        """Sections of an event."""
        return self.pages(f"events/{event}/sections/")

    def create_section(
        self,
        event: str,
        *,
        slug: str,
        names: Mapping[str, str],
        game: str,
        regime: str,
        format: str,
        rules: Mapping[str, Any] | Unset = UNSET,
        control: str | Unset = UNSET,
        rounds_planned: int | None | Unset = UNSET,
        scoring: Mapping[str, int] | Unset = UNSET,
        regulations: Mapping[str, Any] | Unset = UNSET,
        options: Mapping[str, Any] | Unset = UNSET,
        tiebreaks: Sequence[str] | Unset = UNSET,
        rating_kind: str | Unset = UNSET,
        rating_method: str | Unset = UNSET,
        rating_order: Sequence[str] | Unset = UNSET,
        national_list: str | Unset = UNSET,
        unrated: str | Unset = UNSET,
        unrated_rating: int | None | Unset = UNSET,
        later_ratings: str | Unset = UNSET,
        rating_checks: bool | Unset = UNSET,
        tracking: str | Unset = UNSET,
        broadcast_delay: int | Unset = UNSET,
        edition: str | Unset = UNSET,
        accelerated: bool | Unset = UNSET,
        first_board: int | Unset = UNSET,
        correction_rounds: int | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.SectionDetail:
        """Create a section."""
        body = {
            "slug": slug,
            "names": names,
            "game": game,
            "rules": rules,
            "regime": regime,
            "control": control,
            "format": format,
            "rounds_planned": rounds_planned,
            "scoring": scoring,
            "regulations": regulations,
            "options": options,
            "tiebreaks": tiebreaks,
            "rating_kind": rating_kind,
            "rating_method": rating_method,
            "rating_order": rating_order,
            "national_list": national_list,
            "unrated": unrated,
            "unrated_rating": unrated_rating,
            "later_ratings": later_ratings,
            "rating_checks": rating_checks,
            "tracking": tracking,
            "broadcast_delay": broadcast_delay,
            "edition": edition,
            "accelerated": accelerated,
            "first_board": first_board,
            "correction_rounds": correction_rounds,
        }
        return cast("shapes.SectionDetail", self.call("POST", f"events/{event}/sections/", body, key=key))

    def section(
        self,
        event: str,
        section: str,
    ) -> shapes.SectionDetail:
        """One section."""
        return cast("shapes.SectionDetail", self.call("GET", f"events/{event}/sections/{section}/"))

    def edit_section(
        self,
        event: str,
        section: str,
        *,
        slug: str | Unset = UNSET,
        names: Mapping[str, str] | Unset = UNSET,
        game: str | Unset = UNSET,
        rules: Mapping[str, Any] | Unset = UNSET,
        regime: str | Unset = UNSET,
        control: str | Unset = UNSET,
        format: str | Unset = UNSET,
        rounds_planned: int | None | Unset = UNSET,
        scoring: Mapping[str, int] | Unset = UNSET,
        regulations: Mapping[str, Any] | Unset = UNSET,
        options: Mapping[str, Any] | Unset = UNSET,
        tiebreaks: Sequence[str] | Unset = UNSET,
        rating_kind: str | Unset = UNSET,
        rating_method: str | Unset = UNSET,
        rating_order: Sequence[str] | Unset = UNSET,
        national_list: str | Unset = UNSET,
        unrated: str | Unset = UNSET,
        unrated_rating: int | None | Unset = UNSET,
        later_ratings: str | Unset = UNSET,
        rating_checks: bool | Unset = UNSET,
        tracking: str | Unset = UNSET,
        broadcast_delay: int | Unset = UNSET,
        position: int | Unset = UNSET,
        edition: str | Unset = UNSET,
        accelerated: bool | Unset = UNSET,
        equal_seeds: str | Unset = UNSET,
        first_board: int | Unset = UNSET,
        correction_rounds: int | Unset = UNSET,
        confirmed: Sequence[str] | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.SectionDetail:
        """Change the settings of a section."""
        body = {
            "slug": slug,
            "names": names,
            "game": game,
            "rules": rules,
            "regime": regime,
            "control": control,
            "format": format,
            "rounds_planned": rounds_planned,
            "scoring": scoring,
            "regulations": regulations,
            "options": options,
            "tiebreaks": tiebreaks,
            "rating_kind": rating_kind,
            "rating_method": rating_method,
            "rating_order": rating_order,
            "national_list": national_list,
            "unrated": unrated,
            "unrated_rating": unrated_rating,
            "later_ratings": later_ratings,
            "rating_checks": rating_checks,
            "tracking": tracking,
            "broadcast_delay": broadcast_delay,
            "position": position,
            "edition": edition,
            "accelerated": accelerated,
            "equal_seeds": equal_seeds,
            "first_board": first_board,
            "correction_rounds": correction_rounds,
            "confirmed": confirmed,
        }
        return cast("shapes.SectionDetail", self.edit("PATCH", f"events/{event}/sections/{section}/", body, key=key))

    def delete_section(
        self,
        event: str,
        section: str,
        *,
        key: str | None = None,
    ) -> None:
        """Delete a section that nothing was played in."""
        self.call("DELETE", f"events/{event}/sections/{section}/", key=key)

    def archive_section(
        self,
        event: str,
        section: str,
        *,
        key: str | None = None,
    ) -> shapes.SectionDetail:
        """Archive a section."""
        return cast("shapes.SectionDetail", self.call("POST", f"events/{event}/sections/{section}/archive/", key=key))

    def broadcast(
        self,
        event: str,
        section: str,
    ) -> shapes.Broadcast:
        """What is sent to lichess, and its answers."""
        return cast("shapes.Broadcast", self.call("GET", f"events/{event}/sections/{section}/broadcast/"))

    def set_broadcast(
        self,
        event: str,
        section: str,
        *,
        rounds: Mapping[str, str],
        token: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Broadcast:
        """Send rounds to a broadcast of lichess."""
        body = {
            "rounds": rounds,
            "token": token,
        }
        return cast("shapes.Broadcast", self.call("PUT", f"events/{event}/sections/{section}/broadcast/", body, key=key))

    def stop_broadcast(
        self,
        event: str,
        section: str,
        *,
        key: str | None = None,
    ) -> None:
        """Stop the broadcast to lichess."""
        self.call("DELETE", f"events/{event}/sections/{section}/broadcast/", key=key)

    def send_again(
        self,
        event: str,
        section: str,
        *,
        key: str | None = None,
    ) -> None:
        """Send all rounds to lichess again."""
        self.call("POST", f"events/{event}/sections/{section}/broadcast/again/", key=key)

    def categories_list(
        self,
        event: str,
        section: str,
    ) -> Iterator[shapes.Category]:
        """Categories of a section."""
        return self.pages(f"events/{event}/sections/{section}/categories/")

    def add_category(
        self,
        event: str,
        section: str,
        *,
        slug: str,
        names: Mapping[str, str],
        terms: Mapping[str, Any | None],
        key: str | None = None,
    ) -> shapes.Category:
        """Add a category of players."""
        body = {
            "slug": slug,
            "names": names,
            "terms": terms,
        }
        return cast("shapes.Category", self.call("POST", f"events/{event}/sections/{section}/categories/", body, key=key))

    def category(
        self,
        event: str,
        section: str,
        category: str,
    ) -> shapes.Category:
        """One category."""
        return cast("shapes.Category", self.call("GET", f"events/{event}/sections/{section}/categories/{category}/"))

    def change_category(
        self,
        event: str,
        section: str,
        category: str,
        *,
        slug: str | Unset = UNSET,
        names: Mapping[str, str] | Unset = UNSET,
        terms: Mapping[str, Any] | Unset = UNSET,
        position: int | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Category:
        """Change a category."""
        body = {
            "slug": slug,
            "names": names,
            "terms": terms,
            "position": position,
        }
        return cast("shapes.Category", self.edit("PATCH", f"events/{event}/sections/{section}/categories/{category}/", body, key=key))

    def remove_category(
        self,
        event: str,
        section: str,
        category: str,
        *,
        key: str | None = None,
    ) -> None:
        """Remove a category with its prizes."""
        self.call("DELETE", f"events/{event}/sections/{section}/categories/{category}/", key=key)

    def crosstable(
        self,
        event: str,
        section: str,
    ) -> Iterator[shapes.CrosstableLine]:
        """Who played whom, and how."""
        return self.pages(f"events/{event}/sections/{section}/crosstable/")

    def seat_display(
        self,
        event: str,
        section: str,
        *,
        giver: int,
        starts_at: str | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Round:
        """Seat a simultaneous display."""
        body = {
            "giver": giver,
            "starts_at": starts_at,
        }
        return cast("shapes.Round", self.call("POST", f"events/{event}/sections/{section}/display/", body, key=key))

    def documents_list(
        self,
        event: str,
        section: str,
    ) -> Iterator[shapes.Document]:
        """Documents and files of a section."""
        return self.pages(f"events/{event}/sections/{section}/documents/")

    def document(
        self,
        event: str,
        section: str,
        code: str,
    ) -> bytes:
        """A document of a section."""
        return self.read(f"events/{event}/sections/{section}/documents/{code}/")

    def discard_drafts(
        self,
        event: str,
        section: str,
        *,
        key: str | None = None,
    ) -> shapes.Count:
        """Discard the drafts of a section."""
        return cast("shapes.Count", self.call("DELETE", f"events/{event}/sections/{section}/drafts/", key=key))

    def assign_board(
        self,
        event: str,
        section: str,
        *,
        serial: str,
        table: int | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.ElectronicBoard:
        """Assign an electronic board to a table."""
        body = {
            "serial": serial,
            "table": table,
        }
        return cast("shapes.ElectronicBoard", self.call("POST", f"events/{event}/sections/{section}/electronic-boards/", body, key=key))

    def forget_board(
        self,
        event: str,
        section: str,
        *,
        serial: str,
        key: str | None = None,
    ) -> None:
        """Remove an electronic board from a section."""
        body = {
            "serial": serial,
        }
        self.call("POST", f"events/{event}/sections/{section}/electronic-boards/forget/", body, key=key)

    def entry_terms(
        self,
        event: str,
        section: str,
    ) -> shapes.Terms:
        """On which terms people enter a section online."""
        return cast("shapes.Terms", self.call("GET", f"events/{event}/sections/{section}/entry-terms/"))

    def set_entry_terms(
        self,
        event: str,
        section: str,
        *,
        asked: Mapping[str, str] | Unset = UNSET,
        federations: Sequence[str] | Unset = UNSET,
        bye_rounds: Sequence[int] | Unset = UNSET,
        consent: Mapping[str, str] | Unset = UNSET,
        offered: bool | Unset = UNSET,
        opens_at: str | None | Unset = UNSET,
        closes_at: str | None | Unset = UNSET,
        places: int | None | Unset = UNSET,
        waiting_list: bool | Unset = UNSET,
        lookup: bool | Unset = UNSET,
        most_reserves: int | Unset = UNSET,
        approval: bool | Unset = UNSET,
        lowest_rating: int | None | Unset = UNSET,
        highest_rating: int | None | Unset = UNSET,
        born_from: int | None | Unset = UNSET,
        born_until: int | None | Unset = UNSET,
        sex: str | Unset = UNSET,
        most_byes: int | Unset = UNSET,
        consent_link: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Terms:
        """Open, close or change online entry."""
        body = {
            "asked": asked,
            "federations": federations,
            "bye_rounds": bye_rounds,
            "consent": consent,
            "offered": offered,
            "opens_at": opens_at,
            "closes_at": closes_at,
            "places": places,
            "waiting_list": waiting_list,
            "lookup": lookup,
            "most_reserves": most_reserves,
            "approval": approval,
            "lowest_rating": lowest_rating,
            "highest_rating": highest_rating,
            "born_from": born_from,
            "born_until": born_until,
            "sex": sex,
            "most_byes": most_byes,
            "consent_link": consent_link,
        }
        return cast("shapes.Terms", self.edit("PATCH", f"events/{event}/sections/{section}/entry-terms/", body, key=key))

    def fee_terms(
        self,
        event: str,
        section: str,
    ) -> shapes.FeeTerms:
        """What entering a section costs."""
        return cast("shapes.FeeTerms", self.call("GET", f"events/{event}/sections/{section}/fee-terms/"))

    def set_fee_terms(
        self,
        event: str,
        section: str,
        *,
        charged: bool | Unset = UNSET,
        currency: str | Unset = UNSET,
        base: int | Unset = UNSET,
        rules: Sequence[Mapping[str, Any]] | Unset = UNSET,
        together: bool | Unset = UNSET,
        extra: Mapping[str, str] | Unset = UNSET,
        extra_amount: int | Unset = UNSET,
        again: bool | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.FeeTerms:
        """Set the entry fee of a section."""
        body = {
            "charged": charged,
            "currency": currency,
            "base": base,
            "rules": rules,
            "together": together,
            "extra": extra,
            "extra_amount": extra_amount,
            "again": again,
        }
        return cast("shapes.FeeTerms", self.edit("PATCH", f"events/{event}/sections/{section}/fee-terms/", body, key=key))

    def leave_mode(
        self,
        event: str,
        section: str,
        *,
        confirmed: Sequence[str] | Unset = UNSET,
        typed: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.SectionDetail:
        """Run a section without the regulations of its game from now on."""
        body = {
            "confirmed": confirmed,
            "typed": typed,
        }
        return cast("shapes.SectionDetail", self.call("POST", f"events/{event}/sections/{section}/leave-mode/", body, key=key))

    def set_norm_terms(
        self,
        event: str,
        section: str,
        *,
        kind: str,
        published: bool,
        key: str | None = None,
    ) -> shapes.NormTerms:
        """Say what a section is for title norms."""
        body = {
            "kind": kind,
            "published": published,
        }
        return cast("shapes.NormTerms", self.call("PUT", f"events/{event}/sections/{section}/norms/", body, key=key))

    def plan_rounds(
        self,
        event: str,
        section: str,
        *,
        starts: Mapping[str, str | None],
        key: str | None = None,
    ) -> shapes.SectionDetail:
        """Plan when rounds begin."""
        body = {
            "starts": starts,
        }
        return cast("shapes.SectionDetail", self.call("POST", f"events/{event}/sections/{section}/plan/", body, key=key))

    def open_play_off(
        self,
        event: str,
        section: str,
        *,
        registrations: Sequence[int],
        names: Mapping[str, str],
        regime: str,
        control: str,
        games: int | Unset = UNSET,
        rating_kind: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.SectionDetail:
        """Open a play-off for a shared place."""
        body = {
            "registrations": registrations,
            "names": names,
            "regime": regime,
            "control": control,
            "games": games,
            "rating_kind": rating_kind,
        }
        return cast("shapes.SectionDetail", self.call("POST", f"events/{event}/sections/{section}/play-offs/", body, key=key))

    def prizes(
        self,
        event: str,
        section: str,
    ) -> shapes.Prizes:
        """Who gets which prize."""
        return cast("shapes.Prizes", self.call("GET", f"events/{event}/sections/{section}/prizes/"))

    def set_prizes(
        self,
        event: str,
        section: str,
        *,
        currency: str,
        sharing: str,
        prizes: Mapping[str, Sequence[int]],
        digits: int | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Fund:
        """Set the prizes of a section."""
        body = {
            "currency": currency,
            "sharing": sharing,
            "prizes": prizes,
            "digits": digits,
        }
        return cast("shapes.Fund", self.call("PUT", f"events/{event}/sections/{section}/prizes/", body, key=key))

    def approve_awards(
        self,
        event: str,
        section: str,
        *,
        provisional: bool | Unset = UNSET,
        expected_version: int | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Award:
        """Approve the list of prizes."""
        body = {
            "provisional": provisional,
            "expected_version": expected_version,
        }
        return cast("shapes.Award", self.call("POST", f"events/{event}/sections/{section}/prizes/approve/", body, key=key))

    def cancel_awards(
        self,
        event: str,
        section: str,
        *,
        reason: str,
        key: str | None = None,
    ) -> shapes.Award:
        """Cancel the approved list of prizes."""
        body = {
            "reason": reason,
        }
        return cast("shapes.Award", self.call("POST", f"events/{event}/sections/{section}/prizes/cancel/", body, key=key))

    def publish_prizes(
        self,
        event: str,
        section: str,
        *,
        published: bool | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Fund:
        """Show the prizes to everybody, or no more."""
        body = {
            "published": published,
        }
        return cast("shapes.Fund", self.call("POST", f"events/{event}/sections/{section}/prizes/publish/", body, key=key))

    def set_regulations(
        self,
        event: str,
        section: str,
        *,
        regulations: Mapping[str, Any | None],
        key: str | None = None,
    ) -> shapes.SectionDetail:
        """Rule otherwise than the regime of a section."""
        body = {
            "regulations": regulations,
        }
        return cast("shapes.SectionDetail", self.call("PUT", f"events/{event}/sections/{section}/regulations/", body, key=key))

    def report(
        self,
        event: str,
        section: str,
    ) -> bytes:
        """The report of a section for the federation (TRF)."""
        return self.read(f"events/{event}/sections/{section}/report/")

    def restore_points_list(
        self,
        event: str,
        section: str,
    ) -> Iterator[shapes.RestorePoint]:
        """Points that a section can go back to."""
        return self.pages(f"events/{event}/sections/{section}/restore-points/")

    def restore(
        self,
        event: str,
        section: str,
        point_id: int,
        *,
        if_newest: bool | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Restored:
        """Set a section back to a restore point."""
        body = {
            "if_newest": if_newest,
        }
        return cast("shapes.Restored", self.call("POST", f"events/{event}/sections/{section}/restore-points/{point_id}/restore/", body, key=key))

    def standings(
        self,
        event: str,
        section: str,
    ) -> Iterator[shapes.Standing]:
        """Standings with every tie-break."""
        return self.pages(f"events/{event}/sections/{section}/standings/")

    def finalise_table(
        self,
        event: str,
        section: str,
        *,
        expected: str | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.SectionDetail:
        """Declare the standings final."""
        body = {
            "expected": expected,
        }
        return cast("shapes.SectionDetail", self.call("POST", f"events/{event}/sections/{section}/standings/final/", body, key=key))

    def reopen_table(
        self,
        event: str,
        section: str,
        *,
        reason: str,
        key: str | None = None,
    ) -> shapes.SectionDetail:
        """Take back that the standings are final."""
        body = {
            "reason": reason,
        }
        return cast("shapes.SectionDetail", self.call("POST", f"events/{event}/sections/{section}/standings/reopen/", body, key=key))

    def enter_tie_values(
        self,
        event: str,
        section: str,
        *,
        external: Mapping[str, int | None] | None | Unset = UNSET,
        order: Mapping[str, int | None] | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.SectionDetail:
        """Decide ties that are decided outside of the tie-breaks."""
        body = {
            "external": external,
            "order": order,
        }
        return cast("shapes.SectionDetail", self.call("POST", f"events/{event}/sections/{section}/standings/ties/", body, key=key))

    def unarchive_section(
        self,
        event: str,
        section: str,
        *,
        key: str | None = None,
    ) -> shapes.SectionDetail:
        """Bring an archived section back."""
        return cast("shapes.SectionDetail", self.call("POST", f"events/{event}/sections/{section}/unarchive/", key=key))

    def undo_last_round(
        self,
        event: str,
        section: str,
        *,
        number: int,
        confirmed: bool | Unset = UNSET,
        reason: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.RestorePoint:
        """Undo the last round."""
        body = {
            "number": number,
            "confirmed": confirmed,
            "reason": reason,
        }
        return cast("shapes.RestorePoint", self.call("POST", f"events/{event}/sections/{section}/undo-last-round/", body, key=key))

    def add_to_series(
        self,
        organisation: str,
        series: str,
        *,
        event: str,
        section: str,
        key: str | None = None,
    ) -> shapes.SeriesSection:
        """Let a section count in a series."""
        body = {
            "event": event,
            "section": section,
        }
        return cast("shapes.SeriesSection", self.call("POST", f"organisations/{organisation}/series/{series}/sections/", body, key=key))

    def remove_from_series(
        self,
        organisation: str,
        series: str,
        *,
        event: str,
        section: str,
        key: str | None = None,
    ) -> None:
        """Let a section no longer count in a series."""
        body = {
            "event": event,
            "section": section,
        }
        self.call("POST", f"organisations/{organisation}/series/{series}/sections/remove/", body, key=key)
