import type { ImportProblem, ImportTrial } from '@contract/import'
import type { Db } from '../../db/schema'
import { ApiError } from '../../lib/api-error'
import { recordInRegister } from '../../modules/audit/repository'
import { oldFile } from '../operator-files'
import { type Answer, type Input, type InstallationVerb, text, VerbError } from '../verb'
import { table } from './table'

/** The sender under which its pictures are queued. */
const SENDER = 'operator'

export const importVerb: InstallationVerb = {
  words: 'import',
  takes: '<file>',
  summary: 'make pages from a table (CSV), a family tree (GEDCOM) or taken pages (ZIP), all or none',
  options: [
    { flags: '--owner <email>', means: 'the account that they will belong to', must: true },
    { flags: '--photos <zip>', means: 'the archive with the portraits that the table names' },
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
    const line = (tx: Db) => recordInRegister(tx, 'pages_imported', { accountId: owner.id })
    return imports
      .run(owner.id, files, SENDER, line)
      .then(createdAnswer, (error: unknown) => refusedAnswer(error, input))
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

function createdAnswer(created: number): Answer {
  return { data: { created }, lines: [`${created} pages are made.`] }
}

function refusedAnswer(error: unknown, input: Input): Answer {
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
