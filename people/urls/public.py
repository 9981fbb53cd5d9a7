"""Public pages of persons, organisations, series and invitations."""

from django.urls import path

from people.views import organisations, people, series

urlpatterns = [
    path("people/<int:person_id>/", people.short, name="person_short"),
    path("people/<int:person_id>-<name:slug>/", people.person, name="person"),
    path("people/<int:person_id>/against/<int:other_id>/", people.head_to_head, name="head_to_head"),
    path("people/<int:person_id>/games.<file_form:form>", people.games, name="person_games"),
    path("organisations/<name:slug>/", organisations.organisation, name="organisation"),
    path("series/<name:slug>/", series.series, name="organisation_series"),
    path("series/<name:slug>.<export:form>", series.series_file, name="organisation_series_file"),
    path("series/<name:slug>.<table_file:form>", series.series_file, name="organisation_series_file"),
    path("organisations/<name:slug>/logo/", organisations.organisation_logo, name="organisation_logo"),
    path("my/<secret:token>/person/", people.own_person, name="my_person"),
    path("invitations/<secret:token>/", organisations.open_invitation, name="invitation_opened"),
    path("invitation/", organisations.invitation, name="invitation"),
]
