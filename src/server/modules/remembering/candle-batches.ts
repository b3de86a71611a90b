import type { Candles } from '@contract/remembering'
import type { Db } from '../../db/schema'
import { unavailable } from '../../lib/api-error'
import type { Log } from '../../lib/log'
import { outsideRequests } from '../../lib/request-origin'
import { type Candle, countCandles, insertCandles, isLit } from './candle-repository'

const WRITE_EVERY_MS = 1000
/** So many lone candles of a second are written without waiting for its end. */
const AT_ONCE_MAX = 20
/** More than are lit in a second anywhere. They wait longer only where the database reads but does not write. */
const WAITING_MAX = 10_000
const RETRY_AFTER_SECONDS = 5
const TOO_MANY = 'Сейчас свечи зажигают слишком многие. Попробуйте, пожалуйста, через несколько секунд.'

/** A page while candles are lit there. Its counts hold those that are not written yet. */
interface Page extends Candles {
  id: number
  day: string
  /** By the text of their hashes. */
  waiting: Map<string, Candle>
  writing: Map<string, Candle>
  /** How often candles of it were written. */
  settled: number
  /** When a candle was lit there last. */
  litAt: number
  /** None was lit there for a second. */
  isQuiet: boolean
}

/**
 * Candles are written once a second, all of this process in one statement: two hundred a second at one page cost the database
 * as much as one. Whoever lights one is answered at once, with those that wait. A lone one is written before it is answered;
 * of others, those of the last second are lost when the process is killed. `stop` writes them.
 */
export function createCandleBatches({ db, log }: { db: Db; log: Pick<Log, 'error'> }) {
  const pages = new Map<number, Page>()
  let waiting = 0
  let timer: NodeJS.Timeout | undefined
  let written = Promise.resolve()
  let writtenAtOnce = 0

  async function addPage(id: number, day: string): Promise<Page | undefined> {
    const counts = await countCandles(db, id, day)
    const addedMeanwhile = pages.get(id)
    if (addedMeanwhile || !counts) return addedMeanwhile
    const none = { waiting: new Map(), writing: new Map(), settled: 0 }
    const page = { id, day, ...counts, ...none, litAt: performance.now(), isQuiet: true }
    pages.set(id, page)
    writeLater()
    return page
  }

  /** Asks again when something was written meanwhile: what the database said may be from before. */
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

  /** One after another: what is being written belongs to one of them. Never rejects. */
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

  /** Those of one day. What is not written now is tried again, which counts nothing twice. */
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
    /** The counts with this candle, which changes them only when it is the first of its address; undefined when there is no such page. */
    async light(candle: Candle): Promise<Candles | undefined> {
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

    /** With those of this process that wait. */
    async count(id: number, day: string): Promise<Candles | undefined> {
      const page = pages.get(id)
      return page?.day === day ? countsOf(page) : countCandles(db, id, day)
    },

    /** How many were lit in all at a page where candles are being lit; undefined where the database knows all of them. */
    inAllAt: (id: number): number | undefined => pages.get(id)?.lit_in_all,

    /** Writes what waits. Nothing may be lit any more. */
    async stop(): Promise<void> {
      clearTimeout(timer)
      await writeNow()
      clearTimeout(timer)
    },
  }
}

/** The candles of a day are written. Those that another process had written before did not count. */
function settle(page: Page, day: string, counts: Candles | undefined): void {
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

function countsOf({ lit_today, lit_in_all }: Page): Candles {
  return { lit_today, lit_in_all }
}
