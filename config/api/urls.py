from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from config.api import views

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("events/", views.EventList.as_view(), name="api-events"),
    path("events/<slug:slug>/", views.EventDetail.as_view(), name="api-event"),
    path("events/<slug:slug>/games/", views.GameList.as_view(), name="api-games"),
    path("events/<slug:slug>/games/<int:game_id>/", views.GameDetail.as_view(), name="api-game"),
    path("events/<slug:slug>/games/<int:game_id>/entries/", views.EntryList.as_view(), name="api-entries"),
]
