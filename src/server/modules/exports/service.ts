import type { Readable } from 'node:stream'
import {
  ACCOUNT_FILE,
  ALL_PAGES,
  exportPath,
  EXPORTED_ACCOUNT_FORMAT,
  EXPORTED_ACCOUNT_VERSION,
  type ExportedAccount,
} from '@contract/export'
import type { EditionsInForce } from '@contract/legal'
import { fullName } from '@contract/names'
import { EXPORT_ADDRESS_HOURS } from '@contract/retention'
import type { PublicSettings } from '@contract/settings'
import type { Account } from '../../access/account'
import type { Editable, MemorialAccess } from '../../access/memorial'
import { findSigningSession, type SigningSession } from '../../access/signing-session'
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
import { listConsents } from '../consents/service'
import { createPageEntries, fileNameOf } from './page-entries'
import { listPagesOf } from './repository'

const LIFETIME_SECONDS = EXPORT_ADDRESS_HOURS * 3600
const ADDRESS_NOT_GOOD = 'Ссылка для скачивания устарела. Вернитесь на страницу и скачайте архив ещё раз.'
const TOO_MANY = 'Вы уже много раз скачивали архивы. Пожалуйста, попробуйте позже.'
/** An archive may be gigabytes. Counted when it is begun, so that a cut download can be repeated. */
const DOWNLOADS = { name: 'exports', max: 30, seconds: 3600, refusal: TOO_MANY }

const LETTERS = { name: 'export-letters', max: 1, seconds: 3600, refusal: TOO_MANY }

/** The parts of the address of an archive. */
interface ExportAddress {
  account: string
  what: string
  session: string
  expires: string
  signature: string
}

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
  letters: Letters
  postman: Pick<Postman, 'wake'>
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
  editions: EditionsInForce
}) {
  const { db, store, access, secretKey, site, letters, postman, limitAttempts, securityLog, editions } = parts
  const downloads = limitAttempts(DOWNLOADS)
  const letterRate = limitAttempts(LETTERS)
  const pages = createPageEntries({ db, store, access, publicUrl: site.publicUrl })

  const claim = (path: string, expires: string, session: SigningSession) => `export:${path}:${expires}:${session.key}`

  /** A screen can say that it was too much; a browser that already downloads says only that it failed. */
  async function refuseTooMuch({ id }: Account): Promise<void> {
    await downloads.count(String(id))
    await downloads.uncount(String(id))
  }

  /** Once an hour at most: who takes many pages home needs no letter for each. */
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

  async function addressOf(account: Account, what: number | typeof ALL_PAGES): Promise<string> {
    const session = await findSigningSession(db, account)
    if (!session) throw unauthorized()
    await refuseTooMuch(account)
    await writeToHolder(account)
    const path = exportPath(account.id, what)
    const expires = String(Math.floor(Date.now() / 1000) + LIFETIME_SECONDS)
    const signature = sign(secretKey, claim(path, expires, session))
    return `${path}?session=${session.id}&expires=${expires}&signature=${signature}`
  }

  /** 403 for what was never signed, and once the session that asked for the address has ended, or what it made. */
  async function checkSession(path: string, { account, session, expires, signature }: ExportAddress): Promise<void> {
    const living = await findSigningSession(db, { id: Number(account), sessionId: Number(session) })
    if (!living || !isSignedBy(secretKey, claim(path, expires, living), signature)) throw forbidden(ADDRESS_NOT_GOOD)
  }

  /** Checked anew before each file: an archive may take hours, and whoever ends sessions wants an end now. */
  async function* whileSessionLasts(path: string, address: ExportAddress, entries: AsyncIterable<ZipEntry>) {
    for await (const entry of entries) {
      await checkSession(path, address)
      yield entry
    }
  }

  /** All pages, and what is kept of the account itself. */
  async function* takeAll(accountId: number, ids: number[]): AsyncGenerator<ZipEntry> {
    yield* pages.all(accountId, ids)
    const account = await takeAccount(accountId)
    if (account) yield { path: ACCOUNT_FILE, content: Buffer.from(JSON.stringify(account, undefined, 2)) }
  }

  async function takeAccount(accountId: number): Promise<ExportedAccount | undefined> {
    const user = await findUser(db, accountId)
    if (!user) return undefined
    const { id, email, is_verified: isVerified, created_at } = user
    return {
      format: EXPORTED_ACCOUNT_FORMAT,
      version: EXPORTED_ACCOUNT_VERSION,
      taken_at: new Date().toISOString(),
      email,
      created_at: created_at.toISOString(),
      consents: await listConsents(db, { id, email, isVerified }, editions),
    }
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
    async open(address: ExportAddress): Promise<NamedArchive> {
      const accountId = Number(address.account)
      const what = address.what === ALL_PAGES ? ALL_PAGES : Number(address.what)
      const path = exportPath(accountId, what)
      if (Number(address.expires) <= Date.now() / 1000) throw forbidden(ADDRESS_NOT_GOOD)
      await checkSession(path, address)
      const ids = await listPagesOf(db, accountId)
      if (!ids) throw notFound()
      const page = what === ALL_PAGES ? undefined : await access.toEdit({ id: accountId }, what)
      await downloads.count(String(accountId))
      securityLog.record('pages_taken', { account: accountId, ...(page && { memorial: page.id }) })
      const entries = page ? pages.one(page) : takeAll(accountId, ids)
      const fileName = page ? `${fileNameOf(fullName(page))}.zip` : 'Страницы памяти.zip'
      return { fileName, content: zipOf(whileSessionLasts(path, address, entries)) }
    },
  }
}
