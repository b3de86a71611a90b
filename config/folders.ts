import path from 'node:path'

/** The folders that the build, its scripts and the tests agree on. */
export const ROOT = path.resolve(__dirname, '..')

export type Mode = 'development' | 'production'
export type Program = 'client' | 'renderer' | 'server'

/** Where a build of a program lies. While one works it lies apart, so that `npm start` never serves half of it. */
export function buildFolder(program: Program, mode: Mode = 'production'): string {
  return path.join(ROOT, 'dist', mode === 'production' ? '' : 'dev', program)
}
