import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const PROBE_MS = 20_000
/** The encoders that copies need. Some builds of ffmpeg lack them. */
const ENCODERS = [/\blibx264\b/, /\baac\b/]
/** The filters that map HDR to what every display shows. Without them its colours look pale. */
const TONE_FILTERS = [/\bzscale\b/, /\btonemap\b/]
/** Options of setpriv (Debian's util-linux): the kernel ends the process when its parent dies. */
const DIES_WITH_PARENT = ['--pdeathsig', 'KILL', '--']

/** An ffmpeg that can make copies of films. */
export interface Ffmpeg {
  /** The absolute path of the executable. */
  path: string
  /** The command that goes before the path, if there is one: it ends ffmpeg together with this process. */
  launcher: string[]
  /** Whether it can map HDR to what every display shows. */
  mapsTones: boolean
}

/**
 * The ffmpeg at `file`, or the first on the PATH. Undefined when there is none, when it does not run, or when it lacks
 * the encoders.
 */
export async function findFfmpeg(file: string | undefined, searchPath = process.env.PATH): Promise<Ffmpeg | undefined> {
  const found = file === undefined ? await findProgram('ffmpeg', searchPath) : path.resolve(file)
  if (!found) return undefined
  const [encoders, filters, launcher] = await Promise.all([
    outputOf(found, ['-hide_banner', '-encoders']),
    outputOf(found, ['-hide_banner', '-filters']),
    findLauncher(searchPath),
  ])
  if (!ENCODERS.every((encoder) => encoder.test(encoders ?? ''))) return undefined
  return { path: found, launcher, mapsTones: TONE_FILTERS.every((filter) => filter.test(filters ?? '')) }
}

async function findLauncher(searchPath: string | undefined): Promise<string[]> {
  const setpriv = await findProgram('setpriv', searchPath)
  // BusyBox's setpriv does not have the option.
  const works = setpriv && (await outputOf(setpriv, [...DIES_WITH_PARENT, setpriv, '--version'])) !== undefined
  return works ? [setpriv, ...DIES_WITH_PARENT] : []
}

async function findProgram(name: string, searchPath = ''): Promise<string | undefined> {
  for (const folder of searchPath.split(path.delimiter).filter((part) => path.isAbsolute(part))) {
    const file = path.join(folder, name)
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return file
  }
  return undefined
}

/** Undefined when the command cannot be run, or fails. */
async function outputOf(file: string, args: string[]): Promise<string | undefined> {
  try {
    return (await run(file, args, { env: {}, timeout: PROBE_MS })).stdout
  } catch {
    return undefined
  }
}
