from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from config.api import tournaments, views, webhooks

EVENT = "events/<slug:slug>/"
SECTION = EVENT + "sections/<slug:section>/"
BOARDS = SECTION + "rounds/<int:number>/pairings/"

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("events/", views.EventList.as_view(), name="api-events"),
    path("events/<slug:slug>/", views.EventDetail.as_view(), name="api-event"),
    path("events/<slug:slug>/games/", views.GameList.as_view(), name="api-games"),
    path("events/<slug:slug>/games/<int:game_id>/", views.GameDetail.as_view(), name="api-game"),
    path("events/<slug:slug>/games/<int:game_id>/entries/", views.EntryList.as_view(), name="api-entries"),
    path(EVENT + "players/", tournaments.PlayerList.as_view(), name="api-players"),
    path(EVENT + "players/<int:player_id>/", tournaments.PlayerDetail.as_view(), name="api-player"),
    path(EVENT + "rulings/", tournaments.RulingList.as_view(), name="api-rulings"),
    path(EVENT + "sections/", tournaments.SectionList.as_view(), name="api-sections"),
    path(SECTION + "registrations/", tournaments.RegistrationList.as_view(), name="api-registrations"),
    path(SECTION + "rounds/", tournaments.RoundList.as_view(), name="api-rounds"),
    path(BOARDS, tournaments.BoardList.as_view(), name="api-pairings"),
    path(BOARDS + "<int:board>/", tournaments.BoardDetail.as_view(), name="api-pairing"),
    path(SECTION + "standings/", tournaments.StandingsDetail.as_view(), name="api-standings"),
    path(EVENT + "webhooks/", webhooks.WebhookList.as_view(), name="api-webhooks"),
    path(EVENT + "webhooks/<int:webhook_id>/", webhooks.WebhookDetail.as_view(), name="api-webhook"),
    path(
        EVENT + "webhooks/<int:webhook_id>/deliveries/",
        webhooks.DeliveryList.as_view(),
        name="api-deliveries",
    ),
]
