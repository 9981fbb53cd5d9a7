"""Public lists of events, brackets, teams and uploads."""

from django.urls import path

from tournaments.routes import EVENT, SECTION
from tournaments.views import event_list, knockouts, opening_draws, teams, uploads

urlpatterns = [
    path("events/", event_list.events, name="events"),
    path(EVENT + "files/<int:upload_id>/", uploads.upload, name="event_upload"),
    path(SECTION + "teams/", teams.teams, name="teams"),
    path(SECTION + "boards/", teams.boards, name="team_boards"),
    path(SECTION + "bracket/", knockouts.bracket_page, name="bracket"),
    path(SECTION + "openings/", opening_draws.openings, name="openings"),
    path(SECTION + "openings.json", opening_draws.record, name="openings_record"),
]
