import type { ImportProblem, ImportTrial } from '@contract/import'
import type { MemorialDraft } from '@contract/memorial'
import type { Db } from '../../db/schema'
import { countPlacesLeft } from '../memorials/repository'
import { problemsShown } from './refused'
import { repeatsAmong } from './repeats'

/** A validated file. `rowName` is the word for its rows, such as «строка». */
export interface TriedFile {
  rows: number
  ready: { row: number; draft: MemorialDraft }[]
  problems: ImportProblem[]
  rowName: string
}

/** What the import of a file would do for an account. */
export async function trialOf(
  db: Db,
  ownerId: number,
  { rows, ready, problems, rowName }: TriedFile,
): Promise<ImportTrial> {
  const warnings = await repeatsAmong(db, ownerId, { people: ready, rowName })
  return {
    rows,
    ready: ready.length,
    problems: problemsShown(problems),
    warnings: problemsShown(warnings),
    public_pages: ready.filter(({ draft }) => draft.public_status).length,
    places_left: Math.max(0, await countPlacesLeft(db, ownerId)),
  }
}
