/**
 * What `npm run artefact` copies: everything that a machine needs which serves the site. Not what only a build needs, no tests, no
 * history of the sources, and no invented people.
 */
export const COPIED_FOLDERS = [
  'dist/client',
  'dist/renderer',
  'dist/server',
  'config/catalogue',
  'config/legal',
  'config/deploy',
]
export const COPIED_FILES = [
  'config/memory.env',
  'config/env.example',
  'config/scripts/start.sh',
  'config/scripts/admin.sh',
  'LICENSE',
]
