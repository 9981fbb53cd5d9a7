"""Prizes and norms at the desk."""

from django.urls import path

from tournaments.views.desk import norms, prizes

SECTION = "<name:slug>/<name:section_slug>/"

urlpatterns = [
    path(SECTION + "prizes/", prizes.prizes, name="desk_prizes"),
    path(SECTION + "prizes/new-category/", prizes.category, name="desk_category_new"),
    path(SECTION + "prizes/categories/<name:category_slug>/", prizes.category, name="desk_category"),
    path(SECTION + "prizes/print/", prizes.print_page, name="desk_prizes_print"),
    path(SECTION + "norms/", norms.norms, name="desk_norms"),
]
