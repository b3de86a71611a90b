import path from 'node:path'

/** The folders that the build, its scripts and the tests agree on. */
export const ROOT = path.resolve(__dirname, '..')
export const CLIENT_BUILD = path.join(ROOT, 'dist/client')
export const SERVER_BUILD = path.join(ROOT, 'dist/server')
