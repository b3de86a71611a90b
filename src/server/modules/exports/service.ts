import type { Readable } from 'node:stream'
import {
  ACCOUNT_FILE,
  ALL_PAGES,
  exportPath,
  EXPORTED_ACCOUNT_FORMAT,
  EXPORTED_ACCOUNT_VERSION,
  type ExportedAccount,
} from '@contract/export'
import { fullName } from '@contract/names'
import { EXPORT_ADDRESS_HOURS } from '@contract/retention'
import type { PublicSettings } from '@contract/settings'
import type { Account } from '../../access/account'
import type { Editable, MemorialAccess } from '../../access/memorial'
import { findSigningSession, listPagesOf, type SigningSession } from '../../access/repository'
import type { Db } from '../../db/schema'
import { forbidden, notFound, unauthorized } from '../../lib/api-error'
import { type LimitAttempts, TooManyAttempts } from '../../lib/attempts'
import type { SecurityLog } from '../../lib/security-log'
import { isSignedBy, sign, type SecretKey } from '../../lib/token'
import { type ZipEntry, zipOf } from '../../lib/zip-of'
import type { FileStore } from '../../storage/file-store'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLink } from '../accounts/email-links'
import { findUser } from '../accounts/user-repository'
import type { ConsentService } from '../consents/service'
import { createPageEntries, fileNameOf } from './page-entries'

const LIFETIME_SECONDS = EXPORT_ADDRESS_HOURS * 3600
const URL_NOT_VALID = 'Ссылка для скачивания устарела. Вернитесь на страницу и скачайте архив ещё раз.'
const TOO_MANY = 'Вы уже много раз скачивали архивы. Пожалуйста, попробуйте позже.'
/** An archive may be gigabytes. Counted at the start of a download; the limit leaves room to retry an interrupted one. */
const DOWNLOADS = { name: 'exports', max: 30, seconds: 3600, refusal: TOO_MANY }

const LETTERS = { name: 'export-letters', max: 1, seconds: 3600, refusal: TOO_MANY }

/** The fields of an archive's URL. */
interface ExportUrl {
  account: string
  what: string
  session: string
  expires: string
  signature: string
}

/** An archive that is generated while it is read. */
interface NamedArchive {
  fileName: string
  content: Readable
}

export type ExportService = ReturnType<typeof createExportService>

/** Exports pages for their keepers: a ZIP with HTML, all originals, and all data in machine-readable form. */
export function createExportService(parts: {
  db: Db
  store: FileStore
  access: Pick<MemorialAccess, 'toEdit'>
  secretKey: SecretKey
  site: PublicSettings
  letters: Letters
  postman: Pick<Postman, 'wake'>
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
  consents: Pick<ConsentService, 'list'>
}) {
  const { db, store, access, secretKey, site, letters, postman, limitAttempts, securityLog, consents } = parts
  const downloads = limitAttempts(DOWNLOADS)
  const letterRate = limitAttempts(LETTERS)
  const pages = createPageEntries({ db, store, access, publicUrl: site.publicUrl })

  const claim = (path: string, expires: string, session: SigningSession) => `export:${path}:${expires}:${session.key}`

  /** Checks the limit early: a page can explain the refusal, while a browser download just fails. */
  async function refuseTooMuch({ id }: Account): Promise<void> {
    await downloads.count(String(id))
    await downloads.uncount(String(id))
  }

  /** Once an hour at most: exporting many pages needs no letter for each. */
  async function writeToHolder(account: Account): Promise<void> {
    try {
      await letterRate.count(String(account.id))
    } catch (error) {
      if (error instanceof TooManyAttempts) return
      throw error
    }
    await db.transaction().execute((tx) => enqueueLink(tx, account, 'not_me', (token) => letters.pagesTaken(token)))
    postman.wake()
  }

  async function urlOf(account: Account, what: number | typeof ALL_PAGES): Promise<string> {
    const session = await findSigningSession(db, account)
    if (!session) throw unauthorized()
    await refuseTooMuch(account)
    await writeToHolder(account)
    const path = exportPath(account.id, what)
    const expires = String(Math.floor(Date.now() / 1000) + LIFETIME_SECONDS)
    const signature = sign(secretKey, claim(path, expires, session))
    return `${path}?session=${session.id}&expires=${expires}&signature=${signature}`
  }

  /** 403 for a bad signature, and once the session that requested the URL has ended or its URLs were revoked. */
  async function checkSession(path: string, { account, session, expires, signature }: ExportUrl): Promise<void> {
    const living = await findSigningSession(db, { id: Number(account), sessionId: Number(session) })
    if (!living || !isSignedBy(secretKey, claim(path, expires, living), signature)) throw forbidden(URL_NOT_VALID)
  }

  /** Checks again before each file: a download may take hours, and ending a session must stop it at once. */
  async function* whileSessionLasts(path: string, address: ExportUrl, entries: AsyncIterable<ZipEntry>) {
    for await (const entry of entries) {
      await checkSession(path, address)
      yield entry
    }
  }

  /** All pages, and the data of the account itself. */
  async function* exportAll(accountId: number, ids: number[]): AsyncGenerator<ZipEntry> {
    yield* pages.all(accountId, ids)
    const account = await exportAccount(accountId)
    if (account) yield { path: ACCOUNT_FILE, content: Buffer.from(JSON.stringify(account, undefined, 2)) }
  }

  async function exportAccount(accountId: number): Promise<ExportedAccount | undefined> {
    const user = await findUser(db, accountId)
    if (!user) return undefined
    const { id, email, display_name, is_verified: isVerified, created_at } = user
    return {
      format: EXPORTED_ACCOUNT_FORMAT,
      version: EXPORTED_ACCOUNT_VERSION,
      taken_at: new Date().toISOString(),
      email,
      display_name,
      created_at: created_at.toISOString(),
      consents: await consents.list({ id, email, isVerified }),
    }
  }

  return {
    /** The URL of a page's archive, for its keepers, valid for an hour. 429 when a download would be refused now. */
    urlOfPage: (account: Account, { id }: Editable): Promise<string> => urlOf(account, id),

    /** The same for all pages that the account owns or keeps. */
    urlOfAll: (account: Account): Promise<string> => urlOf(account, ALL_PAGES),

    /**
     * The archive at a URL; 403 for a URL that was never issued or is no longer valid, and when the account no longer keeps the
     * page; 404 when the page is gone, 429 after too many downloads.
     */
    async open(address: ExportUrl): Promise<NamedArchive> {
      const accountId = Number(address.account)
      const what = address.what === ALL_PAGES ? ALL_PAGES : Number(address.what)
      const path = exportPath(accountId, what)
      if (Number(address.expires) <= Date.now() / 1000) throw forbidden(URL_NOT_VALID)
      await checkSession(path, address)
      const ids = await listPagesOf(db, accountId)
      if (!ids) throw notFound()
      const page = what === ALL_PAGES ? undefined : await access.toEdit({ id: accountId }, what)
      await downloads.count(String(accountId))
      securityLog.record('pages_taken', { account: accountId, ...(page && { memorial: page.id }) })
      const entries = page ? pages.one(page) : exportAll(accountId, ids)
      const fileName = page ? `${fileNameOf(fullName(page))}.zip` : 'Страницы памяти.zip'
      return { fileName, content: zipOf(whileSessionLasts(path, address, entries)) }
    },
  }
}
