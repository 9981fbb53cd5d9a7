"""Persons, organisations, series and officials."""

from django.urls import path

from people.views import desk_officials, desk_organisations, desk_persons, organisations, people
from tournaments.routes import DESK_EVENT

ORGANISATION = "desk/organisations/<name:slug>/"

urlpatterns = [
    path("people/<int:person_id>/", people.short, name="person_short"),
    path("people/<int:person_id>-<name:slug>/", people.person, name="person"),
    path("people/<int:person_id>/against/<int:other_id>/", people.head_to_head, name="head_to_head"),
    path("people/<int:person_id>/games.<file_form:form>", people.games, name="person_games"),
    path("organisations/<name:slug>/", organisations.organisation, name="organisation"),
    path("series/<name:slug>/", organisations.series, name="organisation_series"),
    path("series/<name:slug>.<export:form>", organisations.series_file, name="organisation_series_file"),
    path("series/<name:slug>.<table_file:form>", organisations.series_file, name="organisation_series_file"),
    path("organisations/<name:slug>/logo/", organisations.organisation_logo, name="organisation_logo"),
    path("my/<secret:token>/person/", people.own_person, name="my_person"),
    path("invitations/<secret:token>/", organisations.open_invitation, name="invitation_opened"),
    path("invitation/", organisations.invitation, name="invitation"),
    path("desk/keys/", desk_officials.keys, name="desk_keys"),
    path("desk/keys/<int:token_id>/revoke/", desk_officials.key_revoke, name="desk_key_revoke"),
    path("desk/organisations/new/", desk_organisations.organisation_new, name="desk_organisation_new"),
    path(ORGANISATION, desk_organisations.organisation, name="desk_organisation"),
    path(ORGANISATION + "edit/", desk_organisations.organisation_edit, name="desk_organisation_edit"),
    path(ORGANISATION + "logo/", desk_organisations.organisation_logo, name="desk_organisation_logo"),
    path(ORGANISATION + "invite/", desk_organisations.invite, name="desk_organisation_invite"),
    path(
        ORGANISATION + "invitations/revoke/", desk_organisations.invitation_revoke, name="desk_organisation_invitation"
    ),
    path(ORGANISATION + "roles/revoke/", desk_organisations.role_revoke, name="desk_organisation_revoke"),
    path(ORGANISATION + "listed/", desk_organisations.list_oneself, name="desk_organisation_listed"),
    path(ORGANISATION + "series/new/", desk_organisations.series_new, name="desk_organisation_series_new"),
    path(ORGANISATION + "series/<name:series_slug>/", desk_organisations.series, name="desk_organisation_series"),
    path(
        ORGANISATION + "series/<name:series_slug>/act/",
        desk_organisations.series_act,
        name="desk_organisation_series_act",
    ),
    path(ORGANISATION + "events/", desk_organisations.move, name="desk_organisation_move"),
    path(DESK_EVENT + "organisation/", desk_officials.owner, name="desk_owner"),
    path(DESK_EVENT + "officials/", desk_officials.officials, name="desk_officials"),
    path(DESK_EVENT + "officials/invite/", desk_officials.invite, name="desk_invite"),
    path(
        DESK_EVENT + "officials/invitations/<int:invitation_id>/revoke/",
        desk_officials.invitation_revoke,
        name="desk_invitation_revoke",
    ),
    path(DESK_EVENT + "officials/revoke/", desk_officials.revoke, name="desk_role_revoke"),
    path(DESK_EVENT + "tokens/", desk_officials.tokens, name="desk_tokens"),
    path(DESK_EVENT + "tokens/<int:token_id>/revoke/", desk_officials.token_revoke, name="desk_token_revoke"),
    path(DESK_EVENT + "people/<int:player_id>/", desk_persons.person, name="desk_person"),
]
