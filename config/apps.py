import gc
from importlib import import_module

from django.apps import AppConfig
from django.conf import settings
from django.utils.module_loading import autodiscover_modules


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        """Load the sentences, kinds of acts, tasks and checks of all apps.

        A worker loads no page and needs the sentences too; services send tasks by their names.
        """
        autodiscover_modules("messages", "kinds")
        autodiscover_modules("tasks", "checks")  # some name kinds of other apps


def settle() -> None:
    """Call once everything is imported: the collector ignores the present objects from then on."""
    import_module(settings.ROOT_URLCONF)  # Django itself would wait for the first request
    gc.collect()
    gc.freeze()
