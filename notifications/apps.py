from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Be told of calls at boards, and send the letters that ask whether an address is its owner's."""
        from games import hooks
        from notifications.services.kinds import CONFIRM
        from notifications.services.letters import confirmation
        from notifications.services.notices import note_call
        from notifications.services.outbox import register_writer

        hooks.calls_changed.register(note_call)
        register_writer(CONFIRM, confirmation)
