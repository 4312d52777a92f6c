#!/usr/bin/env bash
# Builds the Debian package with dpkg-deb: the binary, the units, the user, the manual, completions and the sample
# settings. The same commit and binary give the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" = --help ]; then
  echo "Usage: packaging/deb.sh [BINARY [FOLDER [VERSION [PACKING]]]]    writes amwaj_VERSION_ARCHITECTURE.deb"
  exit 0
fi

binary="$(realpath "${1:-target/dist/amwaj}")"
folder="${2:-target/packages}"
version="${3:-$("$binary" --version | cut -d' ' -f2)}"
architecture="$(dpkg --print-architecture)"
# Date of every file, and so of the package.
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}"
umask 022
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
tree="$work/tree"
share="$tree/usr/share"
documents="$share/doc/amwaj"
mkdir -p "$work/man" "$work/completions" "$folder"
"$binary" generate man "$work/man" >/dev/null
"$binary" generate completions "$work/completions" >/dev/null

install -D "$binary" "$tree/usr/bin/amwaj"
install -D -t "$tree/DEBIAN" packaging/{postinst,prerm,postrm}
install -D -m 644 -t "$tree/lib/systemd/system" packaging/systemd/amwaj.{service,socket}
install -D -m 644 packaging/systemd/amwaj.sysusers "$tree/usr/lib/sysusers.d/amwaj.conf"
install -D -m 644 packaging/lintian-overrides "$share/lintian/overrides/amwaj"
install -D -m 644 -t "$share/man/man1" "$work"/man/*
install -D -m 644 "$work/completions/amwaj.bash" "$share/bash-completion/completions/amwaj"
install -D -m 644 -t "$share/zsh/vendor-completions" "$work/completions/_amwaj"
install -D -m 644 -t "$share/fish/vendor_completions.d" "$work/completions/amwaj.fish"
install -D -m 644 -t "$documents" packaging/copyright crates/amwaj/licences.txt amwaj.example.toml docs/operations.md
node packaging/sbom.mjs "$documents/sbom.cdx.json" "$version"
cat >"$documents/changelog" <<END
amwaj ($version) stable; urgency=medium

  * See the repository's history.

 -- Amwaj <site@amwaj.example>  $(LC_ALL=C date --utc --rfc-email --date="@$SOURCE_DATE_EPOCH")
END
gzip -9 --no-name "$share"/man/man1/* "$documents"/{changelog,licences.txt,sbom.cdx.json}
cat >"$tree/DEBIAN/control" <<END
Package: amwaj
Version: $version
Architecture: $architecture
Maintainer: Amwaj <site@amwaj.example>
Installed-Size: $(du --summarize --apparent-size --block-size=1K --exclude=DEBIAN "$tree" | cut -f1)
Depends: libc6 (>= 2.34), libgcc-s1, systemd | systemd-standalone-sysusers
Section: web
Priority: optional
Description: website of a home maintenance company
 Serves the company's pages, stores service requests and mails them to the
 staff. One program with everything in it; SQLite or PostgreSQL.
END
file="$folder/amwaj_${version}_$architecture.deb"
dpkg-deb --root-owner-group "${4:--Zxz}" --build "$tree" "$file" >/dev/null
echo "$file"
