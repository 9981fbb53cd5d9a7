"""Figures of speed, each beside a baseline measured in the same run."""
