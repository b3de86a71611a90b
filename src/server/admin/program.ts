import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { Command } from 'commander'
import { type Config, readConfig, withCredentials } from '../config'
import { ignoreMissing } from '../lib/system-errors'
import { createLog, type Log } from '../lib/log'
import { RELEASE } from '../lib/release'
import { destination } from 'pino'
import { withInstallation } from './installation'
import { findRunningServer } from './server-client'
import { type VerbResult, type Input, type InstallationVerb, type Verb, VerbError } from './verb'
import { VERBS } from './verbs'

const STDERR = 2

/**
 * The operator's CLI. Results go to stdout, as lines or with --json as one JSON text; progress and prompts go to
 * stderr, and so do results of a verb that streams to stdout. Sets exit code 1 when a check finds problems; failures are thrown.
 */
export function createProgram(): Command {
  const program = new Command('pomnim')
    .description('Looks after an installation of Помним. It reads the same settings as the server.')
    .version(RELEASE)
    .helpCommand(false)
    .exitOverride()
  const groups = new Map<string, Command>()
  for (const verb of VERBS) {
    const [first = '', second] = verb.words.split(' ')
    if (second === undefined) {
      addVerb(program, first, verb)
      continue
    }
    const group = groups.get(first) ?? program.command(first).description(summaryOf(first)).helpCommand(false)
    groups.set(first, group)
    addVerb(group, second, verb)
  }
  return program
}

/** The subcommands of a group: 'list, show, block, …'. */
function summaryOf(group: string): string {
  const verbs = VERBS.flatMap(({ words }) => (words.startsWith(`${group} `) ? [words.slice(group.length + 1)] : []))
  return `${verbs.join(', ')} (more: pomnim ${group} --help)`
}

function addVerb(parent: Command, name: string, verb: Verb): void {
  const command = parent.command(`${name} ${verb.takes ?? ''}`.trim()).description(verb.summary)
  for (const { flags, means, must } of verb.options ?? []) {
    if (must) command.requiredOption(flags, means)
    else command.option(flags, means)
  }
  if (verb.question) command.option('--yes', 'do not ask')
  command.option('--json', 'answer as JSON, for programs')
  command.action(async (...given: unknown[]) => {
    // Commander passes each argument, then the options, then the command itself.
    const args = given
      .slice(0, -2)
      .flat()
      .filter((arg) => arg !== undefined) as string[]
    const input = { args, options: asTyped(given.at(-2) as Record<string, string | boolean>) }
    await runVerb(verb, input)
  })
}

/** Options by their flags: commander camel-cases `--dry-run` to dryRun. */
function asTyped(options: Record<string, string | boolean>): Input['options'] {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      value,
    ]),
  )
}

async function runVerb(verb: Verb, input: Input): Promise<void> {
  if (verb.question && input.options.yes !== true) await confirm(verb.question(input))
  const result = await resultOf(verb, input)
  const out = input.options.json === true ? [JSON.stringify(result.data, null, 2)] : result.lines
  const stream = result.hasWrittenStdout ? process.stderr : process.stdout
  for (const line of out) stream.write(`${line}\n`)
  if (result.isBad) process.exitCode = 1
}

async function resultOf(verb: Verb, input: Input): Promise<VerbResult> {
  const config = readConfig(withCredentials(process.env))
  if (!verb.needsNoData) await refuseRootOnDataOf(config)
  if ('run' in verb) return verb.run(config, input, (line) => process.stderr.write(`${line}\n`))
  const prepared = verb.prepare?.(input) ?? input
  const result = await installationResult(config, verb, prepared)
  return verb.finish ? verb.finish(result, prepared) : result
}

async function installationResult(config: Config, verb: InstallationVerb, prepared: Input): Promise<VerbResult> {
  const server = config.databaseUrl ? undefined : await findRunningServer(config.dataDir)
  if (!server) return withInstallation(config, quietLog(), (installation) => verb.runOn(installation, prepared))
  try {
    return await server.ask({ verb: verb.words, ...prepared })
  } finally {
    server.close()
  }
}

/**
 * A server of another user could not open files that root leaves in DATA_DIR: after a mere `check` it could accept no
 * photograph.
 * @throws VerbError
 */
async function refuseRootOnDataOf({ dataDir }: Config): Promise<void> {
  if (process.getuid?.() !== 0) return
  const owner = (await stat(dataDir).catch(ignoreMissing))?.uid ?? 0
  if (owner === 0) return
  throw new VerbError(
    `DATA_DIR ${dataDir} belongs to the user number ${owner}, and you are root: the server could not open what root leaves there. ` +
      'Call this as that user (runuser, sudo -u), or by the program that the guide puts into /usr/local/bin',
  )
}

/** Logs only problems: the result of the command says what was done. */
function quietLog(): Log {
  return createLog({ destination: destination(STDERR), level: 'warn' })
}

/** @throws VerbError unless the answer is yes */
async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new VerbError(`${question} Nobody can be asked here: add --yes`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const said = await terminal.question(`${question} (yes or no) `)
  terminal.close()
  if (!/^y(es)?$/i.test(said.trim())) throw new VerbError('nothing was done')
}
