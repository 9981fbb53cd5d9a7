"""The job of reports."""

from reports.services.jobs import import_report
from tournaments.models.activity import JobKind
from tournaments.services.jobs import JobSpec, register

register(JobSpec(kind=JobKind.IMPORT_TRF, run=import_report))
