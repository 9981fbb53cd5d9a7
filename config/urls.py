"""The URL map, one include for each audience: nouns.  A language is in no path; `?lang=` asks for one."""

from django.contrib.sitemaps.views import sitemap
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.http import require_safe

from config import outages, sitemaps, views
from config.offline import views as offline

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("api.urls")),  # first: programs ask most often
    path("events/<slug:slug>/decisions/", include("arbiter.urls.decisions")),
    path("", include("tournaments.urls.public")),
    path("events/<name:slug>/games/<int:game_id>/board/", include("arbiter.urls.live")),
    path("events/<name:slug>/games/<int:game_id>/", include("arbiter.urls.game")),
    path("events/<name:slug>/<name:section_slug>/rules/", include("arbiter.urls.rules")),
    path("hall/", include("arbiter.urls.screens")),
    path("desk/<name:slug>/boards/", include("arbiter.urls")),
    path("desk/<name:slug>/rulings/", include("arbiter.urls.rulings")),
    path("desk/", include("tournaments.urls.desk")),
    path("manual/", include("config.manual.urls")),
    path("", include("upkeep.privacy.urls")),
    path("", include("accounts.urls")),
    path("administration/", include("upkeep.administration.urls")),
    path("language/", views.set_language, name="set_language"),
    path("theme/", views.set_theme, name="set_theme"),
    path("robots.txt", sitemaps.robots, name="robots"),
    path("sitemap.xml", require_safe(sitemap), {"sitemaps": sitemaps.SITEMAPS}, name="sitemap"),
    path("sw.js", offline.worker, name="worker"),
    path("offline/", offline.offline, name="offline"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("favicon.ico", views.favicon, name="favicon"),
]

handler400 = views.bad_request
handler403 = views.permission_denied
handler404 = views.not_found
handler500 = outages.server_error
