"""Uploads of organisers, for all visitors who see the event."""

from django.http import FileResponse, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from games.views.problems import find_or_404
from tournaments.models.upload import UploadKind
from tournaments.services.uploads import upload_for
from tournaments.views.frame import EventFrame

#: A file never changes at its address; a removed file disappears a little later.
_KEPT = "public, max-age=300"
_PRIVATE = "private, no-cache"


@require_safe
def upload(request: HttpRequest, slug: str, upload_id: int) -> HttpResponseBase:
    """One file, as nothing but what its bytes were found to be."""
    frame = EventFrame.at(request, slug)
    row, file = find_or_404(lambda: upload_for(event=frame.event, upload_id=upload_id))
    etag = f'"{row.sha256[:32]}"'
    answer: HttpResponseBase
    if (unchanged := get_conditional_response(request, etag=etag)) is not None:
        file.close()
        answer = unchanged
    else:
        suffix = row.stored.rpartition(".")[2]
        answer = FileResponse(file, content_type=row.media_type, filename=f"{row.title}.{suffix}")
        if row.kind == UploadKind.IMAGE:
            answer["Content-Security-Policy"] = "default-src 'none'; img-src 'self'; sandbox"
    answer["ETag"] = etag
    answer["X-Content-Type-Options"] = "nosniff"
    public = frame.event.published and frame.event.archived_at is None
    answer["Cache-Control"] = _KEPT if public else _PRIVATE
    return answer
