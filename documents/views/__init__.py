"""What a tournament gives out as files: for print, for spreadsheets, for programs."""
