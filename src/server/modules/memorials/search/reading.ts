import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Db } from '../../../db/schema'
import type { ListedMemorials } from './asked'
import { People, type Person } from './people'
import { findPeople, type ListedPerson, listPeople } from './people-repository'

export type Lists = Record<ListedMemorials, People>

const READ_AT_ONCE = 2000
/** Of those who were changed. */
export const READ_AGAIN_AT_ONCE = 1000

/**
 * Everybody, read into new lists step by step: a step that fails is tried again alone, and the next one goes on after the
 * last id.
 */
export interface Reading {
  /** So many people are read. */
  count: () => number
  /** Does one step; the lists when that was the last one. */
  step(): Promise<Lists | undefined>
  /** Of whom a change is announced meanwhile: they may have been read before it. */
  changed: Set<number>
  /** Some changes may not have been announced since this reading began: when it ends it has to be done again. */
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
      // Those few who are left are read again once the lists stand: a search waits for them, and not for many.
      if (changed.size <= READ_AGAIN_AT_ONCE) return lists
      await readAgain(db, lists, changed)
      return undefined
    },
  }
}

/** Puts in what some of those who were changed are like now, and takes them out of the set. */
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
