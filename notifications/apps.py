from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        """Register the hooks for notices, and the writer of confirmation emails."""
        from games.hooks import calls_changed
        from notifications.services import due_lines, following, notices
        from notifications.services.kinds import CONFIRM
        from notifications.services.letters import confirmation
        from notifications.services.outbox import letter_of
        from people import hooks as of_people
        from tournaments import hooks

        calls_changed.register(notices.note_call)
        hooks.lines_due.register(due_lines.sweep_lines_soon)
        of_people.persons_hidden.register(following.end_hidden)
        of_people.players_left.register(following.keep_silent)
        of_people.persons_going.register(following.hand_over)
        of_people.persons_joined.register(following.note_entered)
        letter_of.register(CONFIRM, confirmation)
