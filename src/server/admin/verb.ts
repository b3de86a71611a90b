import type { Config } from '../config'
import type { Installation } from './installation'

/** The arguments and options of a command. */
export interface Input {
  args: string[]
  options: Record<string, string | boolean | undefined>
}

/** The result of a command: `data` for scripts, `lines` for people. */
export interface Answer {
  data: unknown
  lines: string[]
  /** The check found a problem: exit with 1, as after a failure. */
  isBad?: boolean
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
  runOn: (installation: Installation, input: Input) => Promise<Answer>
  /** Runs first, in the CLI process: resolves file names and checks that files exist. */
  prepare?: (input: Input) => Input
  /** Runs last, in the CLI process: a running server cannot write where the operator can. */
  finish?: (answer: Answer, input: Input) => Promise<Answer>
}

/** A command that the CLI process executes itself. `say` reports progress. */
export interface LocalVerb extends VerbBase {
  run: (config: Config, input: Input, say: (line: string) => void) => Promise<Answer>
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
