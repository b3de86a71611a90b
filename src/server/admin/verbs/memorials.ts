import type { ImportProblem, ImportTrial } from '@contract/import'
import type { Db } from '../../db/schema'
import { ApiError } from '../../lib/api-error'
import { findUserByEmail } from '../../modules/accounts/user-repository'
import { recordInRegister } from '../../modules/audit/repository'
import { listPages, type MemorialLine, recountStorage } from '../../modules/operator/repository'
import {
  type VerbResult,
  type Input,
  type InstallationVerb,
  numberOption,
  oldFile,
  table,
  text,
  VerbError,
  wholeNumber,
} from '../verb'

const LIMIT = 100
const REASON_MAX_LENGTH = 1000

/** Commands for memorials. Each change is recorded in the register. */
export const memorialVerbs: InstallationVerb[] = [
  {
    words: 'memorial list',
    summary: 'pages, the newest first',
    options: [
      { flags: '--owner <email>', means: 'only those of this account' },
      { flags: '--hidden', means: 'only those that were taken down' },
      { flags: '--before <id>', means: 'only those with a smaller number: the next page' },
      { flags: '--limit <number>', means: `at most so many (${LIMIT})` },
    ],
    async runOn({ db }, input) {
      const email = text(input, 'owner')
      const owner = email === undefined ? undefined : await findUserByEmail(db, email)
      if (email !== undefined && !owner) throw new VerbError(`no account has the address ${email}`)
      const limit = numberOption(input, 'limit') ?? LIMIT
      const pages = await listPages(db, {
        ownerId: owner?.id,
        onlyClosed: input.options.hidden === true,
        before: numberOption(input, 'before'),
        limit,
      })
      const lines = table(
        ['id', 'name', 'owner', 'state', 'reason'],
        pages.map((page) => [
          page.id,
          [page.lastname, page.name, page.surname].filter(Boolean).join(' '),
          page.user_id,
          stateOf(page),
          page.closed_reason ?? '',
        ]),
      )
      const last = pages.at(-1)
      const more = last && pages.length === limit ? [`There may be more: --before ${last.id}`] : []
      return { data: pages, lines: [...lines, ...more] }
    },
  },
  {
    words: 'memorial hide',
    takes: '<id>',
    summary: 'take a page down: those who keep it and moderators alone read it, and its keepers are told why',
    options: [{ flags: '--reason <text>', means: 'in words for those who keep the page (in Russian)', must: true }],
    async runOn({ pages }, input) {
      const id = idOf(input)
      const reason = text(input, 'reason')?.trim() ?? ''
      if (reason === '' || reason.length > REASON_MAX_LENGTH) {
        throw new VerbError(`the reason must have 1 to ${REASON_MAX_LENGTH} characters`)
      }
      await orNoSuchPage(id, pages.close(id, reason))
      return {
        data: { id, hidden: true },
        lines: [`Page ${id} is taken down. Those who keep it get a letter, unless it lies in the trash.`],
      }
    },
  },
  {
    words: 'memorial open',
    takes: '<id>',
    summary: 'end that: the page is again as its owner wishes',
    async runOn({ pages }, input) {
      const id = idOf(input)
      await orNoSuchPage(id, pages.open(id))
      return {
        data: { id, hidden: false },
        lines: [`Page ${id} is open again. Those who keep it get a letter, unless it lies in the trash.`],
      }
    },
  },
  {
    words: 'memorial delete',
    takes: '<id>',
    summary: 'destroy a page with its files',
    question: (input) => `Destroy page ${idOf(input)} with all its files? Only a backup brings it back.`,
    async runOn({ pages }, input) {
      const id = idOf(input)
      await orNoSuchPage(id, pages.remove(id))
      return { data: { id }, lines: [`Page ${id} is destroyed.`] }
    },
  },
]

function stateOf({ closed_at, trashed_at, public_status }: MemorialLine): string {
  const states = [closed_at && 'taken down', trashed_at && 'in the trash'].filter(Boolean)
  return states.join(', ') || (public_status ? 'public' : 'closed')
}

function idOf({ args }: Input): number {
  return wholeNumber('the number of the page', args[0] ?? '')
}

async function orNoSuchPage(id: number, work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new VerbError(error.status === 404 ? `there is no page ${id}` : `page ${id} is not taken down`)
  }
}

/** The sender under which its pictures are queued. */
const SENDER = 'operator'

export const importVerb: InstallationVerb = {
  words: 'import',
  takes: '<file>',
  summary: 'make pages from a table (XLSX, ODS, CSV), a family tree (GEDCOM) or taken pages (ZIP), all or none',
  options: [
    { flags: '--owner <email>', means: 'the account that they will belong to', must: true },
    { flags: '--photos <zip>', means: 'the archive with the portraits that the table names' },
    { flags: '--skip', means: 'leave out the rows with problems, and make the others' },
    { flags: '--dry-run', means: 'only say what would be made, and what is wrong with each row' },
  ],
  prepare: (input) => {
    const photos = text(input, 'photos')
    return {
      args: [oldFile(input.args[0] ?? '')],
      options: { ...input.options, ...(photos !== undefined && { photos: oldFile(photos) }) },
    }
  },
  async runOn({ accounts, imports }, input) {
    const owner = await accounts.find(text(input, 'owner') ?? '')
    const files = { table: input.args[0] ?? '', photos: text(input, 'photos') }
    if (input.options['dry-run'] === true) {
      const trial = await imports.try(owner.id, files, SENDER)
      return { data: trial, lines: trialLines(trial), isBad: trial.problems.length > 0 }
    }
    const skip = input.options['skip'] === true
    const andThen = (tx: Db) => recordInRegister(tx, 'pages_imported', { accountId: owner.id })
    return imports
      .run(owner.id, files, SENDER, { skip, andThen })
      .then(createdResult, (error: unknown) => refusedResult(error, input))
  },
}

function trialLines({ rows, ready, problems, warnings, public_pages: open, places_left: left }: ImportTrial): string[] {
  return [
    ...problemLines(problems),
    ...problemLines(warnings, 'what to mind (it hinders nothing)'),
    `${ready} of ${rows} rows are ready: ${open} public pages, ${ready - open} closed ones.`,
    `${rows} places are needed, ${left} are left.`,
  ]
}

function createdResult(created: number): VerbResult {
  return { data: { created }, lines: [`${created} pages are made.`] }
}

function refusedResult(error: unknown, input: Input): VerbResult {
  if (!(error instanceof ApiError)) throw error
  if (error.status === 403) {
    const credit = `account credit ${text(input, 'owner')} --places <number> --advanced <number> --gb <number>`
    throw new VerbError(`the account has not so many places or credits: ${credit}`)
  }
  if (!Array.isArray(error.detail)) throw error
  const problems = error.detail as ImportProblem[]
  return { data: { created: 0, problems }, lines: [...problemLines(problems), 'No page was made.'], isBad: true }
}

function problemLines(problems: ImportProblem[], heading = 'what is wrong'): string[] {
  if (problems.length === 0) return []
  return table(
    ['row', 'field', heading],
    problems.map(({ row, field, msg }) => [row, field, msg]),
  )
}

export const recount: InstallationVerb = {
  words: 'recount',
  summary: 'count the room that archives take anew, and mend what is wrong',
  async runOn({ db }) {
    const mended = await recountStorage(db)
    return {
      data: { mended },
      lines: [
        ...mended.map(({ id, before, after }) => `page ${id}: ${before} bytes were counted, ${after} are there`),
        mended.length === 0 ? 'Every count was right.' : `${mended.length} counts are mended.`,
      ],
    }
  },
}
