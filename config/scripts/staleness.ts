import fs from 'node:fs'
import path from 'node:path'
import { buildFolder, type Program, ROOT } from '../folders'

interface Built {
  /** The file that a finished build leaves behind. */
  proof: string
  sources: string[]
}

const TOOLCHAIN = [
  'config/rspack',
  'rspack.config.ts',
  'config/compile-typescript.cjs',
  'package-lock.json',
  'config/legal/consent.json',
  'config/legal/voice-consent.json',
  'src/contract',
]

const BUILT: Record<Program, Built> = {
  client: { proof: path.join(buildFolder('client'), 'index.html'), sources: [...TOOLCHAIN, 'src/client', 'public'] },
  renderer: { proof: path.join(buildFolder('renderer'), 'renderer.js'), sources: [...TOOLCHAIN, 'src/client'] },
  server: { proof: path.join(buildFolder('server'), 'main.js'), sources: [...TOOLCHAIN, 'src/server'] },
}

/** The bundles whose build is missing or older than any of its sources. */
export function stalePrograms(): Program[] {
  return (['client', 'renderer', 'server'] as const).filter(isStale)
}

/** All source files and folders of the bundles, from the root of the project. */
export const ALL_SOURCES = [...new Set(Object.values(BUILT).flatMap(({ sources }) => sources))]

/** Sets the time up to which a build covers its sources. */
export function markBuiltAt(program: Program, when: Date): void {
  fs.utimesSync(BUILT[program].proof, when, when)
}

function isStale(program: Program): boolean {
  const { proof, sources } = BUILT[program]
  if (!fs.existsSync(proof)) return true
  const builtAt = fs.statSync(proof).mtimeMs
  return sources.some((source) => newestChange(path.join(ROOT, source)) > builtAt)
}

function newestChange(file: string): number {
  const stats = fs.statSync(file, { throwIfNoEntry: false })
  if (!stats) return 0
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(stats.mtimeMs, ...fs.readdirSync(file).map((name) => newestChange(path.join(file, name))))
}
