from django.apps import AppConfig


class EntriesConfig(AppConfig):
    name = "entries"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Give and take places as players and teams come and go, and write the letters to entrants."""
        from entries.services.online_entries.letters import letter_of_entry
        from entries.services.online_entries.places import player_left, players_came, team_left
        from notifications.services.kinds import ENTRY
        from notifications.services.outbox import register_writer
        from tournaments.services.sections import after_registration, after_withdrawal
        from tournaments.services.teams import after_team_withdrawal

        register_writer(ENTRY, letter_of_entry)
        for told, listener in ((after_registration, players_came), (after_withdrawal, player_left)):
            if listener not in told:
                told.append(listener)  # type: ignore[arg-type]
        if team_left not in after_team_withdrawal:
            after_team_withdrawal.append(team_left)
