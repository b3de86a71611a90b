import { moscowDay } from '@contract/days'
import type { Candles } from '@contract/remembering'
import type { Readable } from '../../access/memorial'
import type { LitMemorialRow } from '../../access/memorial-repository'
import type { Db } from '../../db/schema'
import { notFound } from '../../lib/api-error'
import { countAnswers, type LimitAttempts } from '../../lib/attempts'
import type { Log } from '../../lib/log'
import { networkOf } from '../../lib/network'
import { sign, type SecretKey } from '../../lib/token'
import { createCandleBatches } from './candle-batches'

/** Across all pages. A family may visit many in an evening. */
const LIGHTINGS = {
  name: 'candles',
  max: 300,
  seconds: 3600,
  refusal: 'Сейчас зажжено уже много свечей. Попробуйте, пожалуйста, через час.',
}

export type CandleService = ReturnType<typeof createCandleService>

/** Candles on a page, for everyone who may read it: one per network and day, in Moscow time. */
export function createCandleService(parts: {
  db: Db
  secretKey: SecretKey
  limitAttempts: LimitAttempts
  log: Pick<Log, 'error'>
}) {
  const { db, secretKey, limitAttempts, log } = parts
  const lightings = limitAttempts(LIGHTINGS)
  const batches = createCandleBatches({ db, log })

  return {
    /** A second one from the same network changes nothing. `address` is an IP address. */
    async light({ id }: Readable, address: string): Promise<Candles> {
      const network = networkOf(address)
      const day = moscowDay()
      const address_hash = Buffer.from(sign(secretKey, `candle:${day}:${id}:${network}`), 'base64url')
      return countAnswers([[lightings, network]], async () =>
        found(await batches.light({ memorial_id: id, day, address_hash })),
      )
    },

    async count({ id }: Readable): Promise<Candles> {
      return found(await batches.count(id, moscowDay()))
    },

    /** The total, for the response about a page just read. */
    inAllAt: ({ id, candles }: LitMemorialRow): number => batches.inAllAt(id) ?? candles,

    stop: () => batches.stop(),
  }
}

/** 404 for a page that was deleted since. */
function found(counts: Candles | undefined): Candles {
  if (!counts) throw notFound()
  return counts
}
