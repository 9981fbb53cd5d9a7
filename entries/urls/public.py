"""Online entry, fees, and the pages of a player."""

from django.urls import path

from entries.views import fees, online_entries, own_boards, self_service
from tournaments.routes import SECTION

urlpatterns = [
    path("entry/<secret:token>/", online_entries.entry, name="entry"),
    path("account/games/", own_boards.my_games, name="my_games"),
    path("my/<secret:token>/", self_service.page, name="my"),
    path("my/<secret:token>/fee/", fees.own_fee, name="my_fee"),
    path("payments/<name:slug>/", fees.payment_report, name="payment_report"),
    path("my/<secret:token>/forget/", self_service.forget, name="my_forget"),
    path(SECTION + "enter/", online_entries.enter, name="enter"),
    path(SECTION + "enter/search/", online_entries.search, name="enter_search"),
]
