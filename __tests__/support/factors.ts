import { TOTP } from 'otpauth'
import type { Db } from '@server/db/schema'

const STEP_MS = 30_000

/** Gives an account a second factor, as if an authenticator app was connected: moderators need one. Sessions stay valid. */
export async function giveFactor(db: Db, ...userIds: number[]): Promise<void> {
  const factor = { kind: 'code' as const, name: 'Телефон', code_secret: Buffer.alloc(60), confirmed_at: new Date() }
  await db
    .insertInto('factors')
    .values(userIds.map((user_id) => ({ ...factor, user_id })))
    .execute()
}

/** Begins to connect a few authenticator apps, as an account may that never enters a code of theirs. Returns their ids. */
export async function giveUnconfirmedFactors(db: Db, user_id: number): Promise<number[]> {
  const factor = { kind: 'code' as const, name: 'Телефон', code_secret: Buffer.alloc(60), user_id }
  const begun = await db.insertInto('factors').values(new Array(3).fill(factor)).returning('id').execute()
  return begun.map(({ id }) => id)
}

/** Makes an account a moderator's, as the operator does, with the second factor that moderators need. */
export async function nameModerator(db: Db, userId: number): Promise<void> {
  await db.updateTable('users').set({ is_superuser: true }).where('id', '=', userId).execute()
  await giveFactor(db, userId)
}

/** The code that an authenticator app shows, now or this many steps of 30 seconds later. */
export function codeFor(otpauthUrlOrSecret: string, { steps = 0 } = {}): string {
  const secret = otpauthUrlOrSecret.startsWith('otpauth:')
    ? (new URL(otpauthUrlOrSecret).searchParams.get('secret') ?? '')
    : otpauthUrlOrSecret
  return new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: Date.now() + steps * STEP_MS,
  })
}
