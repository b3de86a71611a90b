import type { MemorialCard } from '@contract/memorial'
import { type ChangeFeed, tagOfMemorial } from '../../db/change-feed'
import type { Db } from '../../db/schema'
import { createTaggedCache, CACHE_SECONDS_MAX } from '../../lib/tagged-cache'
import { findPublicCards } from './list-repository'
import type { MemorialPresentation } from './presentation'
import type { ListedMemorials } from './search/asked'

/** Room for about ten thousand cards. */
const CACHE_MAX_BYTES = 16 * 1024 ** 2
/** The size of a card without its texts. */
const CARD_BYTES = 400

export interface CardCache {
  /** The cards of those pages that are in the list, in the order of `ids`. */
  find(listed: ListedMemorials, ids: readonly number[]): Promise<MemorialCard[]>
}

/** Caches the cards of public pages in memory until their page changes, so that most lists need no query. */
export function createCardCache(parts: {
  db: Db
  changes: Pick<ChangeFeed, 'follow'>
  presentation: Pick<MemorialPresentation, 'asCard'>
}): CardCache {
  const { db, changes, presentation } = parts
  const cache = createTaggedCache<MemorialCard>({ maxBytes: CACHE_MAX_BYTES })
  changes.follow(cache)

  async function read(ids: readonly number[]): Promise<MemorialCard[]> {
    const ticket = cache.ticket()
    const cards = (await findPublicCards(db, ids)).map((row) => presentation.asCard(row))
    for (const card of cards) {
      const bytes = CARD_BYTES + JSON.stringify(card).length
      const options = { tags: [tagOfMemorial(card.id)], bytes, seconds: CACHE_SECONDS_MAX }
      cache.set(ticket, String(card.id), card, options)
    }
    return cards
  }

  return {
    async find(listed, ids) {
      const cards = new Map<number, MemorialCard>()
      const missing: number[] = []
      for (const id of ids) {
        const found = cache.get(String(id))
        if (found) cards.set(id, found)
        else missing.push(id)
      }
      // Also without ids: while the database is unavailable, the request must fail instead of returning an empty list.
      if (missing.length > 0 || ids.length === 0) {
        for (const card of await read(missing)) cards.set(card.id, card)
      }
      const found = ids.map((id) => cards.get(id)).filter((card) => card !== undefined)
      return found.filter((card) => isIn(listed, card))
    },
  }
}

function isIn(listed: ListedMemorials, { swo_status }: MemorialCard): boolean {
  return listed === 'public' || swo_status
}
