import type { Db } from '../../db/schema'

/** The credits that a promo code adds to an account. */
export type Grant = Partial<Record<'max_memorials' | 'advanced_memorials_left' | 'bonus_gb_left', number>>

/** False when the account has used the code before. Of two concurrent calls exactly one gets true. */
export async function redeemPromoCode(db: Db, userId: number, code: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('promo_code_uses')
    .values({ user_id: userId, code })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function addToAccount(db: Db, userId: number, grant: Grant): Promise<void> {
  const { max_memorials = 0, advanced_memorials_left = 0, bonus_gb_left = 0 } = grant
  await db
    .updateTable('users')
    .set((eb) => ({
      max_memorials: eb('max_memorials', '+', max_memorials),
      advanced_memorials_left: eb('advanced_memorials_left', '+', advanced_memorials_left),
      bonus_gb_left: eb('bonus_gb_left', '+', bonus_gb_left),
    }))
    .where('id', '=', userId)
    .execute()
}
