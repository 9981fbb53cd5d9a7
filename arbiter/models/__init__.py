from arbiter.models.duty import Duty, HallIncident
from arbiter.models.ruling import Ruling

__all__ = ["Duty", "HallIncident", "Ruling"]
