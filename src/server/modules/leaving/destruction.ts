import type { Db } from '../../db/schema'
import { forEachOf } from '../../lib/for-each-of'
import type { Erasure } from './erasure'
import { listAccountsToDestroy } from './repository'

/** Destroys accounts whose holders did not return in time. A failure does not stop the others; the next run retries it. */
export async function destroyLeftAccounts(db: Db, erasure: Erasure): Promise<void> {
  await forEachOf(await listAccountsToDestroy(db), (account) => erasure.erase(account, 'holder'))
}
