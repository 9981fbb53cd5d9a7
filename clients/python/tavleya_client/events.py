"""Events, their officials, keys and webhooks.  Made by `manage.py write_client`; not to be edited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from tavleya_client import shapes
from tavleya_client.core import UNSET, Core, Unset


class Events(Core):
    def events_list(
        self,
    ) -> Iterator[shapes.Event]:
        """Published events."""
        return self.pages("events/")

    def create_event(
        self,
        *,
        slug: str,
        names: Mapping[str, str],
        place: str | Unset = UNSET,
        address: str | Unset = UNSET,
        contact: str | Unset = UNSET,
        federation: str | Unset = UNSET,
        starts_on: str | None | Unset = UNSET,
        ends_on: str | None | Unset = UNSET,
        time_zone: str | Unset = UNSET,
        published: bool | Unset = UNSET,
        description: Mapping[str, str] | Unset = UNSET,
        languages: Sequence[str] | Unset = UNSET,
        licence: str | Unset = UNSET,
        shows_minors: bool | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.EventFields:
        """Create an event."""
        body = {
            "slug": slug,
            "names": names,
            "place": place,
            "address": address,
            "contact": contact,
            "federation": federation,
            "starts_on": starts_on,
            "ends_on": ends_on,
            "time_zone": time_zone,
            "published": published,
            "description": description,
            "languages": languages,
            "licence": licence,
            "shows_minors": shows_minors,
        }
        return cast("shapes.EventFields", self.call("POST", "events/", body, key=key))

    def event(
        self,
        event: str,
    ) -> shapes.EventFields:
        """One event."""
        return cast("shapes.EventFields", self.call("GET", f"events/{event}/"))

    def edit_event(
        self,
        event: str,
        *,
        slug: str | Unset = UNSET,
        names: Mapping[str, str] | Unset = UNSET,
        place: str | Unset = UNSET,
        address: str | Unset = UNSET,
        contact: str | Unset = UNSET,
        federation: str | Unset = UNSET,
        starts_on: str | None | Unset = UNSET,
        ends_on: str | None | Unset = UNSET,
        time_zone: str | Unset = UNSET,
        published: bool | Unset = UNSET,
        description: Mapping[str, str] | Unset = UNSET,
        languages: Sequence[str] | Unset = UNSET,
        announcement: Mapping[str, str] | Unset = UNSET,
        licence: str | Unset = UNSET,
        shows_minors: bool | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.EventFields:
        """Change or publish an event."""
        body = {
            "slug": slug,
            "names": names,
            "place": place,
            "address": address,
            "contact": contact,
            "federation": federation,
            "starts_on": starts_on,
            "ends_on": ends_on,
            "time_zone": time_zone,
            "published": published,
            "description": description,
            "languages": languages,
            "announcement": announcement,
            "licence": licence,
            "shows_minors": shows_minors,
        }
        return cast("shapes.EventFields", self.edit("PATCH", f"events/{event}/", body, key=key))

    def delete_event(
        self,
        event: str,
        *,
        key: str | None = None,
    ) -> None:
        """Delete an event that nothing was played in."""
        self.call("DELETE", f"events/{event}/", key=key)

    def archive_event(
        self,
        event: str,
        *,
        key: str | None = None,
    ) -> shapes.Event:
        """Archive an event."""
        return cast("shapes.Event", self.call("POST", f"events/{event}/archive/", key=key))

    def archive_rehearsal(
        self,
        event: str,
        *,
        key: str | None = None,
    ) -> shapes.Event:
        """Put a rehearsal away."""
        return cast("shapes.Event", self.call("POST", f"events/{event}/archive-rehearsal/", key=key))

    def answer_board_question(
        self,
        event: str,
        board_question_id: int,
        *,
        answer: str,
        expected: int | None | Unset = UNSET,
        note: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Asked:
        """Answer a question that a board raised."""
        body = {
            "answer": answer,
            "expected": expected,
            "note": note,
        }
        return cast("shapes.Asked", self.call("POST", f"events/{event}/board-questions/{board_question_id}/answer/", body, key=key))

    def fees_list(
        self,
        event: str,
        *,
        state: str | Unset = UNSET,
    ) -> Iterator[shapes.Fee]:
        """Fees of an event."""
        return self.pages(f"events/{event}/fees/", state=state)

    def fee(
        self,
        event: str,
        fee: int,
    ) -> shapes.FeeDetail:
        """One fee with its payments."""
        return cast("shapes.FeeDetail", self.call("GET", f"events/{event}/fees/{fee}/"))

    def set_fee(
        self,
        event: str,
        fee: int,
        *,
        amount: int | None,
        waived: bool | Unset = UNSET,
        reason: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Fee:
        """Set or waive what is owed."""
        body = {
            "amount": amount,
            "waived": waived,
            "reason": reason,
        }
        return cast("shapes.Fee", self.call("PUT", f"events/{event}/fees/{fee}/amount/", body, key=key))

    def take_payment(
        self,
        event: str,
        fee: int,
        *,
        amount: int,
        way: str,
        reference: str | Unset = UNSET,
        expected_paid: int | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Payment:
        """Take a payment, or give one back."""
        body = {
            "amount": amount,
            "way": way,
            "reference": reference,
            "expected_paid": expected_paid,
        }
        return cast("shapes.Payment", self.call("POST", f"events/{event}/fees/{fee}/payments/", body, key=key))

    def recompute_fee(
        self,
        event: str,
        fee: int,
        *,
        extra: bool,
        key: str | None = None,
    ) -> shapes.Fee:
        """Compute a fee again."""
        body = {
            "extra": extra,
        }
        return cast("shapes.Fee", self.call("POST", f"events/{event}/fees/{fee}/recompute/", body, key=key))

    def fee_totals(
        self,
        event: str,
    ) -> shapes.FeeTotals:
        """What is due, paid and owed, and what came in by day."""
        return cast("shapes.FeeTotals", self.call("GET", f"events/{event}/fees/totals/"))

    def fee_workbook(
        self,
        event: str,
    ) -> bytes:
        """The treasurer's table and all payments as a workbook."""
        return self.read(f"events/{event}/fees/workbook/")

    def request_event_file(
        self,
        event: str,
        *,
        key: str | None = None,
    ) -> shapes.Job:
        """Have the whole event written to a file."""
        return cast("shapes.Job", self.call("POST", f"events/{event}/file/", key=key))

    def invitations_list(
        self,
        event: str,
    ) -> Iterator[shapes.Invitation]:
        """Invitations that can still be accepted."""
        return self.pages(f"events/{event}/invitations/")

    def invite(
        self,
        event: str,
        *,
        roles: Sequence[str],
        email: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.InvitationMade:
        """Invite an official by a link."""
        body = {
            "roles": roles,
            "email": email,
        }
        return cast("shapes.InvitationMade", self.call("POST", f"events/{event}/invitations/", body, key=key))

    def revoke_invitation(
        self,
        event: str,
        invitation_id: int,
        *,
        key: str | None = None,
    ) -> None:
        """Revoke an invitation."""
        self.call("DELETE", f"events/{event}/invitations/{invitation_id}/", key=key)

    def job(
        self,
        event: str,
        key: str,
    ) -> shapes.Job:
        """Work that goes on behind the scenes."""
        return cast("shapes.Job", self.call("GET", f"events/{event}/jobs/{key}/"))

    def retry_messages(
        self,
        event: str,
        *,
        key: str | None = None,
    ) -> shapes.Count:
        """Send messages again that could not be delivered."""
        return cast("shapes.Count", self.call("POST", f"events/{event}/messages/retry/", key=key))

    def offer_event(
        self,
        event: str,
        *,
        organisation: str,
        key: str | None = None,
    ) -> shapes.EventFields:
        """Offer an event to an organisation."""
        body = {
            "organisation": organisation,
        }
        return cast("shapes.EventFields", self.call("POST", f"events/{event}/organisation/", body, key=key))

    def cancel_move(
        self,
        event: str,
        *,
        key: str | None = None,
    ) -> None:
        """Cancel such an offer, or decline it."""
        self.call("DELETE", f"events/{event}/organisation/", key=key)

    def release_event(
        self,
        event: str,
        *,
        key: str | None = None,
    ) -> shapes.EventFields:
        """Let an event belong to no organisation."""
        return cast("shapes.EventFields", self.call("POST", f"events/{event}/organisation/release/", key=key))

    def payment_reports_list(
        self,
        event: str,
    ) -> Iterator[shapes.PaymentReport]:
        """Payments that a provider reported and that fit no fee."""
        return self.pages(f"events/{event}/payment-reports/")

    def settle_report(
        self,
        event: str,
        report: int,
        *,
        fee: int | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.PaymentReport:
        """Book a payment that a provider reported, or set it aside."""
        body = {
            "fee": fee,
        }
        return cast("shapes.PaymentReport", self.call("POST", f"events/{event}/payment-reports/{report}/settle/", body, key=key))

    def payment_terms(
        self,
        event: str,
    ) -> shapes.PaymentTerms:
        """How fees are paid."""
        return cast("shapes.PaymentTerms", self.call("GET", f"events/{event}/payment-terms/"))

    def set_payment_terms(
        self,
        event: str,
        *,
        instructions: Mapping[str, str] | Unset = UNSET,
        reference: str | Unset = UNSET,
        link: str | Unset = UNSET,
        payee: str | Unset = UNSET,
        iban: str | Unset = UNSET,
        bic: str | Unset = UNSET,
        account: str | Unset = UNSET,
        bank: str | Unset = UNSET,
        bank_code: str | Unset = UNSET,
        correspondent: str | Unset = UNSET,
        inn: str | Unset = UNSET,
        provider: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.PaymentTerms:
        """Say how fees are paid."""
        body = {
            "instructions": instructions,
            "reference": reference,
            "link": link,
            "payee": payee,
            "iban": iban,
            "bic": bic,
            "account": account,
            "bank": bank,
            "bank_code": bank_code,
            "correspondent": correspondent,
            "inn": inn,
            "provider": provider,
        }
        return cast("shapes.PaymentTerms", self.edit("PATCH", f"events/{event}/payment-terms/", body, key=key))

    def payments_list(
        self,
        event: str,
    ) -> Iterator[shapes.Payment]:
        """Payments of an event, in the order of their receipts."""
        return self.pages(f"events/{event}/payments/")

    def receipt(
        self,
        event: str,
        receipt: int,
    ) -> bytes:
        """A receipt as PDF."""
        return self.read(f"events/{event}/payments/{receipt}/document/")

    def void_payment(
        self,
        event: str,
        receipt: int,
        *,
        key: str | None = None,
    ) -> shapes.Payment:
        """Void a payment."""
        return cast("shapes.Payment", self.call("POST", f"events/{event}/payments/{receipt}/void/", key=key))

    def player_links_list(
        self,
        event: str,
    ) -> Iterator[shapes.PlayerLink]:
        """Valid private links of players."""
        return self.pages(f"events/{event}/player-links/")

    def issue_player_links(
        self,
        event: str,
        *,
        players: Sequence[int] | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Count:
        """Make private links for players."""
        body = {
            "players": players,
        }
        return cast("shapes.Count", self.call("POST", f"events/{event}/player-links/", body, key=key))

    def rehearse_event(
        self,
        event: str,
        *,
        key: str | None = None,
    ) -> shapes.EventFields:
        """Copy an event to practise on."""
        return cast("shapes.EventFields", self.call("POST", f"events/{event}/rehearse/", key=key))

    def repeat_event(
        self,
        event: str,
        *,
        slug: str,
        names: Mapping[str, str],
        starts_on: str | None | Unset = UNSET,
        officials: bool | Unset = UNSET,
        players: bool | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.EventFields:
        """Make the next event like this one."""
        body = {
            "slug": slug,
            "names": names,
            "starts_on": starts_on,
            "officials": officials,
            "players": players,
        }
        return cast("shapes.EventFields", self.call("POST", f"events/{event}/repeat/", body, key=key))

    def roles_list(
        self,
        event: str,
    ) -> Iterator[shapes.Role]:
        """Officials of an event."""
        return self.pages(f"events/{event}/roles/")

    def grant_role(
        self,
        event: str,
        *,
        username: str,
        role: str,
        key: str | None = None,
    ) -> shapes.Role:
        """Give a role to somebody with an account."""
        body = {
            "username": username,
            "role": role,
        }
        return cast("shapes.Role", self.call("POST", f"events/{event}/roles/", body, key=key))

    def revoke_role(
        self,
        event: str,
        *,
        username: str,
        role: str,
        key: str | None = None,
    ) -> None:
        """Revoke a role."""
        body = {
            "username": username,
            "role": role,
        }
        self.call("POST", f"events/{event}/roles/revoke/", body, key=key)

    def save_template(
        self,
        event: str,
        *,
        names: Mapping[str, str],
        sections: Sequence[str] | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.EventFields:
        """Save the settings of an event as a template, for repeat_event."""
        body = {
            "names": names,
            "sections": sections,
        }
        return cast("shapes.EventFields", self.call("POST", f"events/{event}/template/", body, key=key))

    def tokens_list(
        self,
        event: str,
    ) -> Iterator[shapes.Token]:
        """Valid keys for programs."""
        return self.pages(f"events/{event}/tokens/")

    def issue_token(
        self,
        event: str,
        *,
        name: str,
        scopes: Sequence[str],
        expires_at: str | None | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.TokenMade:
        """Create a key for programs."""
        body = {
            "name": name,
            "scopes": scopes,
            "expires_at": expires_at,
        }
        return cast("shapes.TokenMade", self.call("POST", f"events/{event}/tokens/", body, key=key))

    def revoke_token(
        self,
        event: str,
        token_id: int,
        *,
        key: str | None = None,
    ) -> None:
        """Revoke a key."""
        self.call("DELETE", f"events/{event}/tokens/{token_id}/", key=key)

    def unarchive_event(
        self,
        event: str,
        *,
        key: str | None = None,
    ) -> shapes.Event:
        """Bring an archived event back."""
        return cast("shapes.Event", self.call("POST", f"events/{event}/unarchive/", key=key))

    def remove_upload(
        self,
        event: str,
        upload_id: int,
        *,
        key: str | None = None,
    ) -> None:
        """Remove a file of an event."""
        self.call("DELETE", f"events/{event}/uploads/{upload_id}/", key=key)

    def webhooks_list(
        self,
        event: str,
    ) -> Iterator[shapes.Webhook]:
        """Webhooks of an event."""
        return self.pages(f"events/{event}/webhooks/")

    def webhooks_add(
        self,
        event: str,
        *,
        url: str,
        kinds: Sequence[str],
        key: str | None = None,
    ) -> shapes.WebhookMade:
        """Have an address told what happens."""
        body = {
            "url": url,
            "kinds": kinds,
        }
        return cast("shapes.WebhookMade", self.call("POST", f"events/{event}/webhooks/", body, key=key))

    def webhook_revoke(
        self,
        event: str,
        webhook_id: int,
        *,
        key: str | None = None,
    ) -> None:
        """Tell an address nothing more."""
        self.call("DELETE", f"events/{event}/webhooks/{webhook_id}/", key=key)

    def webhook_deliveries(
        self,
        event: str,
        webhook_id: int,
    ) -> Iterator[shapes.Delivery]:
        """What was sent to an address, and how it went."""
        return self.pages(f"events/{event}/webhooks/{webhook_id}/deliveries/")

    def try_webhook(
        self,
        event: str,
        webhook_id: int,
        *,
        key: str | None = None,
    ) -> shapes.Delivery:
        """Send an address a message that tells of nothing."""
        return cast("shapes.Delivery", self.call("POST", f"events/{event}/webhooks/{webhook_id}/test/", key=key))

    def organisations_list(
        self,
    ) -> Iterator[shapes.Organisation]:
        """Clubs and federations with a public event."""
        return self.pages("organisations/")

    def create_organisation(
        self,
        *,
        slug: str,
        names: Mapping[str, str],
        short_name: str | Unset = UNSET,
        kind: str | Unset = UNSET,
        country: str | Unset = UNSET,
        languages: Sequence[str] | Unset = UNSET,
        about: Mapping[str, str] | None | Unset = UNSET,
        website: str | Unset = UNSET,
        contact: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Organisation:
        """Create a club or a federation."""
        body = {
            "slug": slug,
            "names": names,
            "short_name": short_name,
            "kind": kind,
            "country": country,
            "languages": languages,
            "about": about,
            "website": website,
            "contact": contact,
        }
        return cast("shapes.Organisation", self.call("POST", "organisations/", body, key=key))

    def organisation(
        self,
        organisation: str,
    ) -> shapes.Organisation:
        """One organisation."""
        return cast("shapes.Organisation", self.call("GET", f"organisations/{organisation}/"))

    def edit_organisation(
        self,
        organisation: str,
        *,
        slug: str | Unset = UNSET,
        names: Mapping[str, str] | Unset = UNSET,
        short_name: str | Unset = UNSET,
        kind: str | Unset = UNSET,
        country: str | Unset = UNSET,
        languages: Sequence[str] | Unset = UNSET,
        about: Mapping[str, str] | Unset = UNSET,
        website: str | Unset = UNSET,
        contact: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Organisation:
        """Change what is said of an organisation."""
        body = {
            "slug": slug,
            "names": names,
            "short_name": short_name,
            "kind": kind,
            "country": country,
            "languages": languages,
            "about": about,
            "website": website,
            "contact": contact,
        }
        return cast("shapes.Organisation", self.edit("PATCH", f"organisations/{organisation}/", body, key=key))

    def accept_event(
        self,
        organisation: str,
        *,
        event: str,
        key: str | None = None,
    ) -> shapes.EventFields:
        """Let an organisation own an event."""
        body = {
            "event": event,
        }
        return cast("shapes.EventFields", self.call("POST", f"organisations/{organisation}/events/", body, key=key))

    def invite_to_organisation(
        self,
        organisation: str,
        *,
        roles: Sequence[str],
        email: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.InvitationMade:
        """Invite a person to an organisation by a link."""
        body = {
            "roles": roles,
            "email": email,
        }
        return cast("shapes.InvitationMade", self.call("POST", f"organisations/{organisation}/invitations/", body, key=key))

    def grant_organisation_role(
        self,
        organisation: str,
        *,
        username: str,
        role: str,
        key: str | None = None,
    ) -> shapes.OrganisationRole:
        """Give a role in an organisation."""
        body = {
            "username": username,
            "role": role,
        }
        return cast("shapes.OrganisationRole", self.call("POST", f"organisations/{organisation}/roles/", body, key=key))

    def revoke_organisation_role(
        self,
        organisation: str,
        *,
        username: str,
        role: str,
        key: str | None = None,
    ) -> None:
        """Revoke a role in an organisation."""
        body = {
            "username": username,
            "role": role,
        }
        self.call("POST", f"organisations/{organisation}/roles/revoke/", body, key=key)

    def series_list(
        self,
        organisation: str,
    ) -> Iterator[shapes.Series]:
        """Series of an organisation."""
        return self.pages(f"organisations/{organisation}/series/")

    def create_series(
        self,
        organisation: str,
        *,
        slug: str,
        names: Mapping[str, str],
        rule: str | Unset = UNSET,
        best: int | None | Unset = UNSET,
        place_points: Sequence[int] | Unset = UNSET,
        tiebreaks: Sequence[str] | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Series:
        """Create a series: one table over several events."""
        body = {
            "slug": slug,
            "names": names,
            "rule": rule,
            "best": best,
            "place_points": place_points,
            "tiebreaks": tiebreaks,
        }
        return cast("shapes.Series", self.call("POST", f"organisations/{organisation}/series/", body, key=key))

    def series(
        self,
        organisation: str,
        series: str,
    ) -> shapes.Series:
        """One series."""
        return cast("shapes.Series", self.call("GET", f"organisations/{organisation}/series/{series}/"))

    def edit_series(
        self,
        organisation: str,
        series: str,
        *,
        slug: str | Unset = UNSET,
        names: Mapping[str, str] | Unset = UNSET,
        rule: str | Unset = UNSET,
        best: int | None | Unset = UNSET,
        place_points: Sequence[int] | Unset = UNSET,
        tiebreaks: Sequence[str] | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.Series:
        """Change a series."""
        body = {
            "slug": slug,
            "names": names,
            "rule": rule,
            "best": best,
            "place_points": place_points,
            "tiebreaks": tiebreaks,
        }
        return cast("shapes.Series", self.edit("PATCH", f"organisations/{organisation}/series/{series}/", body, key=key))

    def delete_series(
        self,
        organisation: str,
        series: str,
        *,
        key: str | None = None,
    ) -> None:
        """Delete a series."""
        self.call("DELETE", f"organisations/{organisation}/series/{series}/", key=key)

    def series_table(
        self,
        organisation: str,
        series: str,
    ) -> shapes.SeriesTable:
        """The table of a series."""
        return cast("shapes.SeriesTable", self.call("GET", f"organisations/{organisation}/series/{series}/table/"))

    def person(
        self,
        person_id: int,
    ) -> shapes.PersonHistory:
        """A person over all events."""
        return cast("shapes.PersonHistory", self.call("GET", f"people/{person_id}/"))

    def head_to_head(
        self,
        person_id: int,
        other_id: int,
    ) -> shapes.HeadToHead:
        """The games of two persons."""
        return cast("shapes.HeadToHead", self.call("GET", f"people/{person_id}/against/{other_id}/"))

    def presets_list(
        self,
    ) -> Iterator[shapes.Preset]:
        """What people run: settings to create an event with."""
        return self.pages("presets/")

    def set_up_event(
        self,
        *,
        name: str,
        section_name: str,
        language: str,
        preset: str | Unset = UNSET,
        game: str | Unset = UNSET,
        format: str | Unset = UNSET,
        rounds: int | None | Unset = UNSET,
        regime: str | Unset = UNSET,
        control: str | Unset = UNSET,
        rating_kind: str | Unset = UNSET,
        tiebreaks: Sequence[str] | None | Unset = UNSET,
        options: Mapping[str, Any | None] | None | Unset = UNSET,
        double_points: bool | None | Unset = UNSET,
        players: str | Unset = UNSET,
        name_order: str | Unset = UNSET,
        time_zone: str | Unset = UNSET,
        organisation: str | Unset = UNSET,
        key: str | None = None,
    ) -> shapes.SectionDetail:
        """Create an event with one section and its players, by a preset if you like."""
        body = {
            "name": name,
            "section_name": section_name,
            "language": language,
            "preset": preset,
            "game": game,
            "format": format,
            "rounds": rounds,
            "regime": regime,
            "control": control,
            "rating_kind": rating_kind,
            "tiebreaks": tiebreaks,
            "options": options,
            "double_points": double_points,
            "players": players,
            "name_order": name_order,
            "time_zone": time_zone,
            "organisation": organisation,
        }
        return cast("shapes.SectionDetail", self.call("POST", "presets/", body, key=key))

    def templates_list(
        self,
    ) -> Iterator[shapes.EventFields]:
        """Your templates, for repeat_event."""
        return self.pages("templates/")
