"""The state of a fee, from the amounts due and paid."""

from enum import StrEnum


class FeeState(StrEnum):
    NOTHING_DUE = "nothing_due"
    OWED = "owed"
    PARTLY_PAID = "partly_paid"
    PAID = "paid"
    WAIVED = "waived"
    REFUND_DUE = "refund_due"


def state_of(due: int, paid: int, *, waived: bool = False) -> FeeState:
    """Return the state for amounts in minor units, neither negative.

    `waived`: nothing is due because the fee was waived.
    """
    if paid > due:
        return FeeState.REFUND_DUE
    if not due:
        return FeeState.WAIVED if waived else FeeState.NOTHING_DUE
    if paid == due:
        return FeeState.PAID
    return FeeState.PARTLY_PAID if paid else FeeState.OWED
