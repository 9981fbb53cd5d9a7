# One image for every process of the service; docker-compose.yml says which process runs what.

FROM python:3.12-slim-bookworm AS build
COPY requirements-extras.txt .
RUN python -m venv /opt/venv \
 && /opt/venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements-extras.txt

# Backups are made by the programs of the server's own version: these two, with the libraries that they are linked to.
FROM postgres:18-bookworm AS postgres
RUN mkdir -p /opt/postgresql/bin /opt/postgresql/programs /opt/postgresql/lib \
 && for name in pg_dump pg_restore; do \
      cp /usr/lib/postgresql/18/bin/$name /opt/postgresql/programs/ \
      && printf '#!/bin/sh\nLD_LIBRARY_PATH=/opt/postgresql/lib exec /opt/postgresql/programs/%s "$@"\n' $name > /opt/postgresql/bin/$name \
      && chmod 755 /opt/postgresql/bin/$name \
      && ldd /opt/postgresql/programs/$name | awk '/=> \//{print $3}' | grep -vE '/lib(c|m|dl|rt|pthread|resolv)\.so' \
         | xargs cp -t /opt/postgresql/lib/ || exit 1; \
    done

FROM python:3.12-slim-bookworm
RUN useradd --system --uid 10001 --home-dir /srv/tavleya --shell /usr/sbin/nologin tavleya \
 && mkdir -p /srv/static /srv/media \
 && chown tavleya:tavleya /srv/static /srv/media
COPY --from=build /opt/venv /opt/venv
COPY --from=postgres /opt/postgresql /opt/postgresql
COPY . /srv/tavleya
WORKDIR /srv/tavleya
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    TAVLEYA_MODE=production \
    TAVLEYA_STATIC_ROOT=/srv/static \
    TAVLEYA_MEDIA_ROOT=/srv/media
RUN python -m config.catalogues
USER tavleya
EXPOSE 8000
CMD ["granian", "--interface", "wsgi", "--host", "0.0.0.0", "--port", "8000", "--workers", "2", "--blocking-threads", "4", "config.wsgi:application"]
