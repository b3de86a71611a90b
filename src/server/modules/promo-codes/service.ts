import type { PromoCode, Tariff } from '@contract/catalogue'
import type { AppliedPromoCode } from '@contract/promo-code'
import type { Account } from '../../access/account'
import type { Db } from '../../db/schema'
import { refused } from '../../lib/api-error'
import { countRefusals, type LimitAttempts } from '../../lib/attempts'
import type { Catalogue } from '../catalogue/read-catalogue'

const NOT_FOUND_OR_USED = 'Промокод не найден или уже использован'
const TOO_MANY = 'Слишком много попыток. Попробуйте позже.'
const MB_PER_GB = 1024

export type PromoCodeService = ReturnType<typeof createPromoCodeService>

export function createPromoCodeService(parts: {
  db: Db
  catalogue: Pick<Catalogue, 'promoCodes' | 'tariffs'>
  limitAttempts: LimitAttempts
}) {
  const { db, catalogue, limitAttempts } = parts
  const failures = limitAttempts({ name: 'promo-codes', max: 10, seconds: 3600, refusal: TOO_MANY })

  return {
    /** Once per account and code. The use and the credits are written in one transaction. */
    async apply(account: Account, code: string): Promise<AppliedPromoCode> {
      const { title } = await countRefusals([[failures, String(account.id)]], () => grant(account, code))
      return { tariff_title: title }
    },
  }

  /** Adds the credits and returns their tariff; 400 for an unknown or used code. */
  async function grant({ id }: Account, code: string): Promise<Tariff> {
    const promoCode = catalogue.promoCodes.find((known) => known.code === code)
    const tariff = promoCode && tariffOf(promoCode, catalogue.tariffs)
    if (!tariff) throw refused(NOT_FOUND_OR_USED)
    await db.transaction().execute(async (tx) => {
      if (!(await redeemPromoCode(tx, id, code))) throw refused(NOT_FOUND_OR_USED)
      await addToAccount(tx, id, grantOf(tariff))
    })
    return tariff
  }
}

function tariffOf({ tariff_id }: PromoCode, tariffs: Tariff[]): Tariff | undefined {
  return tariffs.find(({ id }) => id === tariff_id)
}

function grantOf({ type, storage_limit: storageMb }: Tariff): Grant {
  switch (type) {
    case 'base':
      return { max_memorials: 1 }
    case 'storage':
      return { bonus_gb_left: Math.ceil(storageMb / MB_PER_GB) }
    case 'advanced':
    case 'upgrade':
      return { advanced_memorials_left: 1 }
  }
}

/** The credits that a promo code adds to an account. */
type Grant = Partial<Record<'max_memorials' | 'advanced_memorials_left' | 'bonus_gb_left', number>>

/** False when the account has used the code before. Of two concurrent calls exactly one gets true. */
async function redeemPromoCode(db: Db, userId: number, code: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('promo_code_uses')
    .values({ user_id: userId, code })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

async function addToAccount(db: Db, userId: number, grant: Grant): Promise<void> {
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
