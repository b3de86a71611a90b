import type { Db, RegisterDoer, RegisterKind } from '../../db/schema'

/** Records an action on an account or a page, in the transaction of the action. */
export async function recordInRegister(
  tx: Db,
  kind: RegisterKind,
  {
    accountId = null,
    memorialId = null,
    doneBy = 'operator',
  }: { accountId?: number | null; memorialId?: number | null; doneBy?: RegisterDoer },
): Promise<void> {
  await tx
    .insertInto('register')
    .values({ kind, done_by: doneBy, account_id: accountId, memorial_id: memorialId })
    .execute()
}
