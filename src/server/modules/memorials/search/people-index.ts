import { setImmediate as nextTick, setTimeout as pause } from 'node:timers/promises'
import { type ChangeFeed, type ChangeFollower, memorialOfTag } from '../../../db/change-feed'
import { DatabaseAway } from '../../../db/database-away'
import type { Db } from '../../../db/schema'
import { find, type Found, type Search } from './find'
import type { ListedMemorials } from './asked'
import { People, type Person } from './people'
import { findPeople, listPeople } from './people-repository'

const LOADED_AT_ONCE = 2000
const READ_ANEW_AT_ONCE = 1000
/** With more changes than this, reading everybody anew is quicker. */
const CHANGES_MAX = 50_000
const RETRY_MS = 1000
/** So long a search waits for people who are being loaded. */
const PATIENCE_MS = 2000

export interface PeopleIndex {
  /** Undefined while this process does not know of all changes, or still loads. Then the database has to be asked. */
  find(listed: ListedMemorials, search: Search): Promise<Found | undefined>
  /** The same without waiting: undefined also while a change is not in memory yet. */
  findAtOnce(listed: ListedMemorials, search: Search): Found | undefined
  stop(): Promise<void>
}

/**
 * Keeps the people of the public lists in memory, as they are in the database: loads them when changes begin to be
 * announced, and reads again whom a change is about before the next search is answered. So a search that follows a change,
 * by this process or as soon as it hears of another's, never finds what was before.
 *
 * When a connection broke, a change may have been missed that was announced over it alone. Then everybody is read anew, and
 * until that is done the people who are in memory answer, and follow the changes that are heard of.
 */
export function createPeopleIndex(parts: {
  db: Db
  changes: Pick<ChangeFeed, 'follow'>
  log: { error(details: object, message: string): void }
}): PeopleIndex {
  const { db, changes, log } = parts
  const stopping = new AbortController()
  /** Who is in memory. Undefined until all are. */
  let people: Record<ListedMemorials, People> | undefined
  let isFollowing = false
  /** A new number for each beginning: what was begun earlier is given up. */
  let turn = 0
  let changed = new Set<number>()
  /** While everybody is read: of whom a change was announced since. They may have been read before it. */
  let changedMeanwhile: Set<number> | undefined
  /** A change may have been missed. */
  let isDoubtful = false
  let working: Promise<void> | undefined
  /** Counts announcements, and how many of them are in memory. */
  let announced = 0
  let known = 0
  const waiting: (() => void)[] = []

  const isCurrent = (begun: number) => begun === turn && isFollowing && !stopping.signal.aborted

  async function load(begun: number): Promise<void> {
    const loaded = { public: new People(), heroes: new People() }
    const upTo = announced
    const since = (changedMeanwhile = new Set<number>())
    let lastId = 0
    for (;;) {
      const some = await listPeople(db, lastId, LOADED_AT_ONCE)
      if (!isCurrent(begun)) return
      for (const person of some) {
        loaded.public.add(person)
        if (person.isHero) loaded.heroes.add(person)
      }
      lastId = some.at(-1)?.id ?? lastId
      if (some.length < LOADED_AT_ONCE) break
      await letOthersGo(begun)
    }
    await loaded.public.build(() => letOthersGo(begun))
    await loaded.heroes.build(() => letOthersGo(begun))
    if (!isCurrent(begun)) return
    people = loaded
    isDoubtful = false
    known = upTo
    for (const id of since) changed.add(id)
    changedMeanwhile = undefined
  }

  /** While everybody is read: the people who are there until then follow the changes. */
  async function letOthersGo(begun: number): Promise<void> {
    await nextTick()
    if (people && changed.size > 0 && isCurrent(begun)) await readChanged(begun, people)
  }

  async function readChanged(begun: number, into: NonNullable<typeof people>): Promise<void> {
    // The same change comes over every connection that listens, mostly at once: it is read when all have said it.
    await nextTick()
    if (!isCurrent(begun)) return
    const ids = [...changed].slice(0, READ_ANEW_AT_ONCE)
    const upTo = changed.size === ids.length ? announced : known
    for (const id of ids) changed.delete(id)
    let present: Awaited<ReturnType<typeof findPeople>> | undefined
    try {
      present = await findPeople(db, ids)
    } finally {
      // Whoever takes over reads them again.
      if (!present || !isCurrent(begun)) for (const id of ids) changed.add(id)
    }
    if (!isCurrent(begun)) return
    const now = new Map(present.map((person) => [person.id, person]))
    into.public.replace(ids.map((id) => now.get(id) ?? { id }))
    into.heroes.replace(ids.map((id) => (now.get(id)?.isHero ? (now.get(id) as Person) : { id })))
    known = upTo
    tellWaiting()
  }

  function tellWaiting(): void {
    for (const goOn of waiting.splice(0)) goOn()
  }

  /** Until everybody is loaded, and nobody is left who was changed. */
  async function work(begun: number): Promise<void> {
    while (isCurrent(begun)) {
      try {
        if (!people || changed.size > CHANGES_MAX) {
          people = undefined
          changed.clear()
          await load(begun)
        } else if (isDoubtful) await load(begun)
        else if (changed.size > 0) await readChanged(begun, people)
        else return
      } catch (error) {
        if (!isCurrent(begun)) return
        people = undefined
        if (!(error instanceof DatabaseAway)) log.error({ err: error }, 'The people of the lists could not be read')
        await pause(RETRY_MS, undefined, { ref: false })
      }
      tellWaiting()
    }
  }

  function begin(): void {
    if (working || stopping.signal.aborted) return
    const begun = turn
    working = work(begun).finally(() => {
      working = undefined
      if (isFollowing && (!people || isDoubtful || changed.size > 0)) begin()
    })
  }

  /** Until some more people are in memory, or the patience is over. */
  const nextStep = (patience: AbortSignal) =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
      patience.addEventListener('abort', () => resolve(), { once: true })
    })

  function forget(): void {
    turn++
    people = undefined
    isDoubtful = false
    changed = new Set()
  }

  const follower: ChangeFollower = {
    open() {
      isFollowing = true
      forget()
      begin()
    },
    close() {
      isFollowing = false
      forget()
    },
    clear() {
      if (!isFollowing) return
      turn++
      isDoubtful = true
      begin()
    },
    drop(tag) {
      const id = memorialOfTag(tag)
      if (!isFollowing || id === undefined) return
      changed.add(id)
      changedMeanwhile?.add(id)
      announced++
      begin()
    },
  }
  changes.follow(follower)

  const findIn = (listed: ListedMemorials, search: Search, asked: number) =>
    isFollowing && people && known >= asked ? find(people[listed], search) : undefined

  return {
    findAtOnce: (listed, search) => findIn(listed, search, announced),

    async find(listed, search) {
      const asked = announced
      const isUpToDate = () => people !== undefined && known >= asked
      const hasToWait = () => isFollowing && !isUpToDate()
      // Most searches need not wait, and make no timer.
      if (hasToWait()) {
        const patience = AbortSignal.timeout(PATIENCE_MS)
        while (hasToWait() && !patience.aborted) await nextStep(patience)
      }
      return findIn(listed, search, asked)
    },

    async stop() {
      stopping.abort()
      await working
    },
  }
}
