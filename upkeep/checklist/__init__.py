"""FIDE's checklist for tournament programs (VCL4THP): its questions, our answers, and the tests that show them."""
