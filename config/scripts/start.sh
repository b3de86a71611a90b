#!/bin/sh
# `npm start`: builds what is missing or older than its sources, then serves the built product. The build runs in a process
# that ends, and this one becomes the server, so that nothing waits beside it and holds memory.
set -e

node -r ./config/register.cjs config/scripts/build-stale.ts &
trap 'kill $!; exit 143' HUP INT TERM
wait $!
trap - HUP INT TERM

set -a
. ./config/memory.env
NODE_ENV=production
exec node --enable-source-maps dist/server/main.js
