import { moscowDay } from '@contract/days'
import type { Candles } from '@contract/remembering'
import type { Readable } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { notFound } from '../../lib/api-error'
import { countAnswers, type LimitAttempts } from '../../lib/attempts'
import { networkOf } from '../../lib/network'
import { sign, type SecretKey } from '../../lib/token'
import { countCandlesOf, countOneMore, insertCandle, lockCandles } from './candle-repository'

/** For all pages together. A family walks through many in an evening. */
const LIGHTINGS = {
  name: 'candles',
  max: 300,
  seconds: 3600,
  refusal: 'Сейчас зажжено уже много свечей. Попробуйте, пожалуйста, через час.',
}

export type CandleService = ReturnType<typeof createCandleService>

/** Candles, which anybody who may read a page lights there: one a day from an address. A day is Moscow's. */
export function createCandleService(parts: { db: Db; secretKey: SecretKey; limitAttempts: LimitAttempts }) {
  const { db, secretKey, limitAttempts } = parts
  const lightings = limitAttempts(LIGHTINGS)

  return {
    /** A second one from the same address changes nothing. `address` is an IP address. */
    async light({ id }: Readable, address: string): Promise<Candles> {
      const network = networkOf(address)
      const day = moscowDay()
      const address_hash = Buffer.from(sign(secretKey, `candle:${day}:${id}:${network}`), 'base64url')
      return countAnswers([[lightings, network]], () =>
        db.transaction().execute(async (tx) => {
          const before = await lockCandles(tx, id)
          if (before === undefined) throw notFound()
          const isLit = await insertCandle(tx, { memorial_id: id, day, address_hash })
          return {
            lit_in_all: isLit ? await countOneMore(tx, id) : before,
            lit_today: await countCandlesOf(tx, id, day),
          }
        }),
      )
    },
  }
}
