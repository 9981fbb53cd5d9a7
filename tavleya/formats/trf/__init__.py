"""Tournament report files: TRF16 and TRF26 (FIDE C.02.03, Annexure A), with the lines of older pairing programs.

`read` takes the bytes of a file and refuses it whole, with every problem by line, or gives a `TrfTournament` and the
list of what it took otherwise than written.  `write` gives back the same bytes for whatever was not changed.
"""

from tavleya.formats.trf.reader import TrfReading, read
from tavleya.formats.trf.table import table_of
from tavleya.formats.trf.tournament import TrfTournament
from tavleya.formats.trf.writer import for_edition, write

__all__ = ["TrfReading", "TrfTournament", "for_edition", "read", "table_of", "write"]
