import { type ChangeFeed, tagOfMemorial } from '../../db/change-feed'
import type { Db } from '../../db/schema'
import { createAnswerCache, KEPT_SECONDS_MAX } from '../../lib/answer-cache'
import { type CardRow, findPublicCards } from './list-repository'
import type { ListedMemorials } from './search/asked'

/** For about ten thousand cards. */
const KEPT_MAX_BYTES = 8 * 1024 ** 2
/** What a row takes beside its texts. */
const ROW_BYTES = 400

export interface KeptCards {
  /** The cards of those among these pages that are in the list, in this order. */
  find(listed: ListedMemorials, ids: readonly number[]): Promise<CardRow[]>
}

/** Cards of public pages, kept in memory until something about their page changes. Most lists then ask the database for nothing. */
export function createKeptCards({ db, changes }: { db: Db; changes: Pick<ChangeFeed, 'follow'> }): KeptCards {
  const kept = createAnswerCache<CardRow>({ maxBytes: KEPT_MAX_BYTES })
  changes.follow(kept)

  async function read(ids: readonly number[]): Promise<CardRow[]> {
    const ticket = kept.ticket()
    const rows = await findPublicCards(db, ids)
    for (const row of rows) {
      const bytes = ROW_BYTES + (row.photo_preview?.length ?? 0)
      kept.keep(ticket, String(row.id), row, { tags: [tagOfMemorial(row.id)], bytes, seconds: KEPT_SECONDS_MAX })
    }
    return rows
  }

  return {
    async find(listed, ids) {
      const cards = new Map<number, CardRow>()
      const missing: number[] = []
      for (const id of ids) {
        const card = kept.get(String(id))
        if (card) cards.set(id, card)
        else missing.push(id)
      }
      // For no ids too: while the database is away no empty list is answered.
      if (missing.length > 0 || ids.length === 0) {
        for (const card of await read(missing)) cards.set(card.id, card)
      }
      const found = ids.map((id) => cards.get(id)).filter((card) => card !== undefined)
      return listed === 'heroes' ? found.filter((card) => card.swo_status) : found
    },
  }
}
