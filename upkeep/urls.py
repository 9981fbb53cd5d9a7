"""URLs of the service's administration, and of people's requests about their data."""

from django.urls import path

from upkeep import administration
from upkeep.privacy import views as privacy

urlpatterns = [
    path("privacy/", privacy.privacy, name="privacy"),
    path("account/data/", privacy.account_data, name="account_data"),
    path("account/data/file/", privacy.account_data_file, name="account_data_file"),
    path("my/<secret:token>/data/", privacy.my_data, name="my_data"),
    path("my/<secret:token>/data/file/", privacy.my_data_file, name="my_data_file"),
    path("administration/privacy/", privacy.requests, name="administration_privacy"),
    path("administration/privacy/act/", privacy.act, name="administration_privacy_act"),
    path("administration/", administration.people, name="administration"),
    path("administration/people/new/", administration.new_person, name="administration_new_person"),
    path("administration/people/<int:user_id>/", administration.person, name="administration_person"),
    path("administration/people/<int:user_id>/act/", administration.act, name="administration_act"),
    path("administration/events/", administration.events, name="administration_events"),
    path("administration/organisations/", administration.organisations, name="administration_organisations"),
    path("administration/jobs/", administration.jobs, name="administration_jobs"),
    path("administration/ratings/", administration.ratings, name="administration_ratings"),
    path("administration/storage/", administration.storage, name="administration_storage"),
]
