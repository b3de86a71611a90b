import { ARCHIVE_KINDS } from '../archive-kinds'
import { accessRequests } from './access-requests'
import { archives } from './archives'
import { auth } from './auth'
import { burial } from './burial'
import type { CallChapter, CallText } from './call-chapter'
import { keepers } from './keepers'
import { letters } from './letters'
import { memorials } from './memorials'
import { memories, questions } from './memories'
import { promoCodesAndCatalogue } from './promo-codes-and-catalogue'
import { relations } from './relations'
import { remembering } from './remembering'
import { reports } from './reports'
import { users } from './users'

/** All calls, as the README and the OpenAPI document describe them. The browser does not load this folder. */
export const CALL_CHAPTERS: CallChapter[] = [
  auth,
  users,
  memorials,
  keepers,
  accessRequests,
  reports,
  remembering,
  relations,
  archives,
  burial,
  memories,
  questions,
  letters,
  promoCodesAndCatalogue,
]

/** By method and path, `GET /memorial/{id}`, each kind of archive by itself. */
export const CALL_TEXTS = new Map<string, CallText>(
  CALL_CHAPTERS.flatMap(({ calls }) =>
    Object.entries(calls).flatMap(([name, text]) => callNames(name).map((each) => [each, text] as const)),
  ),
)

export function callNames(name: string): string[] {
  return name.includes('{kind}') ? ARCHIVE_KINDS.map((kind) => name.replaceAll('{kind}', kind)) : [name]
}
