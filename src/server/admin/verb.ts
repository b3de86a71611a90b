import type { Config } from '../config'
import type { Installation } from './installation'

/** What was typed after the words of a verb. */
export interface Input {
  args: string[]
  options: Record<string, string | boolean | undefined>
}

/** What a verb answers: `data` for programs, `lines` for people. */
export interface Answer {
  data: unknown
  lines: string[]
  /** What was looked at is not as it should be: the program ends with 1, as after a failure. */
  isBad?: boolean
}

interface VerbBase {
  /** As they are typed: 'account block'. */
  words: string
  /** What follows the words, in commander's manner: '<email>'. */
  takes?: string
  summary: string
  /** Flags in commander's manner, and what they mean. `must`: the verb is refused without it. */
  options?: { flags: string; means: string; must?: boolean }[]
  /** It has nothing to do with DATA_DIR, so whoever calls it may be root. */
  needsNoData?: true
  /** Asked before anything is done, unless --yes is there. */
  question?: (input: Input) => string
}

/** Done with rows and files: by the running server where the database is embedded, else by this process itself. */
export interface InstallationVerb extends VerbBase {
  runOn: (installation: Installation, input: Input) => Promise<Answer>
  /** Done before that by the process that was called: names of files become whole, and files are looked for. */
  prepare?: (input: Input) => Input
  /** Done after that by the process that was called: a running server cannot write where the operator can. */
  finish?: (answer: Answer, input: Input) => Promise<Answer>
}

/** Done by this process, which decides itself what it needs. `say` tells of progress. */
export interface LocalVerb extends VerbBase {
  run: (config: Config, input: Input, say: (line: string) => void) => Promise<Answer>
}

export type Verb = InstallationVerb | LocalVerb

/** What was asked for cannot be done. Its message is for the operator. */
export class VerbError extends Error {}

/** The value of an option that takes one; undefined when it was not given. */
export function text({ options }: Input, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** @throws VerbError for what is no whole number */
export function wholeNumber(what: string, value: string): number {
  if (!/^-?\d{1,9}$/.test(value)) throw new VerbError(`${what} must be a whole number, not ${value}`)
  return Number(value)
}

/** The value of an option as a whole number. */
export function numberOption(input: Input, name: string): number | undefined {
  const value = text(input, name)
  return value === undefined ? undefined : wholeNumber(`--${name}`, value)
}
