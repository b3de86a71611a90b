import type { Db } from './schema'

/** Whether somebody uses this installation. */
export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}
