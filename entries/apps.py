from django.apps import AppConfig


class EntriesConfig(AppConfig):
    name = "entries"

    def ready(self) -> None:
        """Register the hooks for places, fees, letters and notifications."""
        from entries.selectors.self_service import version_for_channel
        from entries.services.check_in import check_in_story
        from entries.services.entry_decisions import letter_of_entry
        from entries.services.entry_places import player_left, players_came, team_left
        from entries.services.fees import charge_players, charge_team
        from games.hooks import newest_of
        from tournaments import hooks

        hooks.entry_letter.register(letter_of_entry)
        hooks.story_of.register("check_in", check_in_story)
        newest_of.register("players", version_for_channel)
        hooks.players_entered.register(players_came, charge_players)
        hooks.player_withdrawn.register(player_left)
        hooks.team_entered.register(charge_team)
        hooks.team_withdrawn.register(team_left)
