import { setImmediate as nextTick, setImmediate as yieldToEventLoop, setTimeout as pause } from 'node:timers/promises'
import { type ChangeFeed, type ChangeFollower, memorialOfTag } from '../../../db/change-feed'
import { DatabaseAway } from '../../../db/errors'
import type { Db } from '../../../db/schema'
import { type Log, throttledLog } from '../../../lib/log'
import { findPeople, type ListedPerson, listPeople } from '../list-repository'
import type { ListedMemorials, Search } from './asked'
import { find, type Found } from './find'
import { People, type Person } from './people'

/** How long a search waits while the people are being loaded. */
const TIMEOUT_MS = 2000
const LOG_EVERY_MS = 10_000

/** The state of the search for /readyz, metrics and the log. */
export interface PeopleIndexState {
  /** Everyone is in memory, and no change was missed. Otherwise the search is degraded. */
  isComplete: boolean
  /** The number of searchable people. */
  listed: number
  /** The number of people read so far, during a load. */
  read: number
  /** How often a read failed and was retried. */
  failures: number
}

export interface PeopleIndex {
  /** Undefined while this process may have missed changes, or is still loading. Then query the database. */
  find(listed: ListedMemorials, search: Search): Promise<Found | undefined>
  state(): PeopleIndexState
  stop(): Promise<void>
}

/**
 * Holds the people of the public lists in memory: loads them when the change feed opens, and reloads changed people
 * before the next search returns. So a search that follows a change, by this process or once another's change has
 * arrived, never returns the previous state.
 *
 * When changes were lost, everyone is reloaded. Until that is done, the current list serves searches and
 * follows the changes that arrive; its hits are rendered from cards, which are read from the database where they may be
 * stale.
 */
export function createPeopleIndex(parts: {
  db: Db
  /** For the full load: a connection of its own, without the limits of a request. */
  bulkDb?: Db
  changes: Pick<ChangeFeed, 'follow'>
  log: Pick<Log, 'error'> & Partial<Pick<Log, 'info' | 'warn'>>
}): PeopleIndex {
  const { db, bulkDb = db, changes, log } = parts
  const stopping = new AbortController()
  /** Undefined until everyone is loaded. */
  let people: Lists | undefined
  let reading: Reading | undefined
  /** When the load started, and the number of changes announced before it. */
  let begunAt = Infinity
  let announcedBefore = 0
  /** Undefined until changes are followed. */
  let isInSync: (() => boolean) | undefined
  /** A change may have been lost since the people in memory were read. */
  let isDoubtful = false
  /** Ids with an announced change that is not in memory yet. */
  const changed = new Set<number>()
  /** The number of announcements, and how many of them are in memory. */
  let announced = 0
  let known = 0
  let failures = 0
  const waiting: (() => void)[] = []

  const logProgress = throttledLog((details) => log.info?.(details, 'the people of the search are being read'), {
    everyMs: LOG_EVERY_MS,
  })
  const logFailure = throttledLog((details) => log.warn?.(details, 'people of the search could not be read: retried'), {
    everyMs: LOG_EVERY_MS,
  })

  async function followChanges(): Promise<void> {
    // Changes come several at once: read them together.
    await nextTick()
    if (!people) return
    const into = people
    const upTo = changed.size <= READ_AGAIN_AT_ONCE ? announced : known
    await readAgain(db, into, changed)
    // The list was replaced in the meantime: the new one has the changes, or receives them again.
    if (into !== people) return
    known = upTo
    notifyWaiting()
  }

  async function readOn(): Promise<void> {
    if (!reading) {
      begunAt = performance.now()
      announcedBefore = announced
      reading = readEverybody(bulkDb)
    }
    const current = reading
    logProgress({ read: current.count(), seconds: secondsSince(begunAt) })
    const lists = await current.step()
    await nextTick()
    if (!lists) return
    people = lists
    isDoubtful = current.isDoubtful
    reading = undefined
    for (const id of current.changed) changed.add(id)
    known = changed.size === 0 ? announced : announcedBefore
    log.info?.({ people: lists.public.count, seconds: secondsSince(begunAt) }, 'the people of the search are in memory')
    notifyWaiting()
    following.begin()
  }

  function notifyWaiting(): void {
    for (const goOn of waiting.splice(0)) goOn()
  }

  function recordFailure(error: unknown): void {
    failures++
    if (error instanceof DatabaseAway) logFailure({ err: error, read: reading?.count() })
    else log.error({ err: error }, 'The people of the lists could not be read')
  }

  const { signal } = stopping
  const readingAll = steadyWork({
    isNeeded: () => isInSync !== undefined && (!people || isDoubtful),
    step: readOn,
    recordFailure,
    signal,
  })
  const following = steadyWork({
    isNeeded: () => people !== undefined && changed.size > 0,
    step: followChanges,
    recordFailure,
    signal,
  })

  /** Resolves when more people are in memory, or on timeout. */
  const nextStep = (timeout: AbortSignal) =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
      timeout.addEventListener('abort', () => resolve(), { once: true })
    })

  const follower: ChangeFollower = {
    open(inSync) {
      isInSync = inSync
      isDoubtful = people !== undefined
      if (reading) reading.isDoubtful = true
      readingAll.begin()
      following.begin()
    },
    drop(tag) {
      const id = memorialOfTag(tag)
      if (id === undefined) return
      announced++
      reading?.changed.add(id)
      if (people) changed.add(id)
      following.begin()
    },
  }
  changes.follow(follower)

  return {
    async find(listed, search) {
      const asked = announced
      const isSoon = () => people !== undefined || performance.now() - begunAt < TIMEOUT_MS
      const hasToWait = () => isInSync?.() && isSoon() && !(people && known >= asked)
      // Most searches need not wait, and create no timer.
      if (hasToWait()) {
        const timeout = AbortSignal.timeout(TIMEOUT_MS)
        while (hasToWait() && !timeout.aborted) await nextStep(timeout)
      }
      return isInSync?.() && people && known >= asked ? find(people[listed], search) : undefined
    },

    state: () => ({
      isComplete: isInSync?.() === true && people !== undefined && !isDoubtful,
      listed: people?.public.count ?? 0,
      read: reading?.count() ?? 0,
      failures,
    }),

    async stop() {
      stopping.abort()
      await Promise.all([readingAll.ended(), following.ended()])
    },
  }
}

