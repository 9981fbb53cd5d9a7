# PgBouncer of Debian, told the password of the database when it starts.
FROM debian:12-slim
RUN apt-get update && apt-get install -y --no-install-recommends pgbouncer && rm -rf /var/lib/apt/lists/*
COPY pgbouncer.ini /etc/pgbouncer/pgbouncer.ini
USER postgres
EXPOSE 6432
CMD ["sh", "-c", "umask 077 && printf '\"tavleya\" \"%s\"\\n' \"$POSTGRES_PASSWORD\" > /tmp/users.txt && exec pgbouncer /etc/pgbouncer/pgbouncer.ini"]
