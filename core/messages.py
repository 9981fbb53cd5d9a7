"""The catalogues of all engines: a message that was stored may be of any of them, and needs its catalogue loaded."""

from __future__ import annotations

from clocks.messages import say as clocks
from core.fees.messages import say as fees
from core.formats.messages import say as formats
from core.law.messages import say as law
from core.norms.messages import say as norms
from core.pairing.messages import say as pairing
from core.prizes.messages import say as prizes
from core.record.messages import say as record
from core.rules.chess.messages import say as chess
from core.rules.draughts.messages import say as draughts
from core.rules.messages import say as rules
from core.rules.pdn.messages import say as pdn
from core.rules.pgn.messages import say as pgn
from core.rules.sheets.messages import say as sheets
from core.rules.tavreli.messages import say as tavreli
from core.tiebreaks.messages import say as tiebreaks

CATALOGUES = (
    chess,
    clocks,
    draughts,
    fees,
    formats,
    law,
    norms,
    pairing,
    pdn,
    pgn,
    prizes,
    record,
    rules,
    sheets,
    tavreli,
    tiebreaks,
)
