"""Under /administration/."""

from django.urls import path

from upkeep.administration import organisations, ratings, views

urlpatterns = [
    path("", views.people, name="administration"),
    path("people/new/", views.new_person, name="administration_new_person"),
    path("people/<int:user_id>/", views.person, name="administration_person"),
    path("people/<int:user_id>/act/", views.act, name="administration_act"),
    path("events/", views.events, name="administration_events"),
    path("organisations/", organisations.organisations, name="administration_organisations"),
    path("jobs/", views.jobs, name="administration_jobs"),
    path("ratings/", ratings.ratings, name="administration_ratings"),
    path("storage/", views.storage, name="administration_storage"),
]
