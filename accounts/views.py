"""The user's own account.  Passwords, e-mail addresses, second factors and sessions are pages of django-allauth."""

from allauth.account.views import logout as allauth_logout
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from accounts import services
from accounts.addresses import too_often
from accounts.forms import NameForm, SetupForm
from accounts.models import User
from tavleya.actors import Actor
from tavleya.errors import DomainError

#: With GET, a link on a stranger's page could sign the user out.
logout = require_POST(allauth_logout)


@sensitive_post_parameters()
def setup(request: HttpRequest) -> HttpResponse:
    """The form for the first administrator, with the code printed at the start; 404 once there is one."""
    if services.has_administrator():
        raise Http404
    form = SetupForm(request.POST or None)
    if request.method == "POST":
        if (refusal := too_often(request, "setup")) is not None:
            return refusal
        if form.is_valid():
            try:
                user = services.set_up(now=timezone.now(), **form.given)
            except DomainError as error:
                form.refuse(error)
            else:
                login(request, user)
                return redirect("account")
    return render(request, "account/setup.html", {"form": form}, status=422 if form.errors else 200)


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """The user's name, and links to the other pages of the account."""
    user = request.user
    assert isinstance(user, User)
    form = NameForm(request.POST or None, initial={"name": user.name})
    if request.method == "POST" and form.is_valid():
        try:
            services.rename(actor=Actor(user.pk, user.shown_name), user_id=user.pk, name=form.cleaned_data["name"])
        except DomainError as error:
            form.refuse(error)
        else:
            messages.success(request, gettext("Your name has been saved."))
            return redirect("account")
    status = 422 if request.method == "POST" else 200
    return render(request, "account/account.html", {"form": form}, status=status)
