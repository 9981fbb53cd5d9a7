#!/bin/sh
# Run once by the image of PostgreSQL, when it makes its data: lets the replica follow.
set -e
echo "host replication all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
