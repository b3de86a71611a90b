import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Db } from '../../../db/schema'
import type { ListedMemorials } from './asked'
import { People, type Person } from './people'
import { findPeople, type ListedPerson, listPeople } from './people-repository'

export type Lists = Record<ListedMemorials, People>

const READ_AT_ONCE = 2000
/** Per query, when changed people are reloaded. */
export const READ_AGAIN_AT_ONCE = 1000

/**
 * Loads everyone into new lists step by step: a failed step is retried alone, and the next one continues after the last
 * id.
 */
export interface Reading {
  /** The number of people loaded so far. */
  count: () => number
  /** Runs one step; returns the lists after the last one. */
  step(): Promise<Lists | undefined>
  /** Ids with a change that was announced during the load: they may have been read before it. */
  changed: Set<number>
  /** Some changes may have been missed since the load started: repeat it afterwards. */
  isDoubtful: boolean
}

export function readEverybody(db: Db): Reading {
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
export async function readAgain(db: Db, lists: Lists, changed: Set<number>): Promise<void> {
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
