"""What is kept of people, and what they may ask for."""

from django.urls import path

from upkeep.privacy import views

urlpatterns = [
    path("privacy/", views.privacy, name="privacy"),
    path("account/data/", views.account_data, name="account_data"),
    path("account/data/file/", views.account_data_file, name="account_data_file"),
    path("my/<secret:token>/data/", views.my_data, name="my_data"),
    path("my/<secret:token>/data/file/", views.my_data_file, name="my_data_file"),
    path("administration/privacy/", views.requests, name="administration_privacy"),
    path("administration/privacy/act/", views.act, name="administration_privacy_act"),
]
