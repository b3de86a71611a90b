import path from 'node:path'

/** The folders that the build, its scripts and the tests agree on. */
export const ROOT = path.resolve(__dirname, '..')

export type Mode = 'development' | 'production'
export type Program = 'client' | 'renderer' | 'server'

/** The folder of a build. A development build has a folder of its own, so that `npm start` never serves an unfinished one. */
export function buildFolder(program: Program, mode: Mode = 'production'): string {
  return path.join(ROOT, 'dist', mode === 'production' ? '' : 'dev', program)
}
