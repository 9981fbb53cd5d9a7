"""Jobs of files of whole events."""

from tournaments.models.activity import JobKind
from tournaments.services.jobs import JobSpec, register
from transfer.services.eventfile.jobs import export_file, import_file

register(
    JobSpec(kind=JobKind.EXPORT_EVENT, run=export_file, one_moment=True),
    JobSpec(kind=JobKind.IMPORT_EVENT, run=import_file),
    JobSpec(kind=JobKind.CHECK_IN, run=import_file),
)
