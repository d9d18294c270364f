# shellcheck shell=bash
# What `run`, `test`, `fuzz` and `docs` share: the Debian packages they need and how these are installed, and how the program is built.
# Sourced, never executed. Everything it says goes to standard error: standard output belongs to the program.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

# With standard input closed, the next file opened would become it.
[[ -e /proc/self/fd/0 ]] || exec </dev/null

font_packages=(
  fonts-dejavu-core        # Latin, Greek, Cyrillic
  fonts-noto-core          # Arabic, Hebrew, Devanagari, Thai, Khmer, Burmese and many more
  fonts-noto-cjk           # Chinese, Japanese, Korean
  fonts-noto-color-emoji
)
run_packages=(
  ca-certificates libgtk-4-dev libglib2.0-bin libsqlite3-dev zlib1g-dev liblzma-dev libzstd-dev pkg-config adwaita-icon-theme librsvg2-common
  dconf-gsettings-backend shared-mime-info gettext "${font_packages[@]}"
)
screen_packages=(xvfb xauth)
# shellcheck disable=SC2034 # used by `docs`
docs_packages=(libgtk-4-dev zlib1g-dev liblzma-dev libzstd-dev pkg-config python3)
# shellcheck disable=SC2034 # used by `deb` and `bare-root`
deb_packages=(
  "${run_packages[@]}" build-essential debhelper fakeroot lintian meson python3 rsync
)
# shellcheck disable=SC2034 # used by `test`
test_packages=(
  "${run_packages[@]}" "${screen_packages[@]}"
  locales # the sources of locales, for tests of dates and directions
  dbus-daemon at-spi2-core gir1.2-atspi-2.0 python3 python3-pyatspi xdotool desktop-file-utils appstream
  xserver-xorg-core xserver-xorg-video-dummy xinput # a server with a touch screen and touchpads
  flatpak-builder # checks its manifest
)

say() { printf '%s\n' "$*" >&2; }
fail() { say "$@"; exit 1; }

# Prints those of the named Debian packages that are not installed.
missing_packages() {
  local installed package
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
  for package in "$@"; do
    [[ $'\n'$installed$'\n' == *$'\n'"installed $package"$'\n'* ]] || printf '%s\n' "$package"
  done
}

# Installs those of the named packages that are missing. Calls nothing but dpkg-query when none is.
install_missing() {
  local missing install as_root=()
  command -v dpkg-query >/dev/null || { say "This is not Debian: expecting GTK 4.8 or later to be installed."; return; }
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0

  install="apt-get install -y --no-install-recommends ${missing[*]}"
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      say "Some Debian packages are missing. Install them with this command, then try again:"
      fail "  su -c 'apt-get update && $install'"
    elif ! sudo -n true 2>/dev/null && ! [[ -t 0 ]]; then
      say "Some Debian packages are missing. Install them with this command, then try again:"
      fail "  sudo sh -c 'apt-get update && $install'"
    fi
    as_root=(sudo)
  fi

  say "Installing Debian packages: ${missing[*]}"
  # A source that cannot be reached need not be the one that has the packages: the installation decides.
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 update >&2 </dev/null ||
    say "apt-get update failed; trying with the package lists at hand."
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 \
    install -y --no-install-recommends "${missing[@]}" >&2 </dev/null ||
    fail "The packages could not be installed."
}

require_swift() {
  command -v swift >/dev/null || fail "Swift 6 is needed and 'swift' was not found: see https://www.swift.org/install"
}

# SwiftPM refuses some of GTK's compiler flags, which Swift does not need, and warns of it in every run. The compiler says that
# modules that are compiled as a whole are not compiled in batches, or only where something has changed.
without_flag_warning() {
  sed -u "/prohibited flag(s)/d; /ignoring '-enable-batch-mode'/d; /remark: Incremental compilation has been disabled/d"
}

# Builds quietly; what the compiler had to say is shown when it fails.
build_quietly() {
  local log status=0
  log=$(mktemp)
  swift build --package-path "$root" "$@" >"$log" 2>&1 </dev/null || status=$?
  ((status == 0)) || without_flag_warning <"$log" >&2
  rm -f "$log"
  return "$status"
}

# Compiles the schema of the settings for programs that are started from the tree.
compile_schemas() {
  local folder=$root/.build/schemas
  mkdir -p "$folder"
  glib-compile-schemas --strict --targetdir="$folder" "$root/data" || fail "The schema of the settings has errors."
  export GSETTINGS_SCHEMA_DIR=$folder${GSETTINGS_SCHEMA_DIR:+:$GSETTINGS_SCHEMA_DIR}
}

# Compiles the translations for programs that are started from the tree.
compile_translations() {
  "$root/meson-helpers/translations" compile "$root/.build/locale" || fail "The translations have errors."
}
