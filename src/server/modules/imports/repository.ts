import type { Db } from '../../db/schema'

/** What an account may still spend on pages. */
export interface Credits {
  advanced: number
  gigabytes: number
}

export async function findCredits(db: Db, userId: number): Promise<Credits> {
  return db
    .selectFrom('users')
    .select(['advanced_memorials_left as advanced', 'bonus_gb_left as gigabytes'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}
