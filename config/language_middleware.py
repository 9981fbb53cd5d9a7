"""Language from the URL (`?lang=ru`), for links from search engines and messengers."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import translation

from games.views.sharing import language_asked


class AskedLanguageMiddleware:
    """Middleware after LocaleMiddleware, which determines the reader's language; stores nothing."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if query := language_asked(request):
            translation.activate(query)
            request.LANGUAGE_CODE = query
        return self.get_response(request)
