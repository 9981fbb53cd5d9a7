"""Tournament report files: TRF16 and TRF26 (FIDE C.02.03, Annexure A), with the lines of older pairing programs.

`read` takes the bytes of a file.  It either refuses the file and reports every problem by line, or returns a
`TrfTournament` and the list of adjustments.  `write` returns unchanged parts byte for byte.
"""

from tavleya.formats.trf.reader import TrfReading, for_edition, read, write
from tavleya.formats.trf.team_table import table_of
from tavleya.formats.trf.tournament import TrfTournament

__all__ = ["TrfReading", "TrfTournament", "for_edition", "read", "table_of", "write"]
