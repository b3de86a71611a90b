import { type Log, throttledLog } from '../lib/log'
import { sql } from 'kysely'
import type { Db } from './schema'

const LEAP_MS = 24 * 3600 * 1000
const WARN_EVERY_MS = 3_600_000

export interface ClockWatch {
  /** Compares the time with the last recorded one, and records it. Called at the start and every minute. */
  look(): Promise<void>
  /** False before the first look, and while the time may be wrong. */
  mayDestroy: () => boolean
  /** Throws while the time may be wrong. */
  refuseLeap(): void
}

/**
 * With a clock that is wrong by weeks everything would look old enough to be destroyed. A leap of more than a day since
 * the last look is detected: the server was off, or its clock or the database's is wrong. Nothing is destroyed until
 * the operator accepts the time by `pomnim clock accept`, or the clock is right again.
 */
export function createClockWatch(parts: { db: Db; log: Pick<Log, 'warn' | 'info'>; now?: () => number }): ClockWatch {
  const { db, log, now = Date.now } = parts
  const warn = throttledLog((details) => log.warn(details, WAITS), { everyMs: WARN_EVERY_MS })
  let isTrusted: boolean | undefined
  let leap: { seenAt: string; time: string } | undefined

  return {
    async look() {
      const { time, seenAt } = await readTimes(db, now())
      if (seenAt !== undefined && time - seenAt > LEAP_MS) {
        isTrusted = false
        leap = { seenAt: new Date(seenAt).toISOString(), time: new Date(time).toISOString() }
        warn(leap)
        return
      }
      if (isTrusted === false) log.info({ time: new Date(time).toISOString() }, 'the time is trusted again')
      isTrusted = true
      leap = undefined
      await recordTime(db, new Date(time))
    },
    mayDestroy: () => isTrusted === true,
    refuseLeap() {
      if (leap) throw new Error(`${WAITS} (last seen ${leap.seenAt}, now ${leap.time})`)
    },
  }
}

const WAITS =
  'the clock has leapt by more than a day: nothing is destroyed until you accept the time (pomnim clock accept)'

/** Called when the operator confirms the clock. Returns the last recorded time, and the accepted one. */
export async function acceptTime(db: Db, ownNow = Date.now()): Promise<{ seenAt: Date | undefined; time: Date }> {
  const { time, seenAt } = await readTimes(db, ownNow)
  await recordTime(db, new Date(time))
  return { seenAt: seenAt === undefined ? undefined : new Date(seenAt), time: new Date(time) }
}

/** The later of the clocks of this process and the database, because either makes things look old. */
async function readTimes(db: Db, ownNow: number): Promise<{ time: number; seenAt: number | undefined }> {
  const { rows } = await sql<{ there: Date; seen_at: Date | null }>`
    select clock_timestamp() as there, (select seen_at from last_seen_time) as seen_at`.execute(db)
  const { there, seen_at } = rows[0] ?? { there: new Date(ownNow), seen_at: null }
  return { time: Math.max(ownNow, there.getTime()), seenAt: seen_at?.getTime() }
}

async function recordTime(db: Db, time: Date): Promise<void> {
  await db
    .insertInto('last_seen_time')
    .values({ seen_at: time })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ seen_at: time }))
    .execute()
}
