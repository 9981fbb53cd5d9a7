from arbiter.models.ruling import Ruling

__all__ = ["Ruling"]
