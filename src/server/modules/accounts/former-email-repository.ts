import type { Db } from '../../db/schema'

/** Records the e-mail that an account gives up. An e-mail to which it returns is no longer a former one. */
export async function noteFormerEmail(
  tx: Db,
  { id, email_key, is_verified }: { id: number; email_key: string; is_verified: boolean },
  newKey: string,
): Promise<void> {
  await tx.deleteFrom('former_emails').where('user_id', '=', id).where('email_key', '=', newKey).execute()
  await tx.insertInto('former_emails').values({ user_id: id, email_key, is_confirmed: is_verified }).execute()
}

/**
 * The account that last had this confirmed e-mail and has another now; undefined while an account has it, because then that
 * account is meant.
 */
export async function findFormerHolder(
  db: Db,
  emailKey: string,
): Promise<{ id: number; email: string; is_active: boolean } | undefined> {
  return db
    .selectFrom('former_emails')
    .innerJoin('users', 'users.id', 'former_emails.user_id')
    .select(['users.id', 'users.email', 'users.is_active'])
    .where('former_emails.email_key', '=', emailKey)
    .where('former_emails.is_confirmed', '=', true)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('users as holders').select('holders.id').where('holders.email_key', '=', emailKey)),
      ),
    )
    .orderBy('given_up_at', 'desc')
    .executeTakeFirst()
}
