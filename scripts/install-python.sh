#!/usr/bin/env bash
# Installs what the tests use from PyPI into target/python; quick when it is there.
set -euo pipefail

if [ "${1:-}" = "--help" ]; then
  echo "Usage: scripts/install-python.sh    makes target/python with what scripts/requirements.txt names"
  exit 0
fi

root="$(cd "$(dirname "$0")/.." && pwd)"
wanted="$root/scripts/requirements.txt"
there="$root/target/python"
cmp --silent "$wanted" "$there/requirements.txt" && exit 0
rm -rf "$there"
python3 -m venv "$there"
"$there/bin/pip" install --quiet --disable-pip-version-check --requirement "$wanted"
cp "$wanted" "$there/requirements.txt"
