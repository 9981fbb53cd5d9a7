from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "people"

    def ready(self) -> None:
        """Register the hook that updates persons' visibility when an event changes its settings."""
        from people.services.person_acts import settle_event
        from tournaments import hooks

        hooks.visibility_changed.register(settle_event)
