import type { Readable } from 'node:stream'
import { ALL_PAGES, exportPath, type TakenPage, type TakenRelation } from '@contract/export'
import { fullName } from '@contract/names'
import { inverseOf } from '@contract/relations'
import { EXPORT_ADDRESS_HOURS } from '@contract/retention'
import type { PublicSettings } from '@contract/settings'
import type { Account } from '../../access/account'
import type { Editable, MemorialAccess } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { ApiError, forbidden, notFound } from '../../lib/api-error'
import type { LimitAttempts } from '../../lib/attempts'
import type { SecurityLog } from '../../lib/security-log'
import { isSignedBy, sign, type SecretKey } from '../../lib/token'
import { type ZipEntry, zipOf } from '../../lib/zip-of'
import type { FileStore } from '../../storage/file-store'
import type { FamilyTie } from './families'
import { type PersonInTree, writeGedcom } from './gedcom'
import { type ListedPage, listHtml, pageHtml } from './page-html'
import { listPagesOf, listTiesAmong } from './repository'
import { STYLE_SHEET, takeStyle } from './style'
import { takePage } from './take-page'

const LIFETIME_SECONDS = EXPORT_ADDRESS_HOURS * 3600
const ADDRESS_NOT_GOOD = 'Ссылка для скачивания устарела. Вернитесь на страницу и скачайте архив ещё раз.'
const TOO_MANY = 'Вы уже много раз скачивали архивы. Пожалуйста, попробуйте позже.'
/** An archive may be gigabytes. Counted when it is begun, so that a cut download can be repeated. */
const DOWNLOADS = { name: 'exports', max: 30, seconds: 3600, refusal: TOO_MANY }
/** Of a folder's name, in characters: with the id and the names of files a path stays below what Windows opens. */
const FOLDER_NAME_MAX = 80

/** An archive that is made while it is read, and what a browser saves it as. */
export interface NamedArchive {
  fileName: string
  content: Readable
}

export type ExportService = ReturnType<typeof createExportService>

