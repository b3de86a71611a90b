#!/bin/sh
# The container of PostgreSQL calls it once, when it has made its folder. The site gets an account that owns its database and may
# do nothing else; the superuser's password, which every container of PostgreSQL begins with, ends: from now on that account is
# reached in this container alone (docker compose exec postgres psql -U postgres).
set -eu
psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role pomnim login nosuperuser nocreatedb nocreaterole password :'password';
create database pomnim owner pomnim;
revoke connect on database postgres, template1 from public;
alter role current_user password null;
SQL
