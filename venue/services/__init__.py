"""What boards and programs at the venue say: reports of boards, games as PGN, and questions where they disagree."""
