import type { CandleCounts } from '@contract/remembering'
import type { Db } from '../../db/schema'
import { unavailable } from '../../lib/api-error'
import type { Log } from '../../lib/log'
import { outsideRequests } from '../../lib/request-origin'
import { type Candle, countCandles, insertCandles, isLit } from './repository'

const WRITE_EVERY_MS = 1000
/** So many lone candles per second are written immediately. */
const AT_ONCE_MAX = 20
/** Far above any real rate per second. They wait longer only while the database is read-only. */
const WAITING_MAX = 10_000
const RETRY_AFTER_SECONDS = 5
const TOO_MANY = 'Сейчас свечи зажигают слишком многие. Попробуйте, пожалуйста, через несколько секунд.'

/** A page where candles are being lit. Its counts include unwritten candles. */
interface Page extends CandleCounts {
  id: number
  day: string
  /** By the text of the hash. */
  waiting: Map<string, Candle>
  writing: Map<string, Candle>
  /** The number of completed writes. */
  settled: number
  /** When the last candle was lit. */
  litAt: number
  /** No candle was lit for a second. */
  isQuiet: boolean
}

/**
 * Writes the candles of this process once a second in one statement: two hundred a second on one page cost the database as much
 * as one. The response is immediate, and its counts include unwritten candles. A lone candle is written before the response; of
 * the others, those of the last second are lost if the process is killed. `stop` writes them.
 */
export function createCandleBatches({ db, log }: { db: Db; log: Pick<Log, 'error'> }) {
  const pages = new Map<number, Page>()
  let waiting = 0
  let timer: NodeJS.Timeout | undefined
  let written = Promise.resolve()
  let writtenAtOnce = 0

  async function addPage(id: number, day: string): Promise<Page | undefined> {
    const counts = await countCandles(db, id, day)
    const addedSince = pages.get(id)
    if (addedSince || !counts) return addedSince
    const none = { waiting: new Map(), writing: new Map(), settled: 0 }
    const page = { id, day, ...counts, ...none, litAt: performance.now(), isQuiet: true }
    pages.set(id, page)
    writeLater()
    return page
  }

  /** Queries again after a concurrent write: the result may be stale. */
  async function findPage(candle: Candle): Promise<{ page: Page; isOld: boolean } | undefined> {
    const { memorial_id: id, day } = candle
    for (;;) {
      const page = pages.get(id) ?? (await addPage(id, day))
      if (!page) return undefined
      const { settled } = page
      const isOld = await isLit(db, candle)
      if (pages.get(id) === page && page.settled === settled) return { page, isOld }
    }
  }

  function writeLater(): void {
    timer ??= setTimeout(() => {
      void writeNow().then(() => {
        timer = undefined
        writtenAtOnce = 0
        forgetQuietPages()
        if (pages.size > 0) writeLater()
      })
    }, WRITE_EVERY_MS).unref()
  }

  /** Sequential, because `writing` belongs to one write. Never rejects. */
  function writeNow(): Promise<void> {
    return (written = written.then(() => outsideRequests(writeAll)))
  }

  async function writeAll(): Promise<void> {
    const lit = [...pages.values()].filter((page) => page.waiting.size > 0)
    for (const page of lit) {
      page.writing = page.waiting
      page.waiting = new Map()
    }
    const days = new Set(lit.flatMap((page) => [...page.writing.values()].map(({ day }) => day)))
    for (const day of days) await write(lit, day)
  }

  /** Writes the candles of one day. A failed write is retried, which counts nothing twice. */
  async function write(lit: Page[], day: string): Promise<void> {
    const candles = lit.flatMap((page) => candlesOf(day, page.writing))
    try {
      const counts = await insertCandles(db, day, candles)
      for (const page of lit) settle(page, day, counts.get(page.id))
      waiting -= candles.length
    } catch (error) {
      log.error({ err: error, candles: candles.length }, 'candles could not be written: tried again in a second')
      for (const page of lit) page.waiting = new Map([...page.writing, ...page.waiting])
    }
  }

  function forgetQuietPages(): void {
    const quietSince = performance.now() - WRITE_EVERY_MS
    for (const [id, page] of pages) if (page.waiting.size === 0 && page.litAt < quietSince) pages.delete(id)
  }

  return {
    /** The counts including this candle, if it is the first from its network; undefined when there is no such page. */
    async light(candle: Candle): Promise<CandleCounts | undefined> {
      const { day } = candle
      const found = await findPage(candle)
      if (!found) return undefined
      const { page, isOld } = found
      if (page.day < day) Object.assign(page, { day, lit_today: 0 })
      const hash = candle.address_hash.toString('base64')
      if (!isOld && !page.waiting.has(hash) && !page.writing.has(hash)) {
        if (waiting >= WAITING_MAX) throw unavailable(TOO_MANY, RETRY_AFTER_SECONDS)
        waiting++
        page.waiting.set(hash, candle)
        page.litAt = performance.now()
        page.lit_today++
        page.lit_in_all++
        const isLone = page.isQuiet && writtenAtOnce < AT_ONCE_MAX
        page.isQuiet = false
        if (isLone) {
          writtenAtOnce++
          const counts = countsOf(page)
          await writeNow()
          return counts
        }
      }
      return countsOf(page)
    },

    /** Includes the unwritten candles of this process. */
    async count(id: number, day: string): Promise<CandleCounts | undefined> {
      const page = pages.get(id)
      return page?.day === day ? countsOf(page) : countCandles(db, id, day)
    },

    /** The counts of a page where candles are being lit; undefined when the database has all of them. */
    countsAt(id: number, day: string): CandleCounts | undefined {
      const page = pages.get(id)
      return page && { ...countsOf(page), ...(page.day !== day && { lit_today: 0 }) }
    },

    /** Writes the waiting candles. No candle may be lit afterwards. */
    async stop(): Promise<void> {
      clearTimeout(timer)
      await writeNow()
      clearTimeout(timer)
    },
  }
}

/** Updates a page after a write. Candles that another process had already written do not count. */
function settle(page: Page, day: string, counts: CandleCounts | undefined): void {
  const written = candlesOf(day, page.writing)
  for (const { address_hash } of written) page.writing.delete(address_hash.toString('base64'))
  page.settled++
  const left = page.writing.size + page.waiting.size
  page.lit_in_all = counts ? counts.lit_in_all + left : page.lit_in_all - written.length
  if (page.day !== day) return
  const leftToday = candlesOf(day, page.waiting).length
  page.lit_today = counts ? counts.lit_today + leftToday : page.lit_today - written.length
}

function candlesOf(day: string, candles: Map<string, Candle>): Candle[] {
  return [...candles.values()].filter((candle) => candle.day === day)
}

function countsOf({ lit_today, lit_in_all }: Page): CandleCounts {
  return { lit_today, lit_in_all }
}
