"""Players who left a round robin so early that their results do not count."""

from collections.abc import Sequence

from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.section import Section
from tournaments.selectors.table import load_boards, make_table


def early_withdrawals(section: Section, registrations: Sequence[Registration]) -> tuple[Registration, ...]:
    """Return the entries whose results stay in the crosstable but do not count (`tavleya.pairing.withdrawal`).

    `registrations` are all of the section.  No query if all are active.
    """
    if not section.system.predetermined:
        return ()
    removed = [
        registration for registration in registrations if registration.status != RegistrationStatus.ACTIVE
    ]
    if not removed:
        return ()
    boards = load_boards(section)
    played = {seat for board in boards if board.result for seat in (board.white, board.black)}
    counted = make_table(section, registrations, boards).participants
    return tuple(
        registration
        for registration in removed
        if registration.pk in played and not counted[registration.pk].encounters
    )
