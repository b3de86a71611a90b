import { accessSync, constants, existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import type { Config } from '../config'
import type { Installation } from './installation'

/** The arguments and options of a command. */
export interface Input {
  args: string[]
  options: Record<string, string | boolean | undefined>
}

/** The result of a command: `data` for scripts, `lines` for people. */
export interface VerbResult {
  data: unknown
  lines: string[]
  /** The check found a problem: exit with 1, as after a failure. */
  isBad?: boolean
  /** Stdout holds the answer itself, so `data` and `lines` go to stderr. */
  hasWrittenStdout?: true
}

interface VerbBase {
  /** The name as typed: 'account block'. */
  words: string
  /** The arguments in commander's syntax: '<email>'. */
  takes?: string
  summary: string
  /** Options in commander's syntax, with descriptions. `must`: required. */
  options?: { flags: string; means: string; must?: boolean }[]
  /** The command does not touch DATA_DIR, so it may run as root. */
  needsNoData?: true
  /** The confirmation prompt, skipped with --yes. */
  question?: (input: Input) => string
}

/**
 * A command on rows and files: executed by the running server if the database is embedded, otherwise by this process.
 */
export interface InstallationVerb extends VerbBase {
  runOn: (installation: Installation, input: Input) => Promise<VerbResult>
  /** Runs first, in the CLI process: resolves file names and checks that files exist. */
  prepare?: (input: Input) => Input
  /** Runs last, in the CLI process: a running server cannot write where the operator can. */
  finish?: (result: VerbResult, input: Input) => Promise<VerbResult>
}

/** All that a command needs which only reads rows. */
export type Rows = Pick<Installation, 'db'>

/** A command that the CLI process executes itself. `say` reports progress. */
export interface LocalVerb extends VerbBase {
  run: (config: Config, input: Input, say: (line: string) => void) => Promise<VerbResult>
}

export type Verb = InstallationVerb | LocalVerb

/** The command cannot be executed. The message is for the operator. */
export class VerbError extends Error {}

/** The value of an option; undefined when it was not given. */
export function text({ options }: Input, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** @throws VerbError when the value is not a whole number */
export function wholeNumber(what: string, value: string): number {
  if (!/^-?\d{1,9}$/.test(value)) throw new VerbError(`${what} must be a whole number, not ${value}`)
  return Number(value)
}

/** The value of an option as a whole number. */
export function numberOption(input: Input, name: string): number | undefined {
  const value = text(input, name)
  return value === undefined ? undefined : wholeNumber(`--${name}`, value)
}

/**
 * The absolute path of a file argument. `npm run` and the script in config/deploy change to the folder of the
 * installation, and pass the operator's working directory in INIT_CWD.
 */
export function fileNamed(name: string): string {
  return path.resolve(process.env.INIT_CWD ?? '', name)
}

/** A file to read. @throws VerbError */
export function oldFile(name: string): string {
  const file = fileNamed(name)
  if (!allows(file, constants.R_OK)) throw new VerbError(`${file} is not there, or ${whoMayNot()} read it`)
  return file
}

/** A file to write, which only --force may replace. @throws VerbError */
export function newFile(name: string, { options }: Input): string {
  const file = fileNamed(name)
  const folder = path.dirname(file)
  if (!allows(folder, constants.W_OK | constants.X_OK)) {
    throw new VerbError(`the folder ${folder} is not there, or ${whoMayNot()} write into it`)
  }
  if (existsSync(file) && options.force !== true) throw new VerbError(`${file} is there already: --force replaces it`)
  return file
}

function allows(file: string, access: number): boolean {
  try {
    accessSync(file, access)
    return true
  } catch {
    return false
  }
}

/** In a container a user may have no name. */
function whoMayNot(): string {
  try {
    return `the user ${userInfo().username} may not`
  } catch {
    return 'this user may not'
  }
}

/** Columns padded to their widest value, under headings; one line of text when there are no rows. */
export function table(headings: string[], rows: (string | number)[][]): string[] {
  if (rows.length === 0) return ['There are none.']
  const texts = [headings, ...rows.map((row) => row.map(String))]
  const widths = headings.map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)))
  return texts.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
