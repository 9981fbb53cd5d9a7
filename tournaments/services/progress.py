"""The progress of a running job, stored in the cache."""

from django.core.cache import cache

from tournaments.services.games_import import Progress

_PROGRESS_KEPT_SECONDS = 60 * 60


def progress_writer(job_id: int) -> Progress:
    def progress(done: int, of: int) -> None:
        cache.set(_progress_key(job_id), (done, of), _PROGRESS_KEPT_SECONDS)

    return progress


def progress_of(job_id: int) -> tuple[int, int] | None:
    """Return the progress of a running job as (done, total) in games or players; None before the first step."""
    cached: list[int] | None = cache.get(_progress_key(job_id))
    return (cached[0], cached[1]) if cached else None


def _progress_key(job_id: int) -> str:
    return f"import-progress:{job_id}"
