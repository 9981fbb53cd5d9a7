"""Prizes and norms at the desk."""

from django.urls import path

from documents.views import desk_prizes
from ratings.views.desk import norms

SECTION = "<name:slug>/<name:section_slug>/"

urlpatterns = [
    path(SECTION + "prizes/", desk_prizes.prizes, name="desk_prizes"),
    path(SECTION + "prizes/new-category/", desk_prizes.category, name="desk_category_new"),
    path(SECTION + "prizes/categories/<name:category_slug>/", desk_prizes.category, name="desk_category"),
    path(SECTION + "prizes/print/", desk_prizes.print_page, name="desk_prizes_print"),
    path(SECTION + "norms/", norms.norms, name="desk_norms"),
]
