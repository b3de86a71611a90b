#!/bin/sh
# `npm start`: builds what is missing or older than its sources, then serves the built product. The build runs in a process
# that ends, and this one becomes the server, so that nothing waits beside it and holds memory.
set -e

# An artefact (`npm run artefact`), or an installation without the packages of a build, is served as it is.
if [ -d node_modules/@babel/register ]; then
  node -r ./config/register.cjs config/scripts/build-stale.ts &
  trap 'kill $!; exit 143' HUP INT TERM
  wait $!
  trap - HUP INT TERM
fi

set -a
. ./config/memory.env
NODE_ENV=production
exec node --enable-source-maps dist/server/main.js
