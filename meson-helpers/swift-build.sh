#!/usr/bin/env bash
# Called by meson: swift-build.sh PACKAGE SCRATCH CONFIGURATION PRODUCT OUTPUT
# Builds one product of the Swift package and copies it to where meson expects it.
set -euo pipefail
# shellcheck source=meson-helpers/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

build=(swift build --package-path "$1" --scratch-path "$2" -c "$3" --product "$4" --static-swift-stdlib)
"${build[@]}" 2>&1 | without_flag_warning
install -m 755 "$("${build[@]}" --show-bin-path 2>/dev/null)/$4" "$5"
