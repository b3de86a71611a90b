import { lockMemorialRow } from '../../access/repository'
import type { Db } from '../../db/schema'
import { forEachOf } from '../../lib/for-each-of'
import type { SecurityLog } from '../../lib/security-log'
import type { SecretKey } from '../../lib/token'
import { removeOutboxFiles } from '../../mail/transport'
import type { MediaLibrary } from '../../media/media-library'
import { releaseFilesOfStory, releaseFilesOfWords } from '../accounts/authorship'
import { deleteSessions } from '../accounts/session-repository'
import { lockAccount, setActive, type UserRow } from '../accounts/user-repository'
import { recordInRegister } from '../audit/repository'
import { deleteMemorial } from '../memorials/repository'
import { lockTrashedMemorial } from '../memorials/trash-repository'
import {
  deleteAccount,
  listAccountsToDestroy,
  listAddressesOf,
  listLettersAbout,
  lockPagesWithFilesOf,
  lockWhoseTimeIsOver,
  pageIdsOf,
} from './repository'

export type Erasure = ReturnType<typeof createErasure>

/** Destroys accounts: by order of the operator, or when the holder's time to return is over. */
export function createErasure(parts: {
  db: Db
  library: MediaLibrary
  securityLog: SecurityLog
  secretKey: SecretKey
  /** Without a mail server, letters are files there. */
  dataDir: string
}) {
  const { db, library, securityLog, secretKey, dataDir } = parts

  /** Skips a page that another account has accepted since. */
  const erasePage = (page: number, ownerId: number) =>
    library.change(undefined, async (tx, media) => {
      const isOwned = (await lockMemorialRow(tx, page))?.user_id === ownerId
      if (!isOwned && !(await lockTrashedMemorial(tx, page, ownerId))) return 0
      await media.releaseAllOf(page)
      await deleteMemorial(tx, page)
      return 1
    })

  return {
    /**
     * Deletes the account with all its pages and files, and everything that names its e-mail: memories on other pages, letters,
     * sessions, consents. Leaves one line in the register, without content. Safe to repeat after a crash, and to run
     * concurrently. Returns the number of pages: 0 also for a holder who has returned.
     */
    async erase(account: UserRow, doneBy: 'operator' | 'holder'): Promise<number> {
      const { id } = account
      const isMeant = await db.transaction().execute(async (tx) => {
        // The holder may have returned since the account was listed.
        if (doneBy === 'holder' && !(await lockWhoseTimeIsOver(tx, id))) return false
        // No one can sign in from now on, so no page is added.
        await setActive(tx, id, false)
        await deleteSessions(tx, id)
        return true
      })
      if (!isMeant) return 0
      let pages = 0
      for (const page of await pageIdsOf(db, id)) pages += await erasePage(page, id)
      // Also before the rows: after a crash nothing else would link these files to the account.
      const { all: addresses, confirmed: emailKeys } = await listAddressesOf(db, account)
      const author = { id, emailKeys }
      const lettersAbout = await listLettersAbout(db, author, addresses)
      const removeFiles = () => removeOutboxFiles(dataDir, { addresses, ids: lettersAbout })
      await removeFiles()
      const isGone = await library.change(undefined, async (tx, media) => {
        await lockPagesWithFilesOf(tx, author)
        if (!(await lockAccount(tx, id))) return false
        await media.releaseUploads({ user_id: id })
        const { words, stories, photos } = await deleteAccount(tx, author, { addresses, lettersAbout, secretKey })
        for (const each of words) await releaseFilesOfWords(tx, media, each)
        for (const each of stories) await releaseFilesOfStory(tx, media, each)
        for (const photo of photos) await media.release(photo)
        await recordInRegister(tx, 'account_erased', { accountId: id, doneBy })
        return true
      })
      await removeFiles()
      if (isGone) securityLog.record('account_erased', { account: id, kind: doneBy })
      return pages
    },
  }
}

/** Destroys accounts whose holders did not return in time. A failure does not stop the others; the next run retries it. */
export async function destroyLeftAccounts(db: Db, erasure: Erasure): Promise<void> {
  await forEachOf(await listAccountsToDestroy(db), (account) => erasure.erase(account, 'holder'))
}
