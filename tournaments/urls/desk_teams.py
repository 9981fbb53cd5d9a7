"""Team events and displays at the desk, and a round that becomes a draft again."""

from django.urls import path

from tournaments.views.desk import teams

SECTION = "<name:slug>/<name:section_slug>/"
ROUND = SECTION + "<sheet:number>/"

urlpatterns = [
    path(SECTION + "teams/", teams.teams, name="desk_teams"),
    path(SECTION + "teams/<int:number>/", teams.team, name="desk_team"),
    path(SECTION + "teams/<int:number>/withdraw/", teams.team_withdraw, name="desk_team_withdraw"),
    path(SECTION + "display/", teams.display, name="desk_display"),
    path(ROUND + "matches/<int:match_number>/", teams.match, name="desk_match"),
    path(ROUND + "back/", teams.unpublish, name="desk_unpublish"),
]
