"""The head of a page: title and description, for browsers, search engines and messengers."""

from html import unescape

from django import template
from django.template.base import Node, NodeList, Parser, Token
from django.template.context import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.views.pictures import ASKED, PICTURE_SIZE, absolute, addresses_of, is_private, without_language
from games.views.requests import reader_language
from tavleya.languages import is_cyrillic

register = template.Library()


class _DescriptionNode(Node):
    """The contents of the block, rendered once and inserted twice."""

    def __init__(self, nodelist: NodeList, html: str) -> None:
        self.nodelist, self.html = nodelist, html

    def render(self, context: Context) -> SafeString:
        # Sentences of the catalogue may contain quotation marks, which an attribute must not.
        return format_html(self.html, " ".join(unescape(self.nodelist.render(context)).split()))


@register.tag
def titled(parser: Parser, token: Token) -> Node:
    """Set the title of the page, for the browser and for messengers."""
    nodelist = parser.parse(("endtitled",))
    parser.delete_first_token()
    return _DescriptionNode(nodelist, '<title>{0}</title>\n  <meta property="og:title" content="{0}">')


@register.tag
def described(parser: Parser, token: Token) -> Node:
    """Set the sentence that search engines and messengers show under the title."""
    nodelist = parser.parse(("enddescribed",))
    parser.delete_first_token()
    html = '<meta name="description" content="{0}">\n  <meta property="og:description" content="{0}">'
    return _DescriptionNode(nodelist, html)


@register.inclusion_tag("components/sharing.html", takes_context=True)
def sharing(context: Context) -> dict[str, object]:
    """Return canonical address, languages and picture of a public page; for other pages, `noindex`."""
    request = context.get("request")
    # An embedded page must not be indexed separately.
    if request is None or is_private(request.path) or getattr(request, "embedded", False):
        return {"private": True}
    picture = context.get("picture")
    return {
        "addresses": addresses_of(request),
        "picture": picture() if callable(picture) else picture,
        "width": PICTURE_SIZE[0],
        "height": PICTURE_SIZE[1],
    }


@register.simple_tag(takes_context=True)
def here(context: Context) -> str:
    """Return the address of this page for a language form, which returns to it in the chosen language."""
    request = context.get("request")
    return without_language(request) if request is not None else "/"


@register.simple_tag
def reads_cyrillic() -> bool:
    """Return whether the page should preload Cyrillic letters."""
    return is_cyrillic(reader_language())


@register.simple_tag(takes_context=True)
def embed_address(context: Context) -> str:
    """Return the address of the page without navigation, for a frame in another page."""
    return absolute(f"{context['request'].path}embed/", {})


@register.simple_tag(takes_context=True)
def oembed(context: Context) -> SafeString:
    """Return the link to the oEmbed data of this page (oembed.com)."""
    request = context["request"]
    if getattr(request, "embedded", False):
        return SafeString()
    url = absolute(reverse("oembed"), {"url": absolute(request.path, {}), ASKED: reader_language()})
    return format_html('<link rel="alternate" type="application/json+oembed" href="{}">', url)
