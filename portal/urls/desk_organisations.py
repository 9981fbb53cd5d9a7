"""The desks of clubs and federations, under /desk/organisations/."""

from django.urls import path

from people.views.desk import organisations, series
from portal.views.desk import log

HERE = "<name:slug>/"

urlpatterns = [
    path("new/", organisations.organisation_new, name="desk_organisation_new"),
    path(HERE, organisations.organisation, name="desk_organisation"),
    path(HERE + "edit/", organisations.organisation_edit, name="desk_organisation_edit"),
    path(HERE + "logo/", organisations.organisation_logo, name="desk_organisation_logo"),
    path(HERE + "invite/", organisations.invite, name="desk_organisation_invite"),
    path(
        HERE + "invitations/revoke/",
        organisations.invitation_revoke,
        name="desk_organisation_invitation",
    ),
    path(HERE + "roles/revoke/", organisations.role_revoke, name="desk_organisation_revoke"),
    path(HERE + "listed/", organisations.list_oneself, name="desk_organisation_listed"),
    path(HERE + "series/new/", series.series_new, name="desk_organisation_series_new"),
    path(HERE + "series/<name:series_slug>/", series.series, name="desk_organisation_series"),
    path(HERE + "series/<name:series_slug>/act/", series.series_act, name="desk_organisation_series_act"),
    path(HERE + "log/", log.organisation_log, name="desk_organisation_log"),
    path(HERE + "events/", organisations.move, name="desk_organisation_move"),
]
