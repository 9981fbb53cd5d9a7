"""The manual: chapters in Markdown (`chapters/<language>/NN-name.md`), read in pages, as one file and as a PDF."""
