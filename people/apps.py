from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "people"

    def ready(self) -> None:
        """Settle which persons have a page when an event changes what it shows."""
        from people.services.persons.showing import settle_event
        from tournaments import hooks

        hooks.visibility_changed.register(settle_event)