function secondsSince(begunAt: number): number {
  return Math.round((performance.now() - begunAt) / 1000)
}

type Lists = Record<ListedMemorials, People>

const READ_AT_ONCE = 2000
/** Per query, when changed people are reloaded. */
const READ_AGAIN_AT_ONCE = 1000

/**
 * Loads everyone into new lists step by step: a failed step is retried alone, and the next one continues after the last
 * id.
 */
interface Reading {
  /** The number of people loaded so far. */
  count: () => number
  /** Runs one step; returns the lists after the last one. */
  step(): Promise<Lists | undefined>
  /** Ids with a change that was announced during the load: they may have been read before it. */
  changed: Set<number>
  /** Some changes may have been missed since the load started: repeat it afterwards. */
  isDoubtful: boolean
}

function readEverybody(db: Db): Reading {
  const lists: Lists = { public: new People(), heroes: new People() }
  const changed = new Set<number>()
  let lastId = 0
  let state: 'reading' | 'sorting' | 'sorted' = 'reading'

  async function readMore(): Promise<void> {
    const some = await listPeople(db, lastId, READ_AT_ONCE)
    for (const person of some) {
      lists.public.add(person)
      if (person.isHero) lists.heroes.add(person)
    }
    lastId = some.at(-1)?.id ?? lastId
    if (some.length < READ_AT_ONCE) state = 'sorting'
  }

  return {
    changed,
    isDoubtful: false,
    count: () => lists.public.count,
    async step() {
      if (state === 'reading') {
        await readMore()
        return undefined
      }
      if (state === 'sorting') {
        await lists.public.build(yieldToEventLoop)
        await lists.heroes.build(yieldToEventLoop)
        state = 'sorted'
      }
      // The few that are left are reloaded once the lists are in use: a search waits for them, and not for many.
      if (changed.size <= READ_AGAIN_AT_ONCE) return lists
      await readAgain(db, lists, changed)
      return undefined
    },
  }
}

/** Reloads some of the changed people, and removes their ids from the set. */
async function readAgain(db: Db, lists: Lists, changed: Set<number>): Promise<void> {
  const ids = [...changed].slice(0, READ_AGAIN_AT_ONCE)
  for (const id of ids) changed.delete(id)
  let present: ListedPerson[]
  try {
    present = await findPeople(db, ids)
  } catch (error) {
    for (const id of ids) changed.add(id)
    throw error
  }
  const now = new Map(present.map((person) => [person.id, person]))
  lists.public.replace(ids.map((id) => now.get(id) ?? { id }))
  lists.heroes.replace(ids.map((id) => (now.get(id)?.isHero ? (now.get(id) as Person) : { id })))
}

const RETRY_MS = 1000

/** Runs work step by step for as long as it is needed. A failed step is retried alone, after a pause. */
function steadyWork(parts: {
  isNeeded: () => boolean
  step: () => Promise<void>
  recordFailure: (error: unknown) => void
  /** Ends the work. */
  signal: AbortSignal
}) {
  const { isNeeded, step, recordFailure, signal } = parts
  let running: Promise<void> | undefined
  const isOver = () => signal.aborted

  async function run(): Promise<void> {
    while (isNeeded() && !isOver()) {
      try {
        await step()
      } catch (error) {
        if (isOver()) return
        recordFailure(error)
        await pause(RETRY_MS, undefined, { ref: false, signal }).catch(() => undefined)
      }
    }
  }

  function begin(): void {
    if (running || !isNeeded() || isOver()) return
    running = run().finally(() => {
      running = undefined
      begin()
    })
  }

  return { begin, ended: (): Promise<void> => running ?? Promise.resolve() }
}
