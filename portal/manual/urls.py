"""Under /manual/."""

from django.urls import path

from portal.manual import views

urlpatterns = [
    path("", views.contents, name="manual"),
    path("manual.html", views.file, name="manual_file"),
    path("manual.pdf", views.pdf, name="manual_pdf"),
    path("<slug:chapter>/", views.chapter_page, name="manual_chapter"),
]
