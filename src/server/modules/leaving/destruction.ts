import type { Db } from '../../db/schema'
import { forEachOf } from '../../lib/for-each-of'
import type { Erasure } from './erasure'
import { listAccountsToDestroy } from './repository'

/** Destroys the accounts whose holders did not return in time. One that fails is tried again with the next run, and stops no other. */
export async function destroyLeftAccounts(db: Db, erasure: Erasure): Promise<void> {
  await forEachOf(await listAccountsToDestroy(db), (account) => erasure.erase(account, 'holder'))
}
