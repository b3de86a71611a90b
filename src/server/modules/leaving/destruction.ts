import type { Db } from '../../db/schema'
import type { Erasure } from './erasure'
import { listAccountsToDestroy } from './repository'

/** Destroys the accounts whose holders did not return in time. One that fails is tried again with the next run, and stops no other. */
export async function destroyLeftAccounts(db: Db, erasure: Erasure): Promise<void> {
  const failures: unknown[] = []
  for (const account of await listAccountsToDestroy(db)) {
    await erasure.erase(account, 'holder').catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'accounts whose time is over could not be destroyed')
}
