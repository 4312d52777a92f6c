#!/usr/bin/env bash
# Installs the Debian packages that the tests and the benchmark use; quick when they are there, leaves no service running.
set -euo pipefail

if [ "${1:-}" = "--help" ]; then
  echo "Usage: scripts/install-debian.sh    installs what 'make test' and 'make bench' need from Debian"
  exit 0
fi

# program that has to exist → package that brings it
needs=(
  "/usr/bin/chromium chromium"
  "/usr/bin/chromium-headless-shell chromium-headless-shell"
  "/usr/sbin/exim4 exim4-daemon-light"
  "/usr/sbin/nginx nginx"
  "/usr/sbin/haproxy haproxy"
  "/usr/share/java/zookeeper.jar zookeeper"
  "/usr/bin/wrk wrk"
  "/usr/bin/strace strace"
  "/usr/bin/lintian lintian"
  "/usr/bin/mmdebstrap mmdebstrap"
  "/usr/bin/pebble pebble"
  "/usr/bin/openssl openssl"
  "/usr/bin/sqlite3 sqlite3"
  "/usr/bin/systemd-analyze systemd"
  "/usr/lib/postgresql/*/bin/initdb postgresql"
  "/usr/bin/promtool prometheus"
  "/usr/sbin/runc runc"
  "/usr/bin/buildah buildah"
  "/usr/bin/jq jq"
  "/usr/bin/skopeo skopeo"
  "/usr/bin/docker-compose docker-compose"
)
missing=()
for need in "${needs[@]}"; do
  read -r program package <<<"$need"
  compgen -G "$program" >/dev/null || missing+=("$package")
done
python3 -c 'import ensurepip' 2>/dev/null || missing+=(python3-venv)
command -v java >/dev/null || missing+=(default-jre-headless)
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
echo "Installing from Debian: ${missing[*]}"

# Debian starts a server as soon as it is installed; this policy says no while we install.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee "$policy" >/dev/null
  "${as_root[@]}" chmod 755 "$policy"
  trap '"${as_root[@]}" rm -f "$policy"' EXIT
fi
log="$(mktemp)"
install_all() {
  "${as_root[@]}" apt-get update -qq &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends --no-remove "${missing[@]}"
}
if ! install_all >"$log" 2>&1; then
  tail -n 30 "$log"
  echo "These packages could not be installed: ${missing[*]}" >&2
  exit 1
fi
rm -f "$log"

# Nor at the next start of the machine.
if command -v systemctl >/dev/null; then
  for package in "${missing[@]}"; do
    case "$package" in
      exim4-daemon-light) "${as_root[@]}" systemctl disable --quiet exim4 2>/dev/null || true ;;
      nginx | haproxy | prometheus | postgresql)
        "${as_root[@]}" systemctl disable --quiet "$package" 2>/dev/null || true
        ;;
    esac
  done
fi
