"""Documents of a tournament: for print, for spreadsheets, for programs."""
