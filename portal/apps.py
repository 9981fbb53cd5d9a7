from django.apps import AppConfig


class PortalConfig(AppConfig):
    name = "portal"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Services send tasks by their names, and a worker loads no page: both must be registered."""
        from portal import messages, tasks  # noqa: F401
