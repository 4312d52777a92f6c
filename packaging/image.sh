#!/usr/bin/env bash
# Builds the container image with buildah: the binary, the libraries that it is linked to, and their licences, as
# packaging/Containerfile says. The same commit, binary and Debian packages give the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" = --help ]; then
  echo "Usage: packaging/image.sh [BINARY [FOLDER [VERSION]]]    writes target/packages/amwaj-image.tar.xz"
  exit 0
fi

binary="$(realpath "${1:-target/dist/amwaj}")"
folder="${2:-target/packages}"
version="${3:-$("$binary" --version | cut -d' ' -f2)}"
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}"
umask 022
work="$(mktemp -d)"
# Storage of its own, so that nothing that was built before has a part in it.
storage=(--root "$work/storage" --runroot "$work/run" --storage-driver vfs)
# Some files in there are the image's user's, whom buildah alone can remove where it isn't run by root.
trap 'buildah "${storage[@]}" rmi --all --force >"$work/log" 2>&1 || true; rm -rf "$work"' EXIT

# Copies files to the same paths in the layer of libraries: MODE FILE...
copy() {
  for path in "${@:2}"; do install -D -m "$1" "$path" "$work/context/libraries/$path"; done
}
mapfile -t libraries < <(ldd "$binary" | grep --only-matching --perl-regexp '/\S+(?= \(0x)')
# Since Debian 13 a package has the path below /usr, to which /lib leads.
packages="$(for path in "${libraries[@]}"; do
  dpkg --search "$path" 2>/dev/null || dpkg --search "/usr$path"
done | cut -d: -f1 | sort -u)"
mapfile -t texts < <(printf '/usr/share/doc/%s/copyright\n' $packages)
mapfile -t common < <(grep -Eoh '/usr/share/common-licenses/[A-Za-z0-9-]+(\.[0-9])?' "${texts[@]}" | sort -u)
copy 755 "${libraries[@]}"
copy 644 "${texts[@]}" "${common[@]}"

program="$work/context/program"
documents="$program/usr/share/doc/amwaj"
install -d -m 1777 "$program/tmp"
install -d "$program/etc" "$program/var/lib"
install -D "$binary" "$program/usr/bin/amwaj"
install -D -m 644 -t "$documents" crates/amwaj/licences.txt
node packaging/sbom.mjs "$documents/sbom.cdx.json" "$version" $packages
echo "amwaj:x:10001:10001:Amwaj website:/var/lib/amwaj:/usr/sbin/nologin" >"$program/etc/passwd"
echo "amwaj:x:10001:" >"$program/etc/group"
# Without it, the order of name look-ups is glibc's own choice.
printf '%s\n' "passwd: files" "group: files" "hosts: files dns" >"$program/etc/nsswitch.conf"
install -d -m 700 "$work/context/data/amwaj"

name="localhost/amwaj:$version"
created="$(date --utc --date="@$SOURCE_DATE_EPOCH" +%FT%TZ)"
# Docker's format, since OCI's has no health check.
buildah "${storage[@]}" build --quiet --file packaging/Containerfile --tag "$name" --timestamp 0 \
  --format docker --isolation chroot --identity-label=false --omit-history \
  --label "org.opencontainers.image.version=$version" \
  --label "org.opencontainers.image.revision=$(git rev-parse HEAD)" \
  --label "org.opencontainers.image.created=$created" "$work/context" >/dev/null
image="$work/image"
buildah "${storage[@]}" push --quiet "$name" "dir:$image"
# That format names the container that the image was built in, which alone would differ from build to build.
built="$image/$(jq --raw-output '.config.digest | ltrimstr("sha256:")' "$image/manifest.json")"
jq --compact-output 'del(.container, .container_config, .parent, .config.Hostname)' "$built" >"$work/config"
digest="$(sha256sum "$work/config" | cut -d' ' -f1)"
size="$(stat --format=%s "$work/config")"
jq ".config.digest = \"sha256:$digest\" | .config.size = $size" "$image/manifest.json" >"$work/manifest"
mv "$work/config" "$image/$digest"
mv "$work/manifest" "$image/manifest.json"
skopeo copy --quiet --insecure-policy "dir:$image" "docker-archive:$work/image.tar:$name"
mkdir -p "$folder"
# Not gzip: the podman of Debian 12 takes such a file for damaged.
xz -1 --stdout "$work/image.tar" >"$folder/amwaj-image.tar.xz"
echo "$folder/amwaj-image.tar.xz"
