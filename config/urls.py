"""The URL map.  A language is in no path; `?lang=` asks for one."""

from django.apps import apps

from config import outages
from config.routes import collect
from portal.views import site

urlpatterns = collect(apps.get_app_configs())

handler400 = site.bad_request
handler403 = site.permission_denied
handler404 = site.not_found
handler500 = outages.server_error
