"""The message catalogues of all engines.  A stored message may come from any of them and needs its catalogue loaded."""

from tavleya.clocks.messages import say as clocks
from tavleya.fees.messages import say as fees
from tavleya.formats.messages import say as formats
from tavleya.law.messages import say as law
from tavleya.norms.messages import say as norms
from tavleya.pairing.messages import say as pairing
from tavleya.prizes.messages import say as prizes
from tavleya.record.messages import say as record
from tavleya.rules.chess.messages import say as chess
from tavleya.rules.draughts.messages import say as draughts
from tavleya.rules.messages import say as rules
from tavleya.rules.tavreli.messages import say as tavreli
from tavleya.tiebreaks.messages import say as tiebreaks

CATALOGUES = (chess, clocks, draughts, fees, formats, law, norms, pairing, prizes, record, rules, tavreli, tiebreaks)
