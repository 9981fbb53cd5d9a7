"""Notifications: those that a visitor chose, and those of an event at the desk."""

from django.urls import path

from notifications import views
from tournaments.routes import DESK_EVENT, EVENT

urlpatterns = [
    path("people/<int:person_id>/notifications/", views.follow_person, name="follow_person"),
    path("my/<secret:token>/notifications/", views.own, name="my_notifications"),
    path("notifications/renew/", views.renew, name="notifications_renew"),
    path("notifications/<secret:token>/stop/", views.stop, name="notifications_stop"),
    path("notifications/<secret:token>/confirm/", views.confirm, name="notifications_confirm"),
    path(EVENT + "notifications/", views.follow, name="follow"),
    path(DESK_EVENT + "notifications/", views.desk_own, name="desk_notifications"),
    path(DESK_EVENT + "messages/", views.desk_messages, name="desk_messages"),
]
