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

/** For all pages together. A family walks through many in an evening. */
const LIGHTINGS = {
  name: 'candles',
  max: 300,
  seconds: 3600,
  refusal: 'Сейчас зажжено уже много свечей. Попробуйте, пожалуйста, через час.',
}

export type CandleService = ReturnType<typeof createCandleService>

/** Candles, which anybody who may read a page lights there: one a day from an address. A day is Moscow's. */
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
    /** A second one from the same address changes nothing. `address` is an IP address. */
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

    /** How many were lit in all, for the answer about a page that was read just now. */
    inAllAt: ({ id, candles }: LitMemorialRow): number => batches.inAllAt(id) ?? candles,

    stop: () => batches.stop(),
  }
}

/** 404 for a page that was deleted meanwhile. */
function found(counts: Candles | undefined): Candles {
  if (!counts) throw notFound()
  return counts
}
