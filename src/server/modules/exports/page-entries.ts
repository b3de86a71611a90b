import type { ExportedPage, ExportedRelation } from '@contract/export'
import { fullName } from '@contract/names'
import { inverseOf } from '@contract/relations'
import type { Editable, MemorialAccess } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { ApiError } from '../../lib/api-error'
import type { ZipEntry } from '../../lib/zip-of'
import type { FileStore } from '../../storage/file-store'
import type { FamilyTie } from './families'
import { type PersonInTree, writeGedcom } from './gedcom'
import { type ListedPage, listHtml, pageHtml } from './page-html'
import { listTiesAmong } from './repository'
import { STYLE_SHEET, takeStyle } from './style'
import { takePage } from './take-page'

/** Characters in a folder's name: with the id and a file name the path stays below the limit of Windows. */
const FOLDER_NAME_MAX = 80

export type PageEntries = ReturnType<typeof createPageEntries>

/** The ZIP entries of exported pages: HTML, all originals, and all data in machine-readable form. */
export function createPageEntries(parts: {
  db: Db
  store: FileStore
  access: Pick<MemorialAccess, 'toEdit'>
  /** Without a trailing slash. */
  publicUrl: string
}) {
  const { db, access } = parts

  /** Yields the entries of one page in a folder ('' for the root); returns the page. */
  async function* entriesOf(
    page: Editable,
    { folder, list, relations }: { folder: string; list?: string; relations: ExportedRelation[] },
  ): AsyncGenerator<ZipEntry, ExportedPage> {
    const taking = takePage(parts, page, relations)
    let taken = await taking.next()
    for (; !taken.done; taken = await taking.next()) yield { ...taken.value, path: folder + taken.value.path }
    const styleSheet = (list ? '../' : '') + STYLE_SHEET
    const html = await pageHtml(taken.value, { styleSheet, ...(list && { list }) })
    yield { path: `${folder}data.json`, content: Buffer.from(JSON.stringify(taken.value, undefined, 2)) }
    yield { path: `${folder}index.html`, content: Buffer.from(html) }
    return taken.value
  }

  /** A single page. */
  async function* one(page: Editable): AsyncGenerator<ZipEntry> {
    yield* takeStyle()
    yield* entriesOf(page, { folder: '', relations: [] })
  }

  /** Several pages, each in a folder, with a list; skips pages that the account no longer keeps. */
  async function* all(accountId: number, ids: number[]): AsyncGenerator<ZipEntry> {
    yield* takeStyle()
    const listed: ListedPage[] = []
    const people: PersonInTree[] = []
    const ties = await listTiesAmong(db, ids)
    const relations = relationsByPerson(ties)
    for (const id of ids) {
      const page = await access.toEdit({ id: accountId }, id).catch(nothingWhenRefused)
      if (!page) continue
      const folder = folderOf(page)
      const { memorial, portrait, burial, address } = yield* entriesOf(page, {
        folder: `${folder}/`,
        list: '../index.html',
        relations: relations.get(id) ?? [],
      })
      listed.push({ folder, page: { memorial, portrait } })
      people.push({ memorial, burial, address })
    }
    const taken = new Set(people.map(({ memorial }) => memorial.id))
    const tiesOfExported = ties.filter(({ person, other }) => taken.has(person) && taken.has(other))
    yield { path: 'family.ged', content: Buffer.from(await writeGedcom(people, tiesOfExported)) }
    yield { path: 'index.html', content: Buffer.from(await listHtml(listed, { styleSheet: STYLE_SHEET })) }
  }

  return { one, all }
}

/** By the id of a page: the relations of its person, whichever page asked for them. */
function relationsByPerson(ties: FamilyTie[]): Map<number, ExportedRelation[]> {
  const relations = new Map<number, ExportedRelation[]>()
  const add = (id: number, relation: ExportedRelation) => {
    const known = relations.get(id)
    if (known) known.push(relation)
    else relations.set(id, [relation])
  }
  for (const { person, other, kind } of ties) {
    add(person, { id: other, kind })
    add(other, { id: person, kind: inverseOf(kind) })
  }
  return relations
}

/** Skips pages deleted or handed over during the export. */
function nothingWhenRefused(error: unknown): undefined {
  if (error instanceof ApiError) return undefined
  throw error
}

/** For example «Берёзкина Мария (12)»; unique per page. */
function folderOf(page: Editable): string {
  return `${fileNameOf(fullName(page))} (${page.id})`
}

/** Strips what file systems do not allow in names. */
export function fileNameOf(name: string): string {
  const words = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').split(/\s/)
  const short = words.filter(Boolean).join(' ').slice(0, FOLDER_NAME_MAX)
  return short.trim().replace(/\.$/, '') || 'Страница'
}
