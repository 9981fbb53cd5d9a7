"""The URL map, one include for each audience: nouns.  A language is in no path; `?lang=` asks for one."""

from django.contrib.sitemaps.views import sitemap
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.http import require_safe

from config import outages
from portal import sitemaps
from portal.offline import views as offline
from portal.views import site

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("api.urls")),  # first: programs ask most often
    path("events/<slug:slug>/decisions/", include("arbiter.urls.decisions")),
    path("", include("portal.urls.public")),
    path("events/<name:slug>/games/<int:game_id>/board/", include("arbiter.urls.live")),
    path("events/<name:slug>/games/<int:game_id>/", include("arbiter.urls.game")),
    path("events/<name:slug>/<name:section_slug>/rules/", include("arbiter.urls.rules")),
    path("hall/", include("arbiter.urls.screens")),
    path("desk/<name:slug>/boards/", include("arbiter.urls")),
    path("desk/<name:slug>/rulings/", include("arbiter.urls.rulings")),
    path("desk/", include("portal.urls.desk")),
    path("manual/", include("portal.manual.urls")),
    path("", include("upkeep.privacy.urls")),
    path("", include("accounts.urls")),
    path("administration/", include("upkeep.administration.urls")),
    path("language/", site.set_language, name="set_language"),
    path("theme/", site.set_theme, name="set_theme"),
    path("robots.txt", sitemaps.robots, name="robots"),
    path("sitemap.xml", require_safe(sitemap), {"sitemaps": sitemaps.SITEMAPS}, name="sitemap"),
    path("sw.js", offline.worker, name="worker"),
    path("offline/", offline.offline, name="offline"),
    path("manifest.webmanifest", site.manifest, name="manifest"),
    path("favicon.ico", site.favicon, name="favicon"),
]

handler400 = site.bad_request
handler403 = site.permission_denied
handler404 = site.not_found
handler500 = outages.server_error
