#!/bin/sh
# A browser that the processors serve before the server and Lighthouse: a phone shares its own with neither. Without the right
# to it (root's), `nice` says so, and the browser runs like all others.
exec nice -n -15 "${CHROMIUM_PATH:-/usr/bin/chromium}" "$@"
