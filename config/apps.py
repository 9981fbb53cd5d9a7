from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        """Load the sentences and tasks of all apps: a worker loads no page, and services send tasks by their names."""
        autodiscover_modules("messages", "tasks")
