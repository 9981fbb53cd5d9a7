from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

_BY_LINK = ("notifications_stop", "notifications_renew", "notifications_confirm")


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        """Register the stories and hooks of notices, letters and webhooks; put their pages into the desk, with help."""
        from games.hooks import calls_changed
        from notifications.services import audience, channels, due_lines, outbox, subscriptions, webhooks
        from notifications.services.sentences import STORIES
        from people import hooks as of_people
        from tavleya.permissions import Action
        from tournaments import hooks
        from tournaments.views.desk.help import register_help
        from tournaments.views.desk.pages import SETTINGS, DeskPage

        calls_changed.register(audience.note_call)
        hooks.lines_due.register(due_lines.sweep_lines_soon)
        hooks.note_ahead.register(audience.note_ahead)
        for kind, story in STORIES.items():
            hooks.story_of.register(kind, story)
        hooks.letter_due.register(outbox.queue_entry_letter)
        hooks.failed_letters.register(outbox.failed_letters)
        hooks.sends_letters.register(outbox.sends_letters)
        hooks.can_follow.register(channels.can_follow)
        hooks.gauges.register(webhooks.webhook_gauges)
        hooks.event_deleted.register(webhooks.forget_webhooks)
        hooks.event_returned.register(subscriptions.forget_subscriptions_to_missing)
        hooks.delete_old.register("KEEP_MESSAGES_DAYS", outbox.forget_messages)
        hooks.delete_old.register("KEEP_SUBSCRIPTIONS_DAYS", subscriptions.forget_subscriptions)
        of_people.persons_hidden.register(audience.end_hidden)
        of_people.players_left.register(audience.keep_silent)
        of_people.persons_going.register(audience.hand_over)
        of_people.persons_joined.register(audience.note_entered)
        SETTINGS.insert(
            DeskPage(_("Notifications"), "desk_notifications"),
            DeskPage(_("Messages sent"), "desk_messages", action=Action.EDIT_EVENT),
            after="desk_officials",
        )
        for address in ("desk_notifications", "desk_messages", *_BY_LINK):
            register_help(address, "people-and-rights#notifications")
