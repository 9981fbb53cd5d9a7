"""Officials, persons, organisations and series, at the desk."""

from django.urls import path

from people.views.desk import account_keys, invitations, officials, organisations, series
from tournaments.routes import DESK_EVENT

ORGANISATION = "desk/organisations/<name:slug>/"

urlpatterns = [
    path("desk/keys/", account_keys.keys, name="desk_keys"),
    path("desk/keys/<int:token_id>/revoke/", account_keys.revoke, name="desk_key_revoke"),
    path("desk/organisations/new/", organisations.organisation_new, name="desk_organisation_new"),
    path(ORGANISATION, organisations.organisation, name="desk_organisation"),
    path(ORGANISATION + "edit/", organisations.organisation_edit, name="desk_organisation_edit"),
    path(ORGANISATION + "logo/", organisations.organisation_logo, name="desk_organisation_logo"),
    path(ORGANISATION + "invite/", organisations.invite, name="desk_organisation_invite"),
    path(
        ORGANISATION + "invitations/revoke/",
        organisations.invitation_revoke,
        name="desk_organisation_invitation",
    ),
    path(ORGANISATION + "roles/revoke/", organisations.role_revoke, name="desk_organisation_revoke"),
    path(ORGANISATION + "listed/", organisations.list_oneself, name="desk_organisation_listed"),
    path(ORGANISATION + "series/new/", series.series_new, name="desk_organisation_series_new"),
    path(ORGANISATION + "series/<name:series_slug>/", series.series, name="desk_organisation_series"),
    path(
        ORGANISATION + "series/<name:series_slug>/act/",
        series.series_act,
        name="desk_organisation_series_act",
    ),
    path(ORGANISATION + "events/", organisations.move, name="desk_organisation_move"),
    path(DESK_EVENT + "organisation/", officials.owner, name="desk_owner"),
    path(DESK_EVENT + "officials/", officials.officials, name="desk_officials"),
    path(DESK_EVENT + "officials/invite/", invitations.invite, name="desk_invite"),
    path(
        DESK_EVENT + "officials/invitations/<int:invitation_id>/revoke/",
        invitations.invitation_revoke,
        name="desk_invitation_revoke",
    ),
    path(DESK_EVENT + "officials/revoke/", officials.revoke, name="desk_role_revoke"),
    path(DESK_EVENT + "tokens/", officials.tokens, name="desk_tokens"),
    path(DESK_EVENT + "tokens/<int:token_id>/revoke/", officials.token_revoke, name="desk_token_revoke"),
    path(DESK_EVENT + "people/<int:player_id>/", account_keys.person, name="desk_person"),
]
