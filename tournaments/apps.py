from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Answer and listen to the floor of games, which knows nothing of tournaments."""
        from accounts.hooks import account_closed, is_invited, is_official
        from games import hooks
        from tournaments import access, announcements, tasks  # noqa: F401  (services send tasks by their names: they must be registered)
        from tournaments.listening import register_channels
        from tournaments.selectors.games import differing_results, names_in
        from tournaments.services.accounts import account_closed as closed
        from tournaments.services.altered_rounds import check_draft
        from tournaments.services.hand_round_robin import check_meetings
        from tournaments.services.notifications.kinds import CONFIRM, ENTRY
        from tournaments.services.notifications.letters import confirmation
        from tournaments.services.notifications.notices import note_call
        from tournaments.services.notifications.outbox import register_writer
        from tournaments.services.online_entries.letters import letter_of_entry
        from tournaments.services.online_entries.places import player_left, players_came, team_left
        from tournaments.services.player_links import holder
        from tournaments.services.results import sync_pairing_result, sync_pairing_results
        from tournaments.services.rounds import before_publication
        from tournaments.services.sections import after_registration, after_withdrawal
        from tournaments.services.teams import after_team_withdrawal

        is_official.register(access.is_official)
        account_closed.register(closed)
        is_invited.register(access.is_invited)
        hooks.standing_of.register(access.standing_of_game)
        hooks.visible_to.register(access.game_visible_to)
        hooks.public_games.register(access.public_games)
        hooks.wall_of.register(access.wall_of)
        hooks.names_of.register(names_in)
        hooks.differing_copies.register(differing_results)
        hooks.holder_of.register(holder)
        hooks.result_changed.register(sync_pairing_result, sync_pairing_results)
        hooks.calls_changed.register(announcements.calls_changed)
        hooks.calls_changed.register(note_call)
        register_channels()
        register_writer(ENTRY, letter_of_entry)
        register_writer(CONFIRM, confirmation)
        for check in (check_draft, check_meetings):
            if check not in before_publication:
                before_publication.append(check)
        for told, listener in ((after_registration, players_came), (after_withdrawal, player_left)):
            if listener not in told:
                told.append(listener)  # type: ignore[arg-type]
        if team_left not in after_team_withdrawal:
            after_team_withdrawal.append(team_left)
