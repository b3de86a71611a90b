import { ARCHIVE_LIMIT_BYTES, MY_MEMORIALS_MAX } from '@contract/limits'
import {
  type Memorial,
  type MemorialDraft,
  type MemorialListQuery,
  type MemorialPage,
  type MyMemorials,
  type MyMemorialsQuery,
  NO_ADVANCED_LEFT,
} from '@contract/memorial'
import type { Account } from '../../access/account'
import type { ReadableWhole } from '../../access/memorial'
import type { MemorialRowWithCandles } from '../../access/repository'
import type { Db } from '../../db/schema'
import { forbidden, unavailable } from '../../lib/api-error'
import { createSemaphore, refuseWhenFull } from '../../lib/semaphore'
import type { MediaLibrary } from '../../media/media-library'
import type { ReceivedFile } from '../../media/received-form'
import { draftColumns, type MemorialPresentation } from './presentation'
import type { CardCache } from './card-cache'
import {
  countMemorialsOf,
  countPublicMemorials,
  listMemorialsOf,
  listPublicMemorials,
  type OwnCounts,
} from './list-repository'
import type { NewPortrait, Portraits, ViewChange } from './portraits'
import { insertMemorial, lockPlaces, spendCredit } from './repository'
import { asSearch, type ListedMemorials, readQuestion } from './search/asked'
import type { PeopleIndex } from './search/people-index'

const NO_PLACE_LEFT = 'Вы уже создали столько мемориалов, сколько доступно вашей учётной записи.'

/** Concurrent lists from the database while the people are not in memory: with a million people each takes seconds. */
const MAX_SLOW_LISTS = 2
const MAX_WAITING_LISTS = 50
const RETRY_AFTER_SECONDS = 5
const LISTS_BUSY = 'Поиск ещё запускается. Пожалуйста, попробуйте через несколько секунд.'

const NONE: OwnCounts = { total: 0, in_all: { pages: 0, own: 0, own_closed: 0 } }

export type MemorialService = ReturnType<typeof createMemorialService>

export function createMemorialService(parts: {
  db: Db
  people: PeopleIndex
  cards: CardCache
  library: MediaLibrary
  portraits: Portraits
  presentation: MemorialPresentation
  candles: { withUnwritten(memorial: MemorialRowWithCandles): MemorialRowWithCandles }
}) {
  const { db, people, cards, library, portraits, presentation, candles } = parts
  const runLimited = createSemaphore(MAX_SLOW_LISTS, MAX_WAITING_LISTS)

  /** Takes the place and the credit and inserts the memorial with its photo in one transaction. */
  const insert = (account: Account, draft: MemorialDraft, portrait: NewPortrait | undefined) =>
    library.change(portrait?.stored, async (tx, media) => {
      if ((await lockPlaces(tx, account.id)) < 1) throw forbidden(NO_PLACE_LEFT)
      if (draft.rate_check && !(await spendCredit(tx, account.id, 'advanced_memorials_left'))) {
        throw forbidden(NO_ADVANCED_LEFT)
      }
      const memorial = await insertMemorial(tx, {
        ...draftColumns(draft),
        user_id: account.id,
        ...portrait?.columns,
        is_advanced: draft.rate_check,
        media_storage_limit: draft.rate_check ? ARCHIVE_LIMIT_BYTES : 0,
      })
      for (const stored of portrait?.stored ?? []) await media.claim(stored, memorial.id)
      return memorial
    })

  return {
    async list(listed: ListedMemorials, query: MemorialListQuery): Promise<MemorialPage> {
      const search = asSearch(query)
      const found = await people.find(listed, search)
      if (found) {
        return {
          result: await cards.find(listed, found.ids),
          total: found.total,
          ...(found.isForgiving && { forgiving: true }),
          ...(found.leftOut !== undefined && { left_out: found.leftOut }),
        }
      }
      const [rows, total] = await runLimited(() =>
        Promise.all([listPublicMemorials(db, listed, search), countPublicMemorials(db, listed, search)]),
      ).catch(refuseWhenFull(unavailable(LISTS_BUSY, RETRY_AFTER_SECONDS)))
      return { result: rows.map((row) => presentation.asCard(row)), total }
    },

    /** Memorials that the account owns or keeps. An unverified account gets an empty list. */
    async listOf(account: Account, query: MyMemorialsQuery): Promise<MyMemorials> {
      const { q, offset = 0, limit = MY_MEMORIALS_MAX } = query
      const isCounted = (query.q ?? query.offset ?? query.limit) !== undefined
      if (!account.isVerified) return { result: [], ...(isCounted && NONE) }
      const question = q ? readQuestion(q) : undefined
      const [rows, counts] = await Promise.all([
        // Fetch one extra row to learn whether there are more.
        listMemorialsOf(db, account.id, { question, offset, limit: limit + 1 }),
        isCounted ? countMemorialsOf(db, account.id, question) : undefined,
      ])
      const result = rows
        .slice(0, limit)
        .map((row) => presentation.asMemorial(row, row.user_id === account.id ? 'owner' : 'keeper'))
      return { result, ...(rows.length > limit && { has_more: true }), ...counts }
    },

    show: (memorial: ReadableWhole): Memorial =>
      presentation.asMemorial(candles.withUnwritten(memorial), memorial.role),

    /** 415 for a file that is not a picture. */
    async create(
      account: Account,
      draft: MemorialDraft,
      photo: ({ file: ReceivedFile } & ViewChange) | undefined,
    ): Promise<Memorial> {
      const portrait = photo && (await portraits.storeNew(photo.file, photo))
      return presentation.asMemorial(await insert(account, draft, portrait), 'owner')
    },
  }
}
