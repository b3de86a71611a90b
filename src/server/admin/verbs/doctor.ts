import type { JobLine, LetterLine } from '../../modules/operator/repository'
import type { LocalVerb, VerbResult } from '../verb'
import { type AskRows, type Finding, found, good, isAnyBad, lineOf, type Part, type Said, tryParts } from './check'
import { filesDamaged, healthcheck, jobsList } from './upkeep'
import { lettersList } from './letters'

/** What was tried, and what to do unless it is good. */
interface Diagnosis extends Omit<Finding, 'what'> {
  what: Part | 'server'
  remedy: string | null
}

export const doctor: LocalVerb = {
  words: 'doctor',
  summary: 'try all that check tries, the running server, jobs and unsent letters, and say of each fault what to do',
  async run(config, input, say) {
    const parts = await tryParts(config, workOf)
    const diagnoses = [...parts.map(diagnose), ...serverOf(await healthcheck.run(config, input, say))]
    return {
      data: diagnoses,
      lines: [...diagnoses.flatMap(linesOf), summaryOf(diagnoses)],
      isBad: isAnyBad(diagnoses),
    }
  },
}

const REMEDIES: Record<Part, string> = {
  settings: 'correct the setting, and start the server again',
  database:
    'start PostgreSQL, or correct DATABASE_URL; for an embedded database look whether another process has it open',
  sessions: 'let DATABASE_URL lead to PostgreSQL itself, or set pool_mode = session in the pooler',
  rights: 'alter role … nosuperuser nocreatedb nocreaterole noreplication nobypassrls',
  tables: 'start the server, or call pomnim migrate',
  encoding: "create a database with encoding 'UTF8' template template0, and restore a backup into it",
  clock: 'let both machines take the time from the network: timedatectl set-ntp true',
  maintenance: 'call pomnim maintenance off when the work is done',
  jobs: 'read the log, where "job failed" has the cause; when it is gone, call pomnim jobs run <name>',
  'unsent letters':
    'see pomnim letters list, and the log ("letter postponed"); when the cause is gone, call pomnim letters retry',
  'stored files':
    'see pomnim files damaged; take each from a backup (tar -xf …, files/<folder>) and put it back in its place',
  'legal pages': 'put the documents that are named into LEGAL_DIR',
  catalogue: 'correct the field that is named, or take CATALOGUE_DIR out of the settings',
  'file store': 'make room where DATA_DIR is and see who may write there; with S3 see the settings S3_… and the bucket',
  letters: 'correct SMTP_URL, or see whether the mail server runs and lets this machine in',
  Redis: 'start Redis, or correct REDIS_URL; until then each process counts for itself',
  disk: 'make room, or move the files to an object store',
  folder: 'close the folder to others, as it says',
}

function diagnose(finding: Finding): Diagnosis {
  return { ...finding, remedy: finding.state === 'good' ? null : REMEDIES[finding.what] }
}

const SERVER_REMEDY =
  'start it if it does not run; the last lines of its log say why ("not ready", or what came before it stopped)'

/** Of the parts that /readyz names. */
const REMEDIES_OF_DEGRADED: Record<string, string> = {
  store: REMEDIES['file store'],
  redis: REMEDIES.Redis,
  mail: REMEDIES.letters,
  disk: REMEDIES.disk,
  clock: 'the clock has leapt, and nothing is destroyed: see that it is right, then call pomnim clock accept',
  search: 'wait: people are read into memory; if it does not end, the log has the cause',
}

function serverOf({ data, lines, isBad = false }: VerbResult): Diagnosis[] {
  const { degraded = [] } = data as { degraded?: string[] }
  if (degraded.length === 0) {
    const state = isBad ? 'bad' : 'good'
    return [{ what: 'server', state, says: lines.join(' '), remedy: isBad ? SERVER_REMEDY : null }]
  }
  return degraded.map((part) => ({
    what: 'server',
    state: 'warning',
    says: `it runs without a part: ${part}`,
    remedy: REMEDIES_OF_DEGRADED[part] ?? SERVER_REMEDY,
  }))
}

function linesOf(diagnosis: Diagnosis): string[] {
  const { remedy } = diagnosis
  return [lineOf(diagnosis), ...(remedy === null ? [] : [`         what to do: ${remedy}`])]
}

function summaryOf(diagnoses: Diagnosis[]): string {
  const count = (state: Diagnosis['state']) => diagnoses.filter((diagnosis) => diagnosis.state === state).length
  const [bad, warnings] = [count('bad'), count('warning')]
  return bad + warnings === 0 ? 'Nothing is wrong.' : `Bad: ${bad}. Deserve attention: ${warnings}.`
}

/** Work that does not get done although every part may answer. */
export async function workOf(ask: AskRows): Promise<Finding[]> {
  return [
    await found('jobs', () => jobsOf(ask)),
    await found('unsent letters', () => unsentLettersOf(ask)),
    await found('stored files', () => storedFilesOf(ask)),
  ]
}

/** A running server sends instants as text. */
type Sent<Row> = { [Key in keyof Row]: Row[Key] extends Date | null ? Row[Key] | string : Row[Key] }

/** Every job runs once a day at least: what failed longer ago belongs to a job of a former release. */
const JOB_FORGOTTEN_MS = 2 * 24 * 60 * 60_000

async function jobsOf(ask: AskRows): Promise<Said> {
  const jobs = (await ask(jobsList)).data as Sent<JobLine>[]
  const failed = jobs.filter(
    ({ has_failed: hasFailed, is_running: isRunning, ended_at: endedAt }) =>
      hasFailed && !isRunning && endedAt !== null && ageMs(endedAt) < JOB_FORGOTTEN_MS,
  )
  if (failed.length === 0) return good('none has failed')
  return { state: 'warning', says: `failed when they last ran: ${failed.map(({ name }) => name).join(', ')}` }
}

/** The alert about letters that wait rings after as long. */
const LETTER_LATE_MS = 15 * 60_000

async function unsentLettersOf(ask: AskRows): Promise<Said> {
  const letters = (await ask(lettersList)).data as Sent<LetterLine>[]
  const givenUp = letters.filter(({ is_given_up: isGivenUp }) => isGivenUp)
  const late = letters.filter(
    ({ is_given_up: isGivenUp, due_at: dueAt }) => !isGivenUp && ageMs(dueAt) > LETTER_LATE_MS,
  )
  if (givenUp.length + late.length === 0) return good('none is late')
  return {
    state: 'warning',
    says: `of the oldest ${letters.length}, ${givenUp.length} were given up and ${late.length} are late`,
  }
}

async function storedFilesOf(ask: AskRows): Promise<Said> {
  const { length } = (await ask(filesDamaged)).data as unknown[]
  return length === 0 ? good('none is damaged') : { state: 'bad', says: `${length} are damaged` }
}

function ageMs(instant: Date | string): number {
  return Date.now() - new Date(instant).getTime()
}
