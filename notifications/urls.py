"""Notifications: those that a visitor chose, and those of an event at the desk."""

from django.urls import path

from notifications.views import desk_notifications, notifications
from tournaments.routes import DESK_EVENT, EVENT

urlpatterns = [
    path("people/<int:person_id>/notifications/", notifications.follow_person, name="follow_person"),
    path("my/<secret:token>/notifications/", notifications.own, name="my_notifications"),
    path("notifications/renew/", notifications.renew, name="notifications_renew"),
    path("notifications/<secret:token>/stop/", notifications.stop, name="notifications_stop"),
    path("notifications/<secret:token>/confirm/", notifications.confirm, name="notifications_confirm"),
    path(EVENT + "notifications/", notifications.follow, name="follow"),
    path(DESK_EVENT + "notifications/", desk_notifications.desk_own, name="desk_notifications"),
    path(DESK_EVENT + "messages/", desk_notifications.desk_messages, name="desk_messages"),
]
