from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        """Register the hooks for notices, and the writer of confirmation emails."""
        from games.hooks import calls_changed
        from notifications.services import audience, due_lines
        from notifications.services.kinds import CONFIRM
        from notifications.services.outbox import letter_of
        from notifications.services.sending import confirmation
        from people import hooks as of_people
        from tournaments import hooks

        calls_changed.register(audience.note_call)
        hooks.lines_due.register(due_lines.sweep_lines_soon)
        of_people.persons_hidden.register(audience.end_hidden)
        of_people.players_left.register(audience.keep_silent)
        of_people.persons_going.register(audience.hand_over)
        of_people.persons_joined.register(audience.note_entered)
        letter_of.register(CONFIRM, confirmation)
