from django.apps import AppConfig

from tavleya.messages import N_

_BOARD = N_(
    "Facts first: say what happened, and the page shows what the Laws provide, with both clocks and the score before "
    "and after. Nothing changes until you apply the ruling, and an applied ruling can be undone or replaced."
)
_HELP = {
    "boards": N_(
        "Every board of the rounds in progress. Boards that need an arbiter come first: calls, time trouble, "
        "missing results. Select a board to rule, to stop the clocks or to enter its result."
    ),
    "board-card": _BOARD,
    "board-ruling": _BOARD,
    "appeals": N_(
        "A player files an appeal on the board’s page; the committee decides within the time that the regulations "
        "give. The standings stay provisional until then."
    ),
}
#: Pages by their place in the manual.
_PLACES = {
    "console#overview": "boards",
    "console#card": "board-card",
    "console#ruling": "board-ruling",
    "console#undo": "board-ruling-undo board-ruling-replace",
    "console#adjust": "board-fine",
    "console#log": "rulings rulings-report work-record",
    "console#appeals": "appeals appeal-file",
    "paper-boards#adjourn": "board-adjournment board-envelope sessions",
    "paper-boards#before": "duty checklists",
    "paper-boards#sheets": "board-sheets",
}


class ArbiterConfig(AppConfig):
    name = "arbiter"

    def ready(self) -> None:
        """Register the hooks of `arbiter` with the apps below, and the help of the console."""
        from arbiter.event_file import TABLES, ruling_lines
        from arbiter.selectors.regimes import is_followed, regime_of
        from arbiter.selectors.rulings import disputed_games, rulings_at
        from arbiter.services.appeals import appeal_story
        from arbiter.views.appeals import decisions_link
        from arbiter.views.proposal import ruling_in_force
        from games import hooks
        from games.states import state_of
        from tavleya.law.claims import agreement_bar
        from tournaments import event_tables
        from tournaments.hooks import correction_notes, count_rulings, disputes, event_links, story_of
        from tournaments.views.desk.help import register_help

        hooks.agreement_bar.register(
            lambda game: agreement_bar(state_of(game), regime_of(game), live=is_followed(game))
        )
        hooks.rulings_of.register(ruling_lines)
        disputes.register(disputed_games)
        count_rulings.register(rulings_at)
        correction_notes.register(ruling_in_force)
        event_links.register(decisions_link)
        event_tables.register(*TABLES)
        story_of.register("appeal", appeal_story)
        for place, addresses in _PLACES.items():
            for address in addresses.split():
                register_help(address, place, _HELP.get(address, ""))
