"""The models of `arbiter`, by subject; here they are found by Django."""

from arbiter.models import appeal, checklist, duty, envelope, fine, ruling

__all__ = ["appeal", "checklist", "duty", "envelope", "fine", "ruling"]
