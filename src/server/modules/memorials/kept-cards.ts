import { type MemorialCard, memorialCardSchema } from '@contract/memorial'
import { type ChangeFeed, tagOfMemorial } from '../../db/change-feed'
import type { Db } from '../../db/schema'
import { createAnswerCache, KEPT_SECONDS_MAX } from '../../lib/answer-cache'
import { serializerOf } from '../../lib/serializer'
import { findPublicCards } from './list-repository'
import type { MemorialPresentation } from './presentation'
import type { ListedMemorials } from './search/asked'

/** For about ten thousand cards. */
const KEPT_MAX_BYTES = 16 * 1024 ** 2
/** What a card takes beside its texts. */
const CARD_BYTES = 400

interface KeptCard {
  card: MemorialCard
  /** The same as JSON. */
  text: string
}

export interface KeptCards {
  /** The cards of those among these pages that are in the list, in this order. */
  find(listed: ListedMemorials, ids: readonly number[]): Promise<MemorialCard[]>
  /** The same as JSON texts, or undefined where one of them has to be read from the database. */
  findTexts(listed: ListedMemorials, ids: readonly number[]): string[] | undefined
}

/** Cards of public pages, kept in memory until something about their page changes. Most lists then ask the database for nothing. */
export function createKeptCards(parts: {
  db: Db
  changes: Pick<ChangeFeed, 'follow'>
  presentation: Pick<MemorialPresentation, 'asCard'>
}): KeptCards {
  const { db, changes, presentation } = parts
  const toText = serializerOf(memorialCardSchema)
  const kept = createAnswerCache<KeptCard>({ maxBytes: KEPT_MAX_BYTES })
  changes.follow(kept)

  async function read(ids: readonly number[]): Promise<MemorialCard[]> {
    const ticket = kept.ticket()
    const cards = (await findPublicCards(db, ids)).map((row) => presentation.asCard(row))
    for (const card of cards) {
      const text = toText(card)
      const bytes = CARD_BYTES + 2 * text.length
      const keeping = { tags: [tagOfMemorial(card.id)], bytes, seconds: KEPT_SECONDS_MAX }
      kept.keep(ticket, String(card.id), { card, text }, keeping)
    }
    return cards
  }

  return {
    async find(listed, ids) {
      const cards = new Map<number, MemorialCard>()
      const missing: number[] = []
      for (const id of ids) {
        const found = kept.get(String(id))
        if (found) cards.set(id, found.card)
        else missing.push(id)
      }
      // For no ids too: while the database is away no empty list is answered.
      if (missing.length > 0 || ids.length === 0) {
        for (const card of await read(missing)) cards.set(card.id, card)
      }
      const found = ids.map((id) => cards.get(id)).filter((card) => card !== undefined)
      return found.filter((card) => isIn(listed, card))
    },

    findTexts(listed, ids) {
      if (ids.length === 0) return undefined
      const texts: string[] = []
      for (const id of ids) {
        const found = kept.get(String(id))
        if (!found) return undefined
        if (isIn(listed, found.card)) texts.push(found.text)
      }
      return texts
    },
  }
}

function isIn(listed: ListedMemorials, { swo_status }: MemorialCard): boolean {
  return listed === 'public' || swo_status
}
