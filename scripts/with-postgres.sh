#!/usr/bin/env bash
# Runs a command beside a PostgreSQL of its own in a temporary folder, named in AMWAJ_TEST_POSTGRES_URL.
set -euo pipefail

if [ $# = 0 ] || [ "$1" = "--help" ]; then
  echo "Usage: scripts/with-postgres.sh COMMAND…    COMMAND finds an empty PostgreSQL at \$AMWAJ_TEST_POSTGRES_URL"
  exit 0
fi

programs="$(compgen -G '/usr/lib/postgresql/*/bin' | sort -V | tail -n 1)"
folder="$(mktemp -d -t amwaj-postgres-XXXXXX)"
# PostgreSQL refuses to run as root; Debian's package brings a user for it.
as_owner=()
if [ "$(id -u)" = 0 ]; then
  chown postgres: "$folder"
  as_owner=(runuser -u postgres --)
fi
stop() {
  (cd / && "${as_owner[@]}" "$programs/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1) || true
  rm -rf "$folder"
}
trap stop EXIT

port="$(node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})')"
(
  cd /
  "${as_owner[@]}" "$programs/initdb" -D "$folder/data" -U amwaj --auth=trust --encoding=UTF8 --no-locale --no-sync >/dev/null
  "${as_owner[@]}" "$programs/pg_ctl" -D "$folder/data" -l "$folder/log" -w start \
    -o "-h 127.0.0.1 -p $port -k $folder -c max_connections=300" >/dev/null
)
export AMWAJ_TEST_POSTGRES_URL="postgres://amwaj@127.0.0.1:$port/postgres"
"$@"
