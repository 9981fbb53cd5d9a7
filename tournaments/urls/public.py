"""Lists of events, brackets, walls of boards, teams and uploads, for anybody."""

from django.urls import path

from tournaments.routes import EVENT, SECTION
from tournaments.views import brackets, displays, event_list, opening_draws, teams, typed_offline

urlpatterns = [
    path("events/", event_list.events, name="events"),
    path(EVENT + "files/<int:upload_id>/", typed_offline.upload, name="event_upload"),
    path(SECTION + "rounds/<int:number>/boards/", displays.wall, name="round_boards"),
    path(SECTION + "teams/", teams.teams, name="teams"),
    path(SECTION + "boards/", teams.boards, name="team_boards"),
    path(SECTION + "bracket/", brackets.bracket_page, name="bracket"),
    path(SECTION + "openings/", opening_draws.openings, name="openings"),
    path(SECTION + "openings.json", opening_draws.record, name="openings_record"),
]