/** Pages that their keepers take home: a ZIP with what they look like, all originals, and all data for programs. */
export function createExportService(parts: {
  db: Db
  store: FileStore
  access: Pick<MemorialAccess, 'toEdit'>
  secretKey: SecretKey
  site: PublicSettings
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
}) {
  const { db, store, access, secretKey, site, limitAttempts, securityLog } = parts
  const downloads = limitAttempts(DOWNLOADS)
  const sources = { db, store, publicUrl: site.publicUrl }

  const claim = (path: string, expires: string) => `export:${path}:${expires}`

  /** A screen can say that it was too much; a browser that already downloads says only that it failed. */
  async function refuseTooMuch({ id }: Account): Promise<void> {
    await downloads.count(String(id))
    await downloads.uncount(String(id))
  }

  async function addressOf(account: Account, what: number | typeof ALL_PAGES): Promise<string> {
    await refuseTooMuch(account)
    const path = exportPath(account.id, what)
    const expires = String(Math.floor(Date.now() / 1000) + LIFETIME_SECONDS)
    return `${path}?expires=${expires}&signature=${sign(secretKey, claim(path, expires))}`
  }

  function checkAddress(path: string, expires: string, signature: string): void {
    const isGood = isSignedBy(secretKey, claim(path, expires), signature) && Number(expires) > Date.now() / 1000
    if (!isGood) throw forbidden(ADDRESS_NOT_GOOD)
  }

  /** The entries of one page in a folder ('' for the archive itself); returns what they were. */
  async function* entriesOf(
    page: Editable,
    { folder, list, relations }: { folder: string; list?: string; relations: TakenRelation[] },
  ): AsyncGenerator<ZipEntry, TakenPage> {
    const taking = takePage(sources, page, relations)
    let taken = await taking.next()
    for (; !taken.done; taken = await taking.next()) yield { ...taken.value, path: folder + taken.value.path }
    const styleSheet = (list ? '../' : '') + STYLE_SHEET
    const html = await pageHtml(taken.value, { styleSheet, ...(list && { list }) })
    yield { path: `${folder}data.json`, content: Buffer.from(JSON.stringify(taken.value, undefined, 2)) }
    yield { path: `${folder}index.html`, content: Buffer.from(html) }
    return taken.value
  }

  async function* onePage(page: Editable): AsyncGenerator<ZipEntry> {
    yield* takeStyle()
    yield* entriesOf(page, { folder: '', relations: [] })
  }

  async function* allPages(accountId: number, ids: number[]): AsyncGenerator<ZipEntry> {
    yield* takeStyle()
    const listed: ListedPage[] = []
    const people: PersonInTree[] = []
    const ties = await listTiesAmong(db, ids)
    for (const id of ids) {
      const page = await access.toEdit({ id: accountId }, id).catch(nothingWhenRefused)
      if (!page) continue
      const folder = folderOf(page)
      const { memorial, portrait, burial, address } = yield* entriesOf(page, {
        folder: `${folder}/`,
        list: '../index.html',
        relations: relationsOf(id, ties),
      })
      listed.push({ folder, page: { memorial, portrait } })
      people.push({ memorial, burial, address })
    }
    const taken = new Set(people.map(({ memorial }) => memorial.id))
    const tiesOfTaken = ties.filter(({ person, other }) => taken.has(person) && taken.has(other))
    yield { path: 'family.ged', content: Buffer.from(writeGedcom(people, tiesOfTaken)) }
    yield { path: 'index.html', content: Buffer.from(listHtml(listed, { styleSheet: STYLE_SHEET })) }
  }

  return {
    /** Where whoever keeps the page downloads its archive, for an hour. 429 where it could not be downloaded now. */
    addressOfPage: (account: Account, { id }: Editable): Promise<string> => addressOf(account, id),

    /** The same for all pages that the account owns or keeps. */
    addressOfAll: (account: Account): Promise<string> => addressOf(account, ALL_PAGES),

    /**
     * The archive at an address; 403 for an address that was never given or is no longer good, and for who does not keep the
     * page any more; 404 when the page is gone, 429 when too much was downloaded.
     */
    async open(address: { account: string; what: string; expires: string; signature: string }): Promise<NamedArchive> {
      const accountId = Number(address.account)
      const what = address.what === ALL_PAGES ? ALL_PAGES : Number(address.what)
      checkAddress(exportPath(accountId, what), address.expires, address.signature)
      const ids = await listPagesOf(db, accountId)
      if (!ids) throw notFound()
      const page = what === ALL_PAGES ? undefined : await access.toEdit({ id: accountId }, what)
      await downloads.count(String(accountId))
      securityLog.record('pages_taken', { account: accountId, ...(page && { memorial: page.id }) })
      return page
        ? { fileName: `${fileNameOf(fullName(page))}.zip`, content: zipOf(onePage(page)) }
        : { fileName: 'Страницы памяти.zip', content: zipOf(allPages(accountId, ids)) }
    },
  }
}

/** What others were to the person of a page, whichever page asked. */
function relationsOf(id: number, ties: FamilyTie[]): TakenRelation[] {
  return ties.flatMap(({ person, other, kind }) => {
    if (person === id) return [{ id: other, kind }]
    return other === id ? [{ id: person, kind: inverseOf(kind) }] : []
  })
}

/** What was deleted or handed on while the archive was being made is left out. */
function nothingWhenRefused(error: unknown): undefined {
  if (error instanceof ApiError) return undefined
  throw error
}

/** «Берёзкина Мария (12)»: no two pages have the same. */
function folderOf(page: Editable): string {
  return `${fileNameOf(fullName(page))} (${page.id})`
}

/** Without what file systems do not allow in names. */
function fileNameOf(name: string): string {
  const words = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').split(/\s/)
  const short = words.filter(Boolean).join(' ').slice(0, FOLDER_NAME_MAX)
  return short.trim().replace(/\.$/, '') || 'Страница'
}
