import {
  ADVANCED,
  BASIC,
  type Memorial,
  type MemorialCard,
  type MemorialDraft,
  type MemorialListQuery,
  type MemorialPage,
  NO_ADVANCED_LEFT,
} from '@contract/memorial'
import { ARCHIVE_LIMIT_BYTES } from '@contract/limits'
import type { Account } from '../../access/account'
import type { Readable } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { forbidden } from '../../lib/api-error'
import type { MediaAddresses } from '../../media/address'
import type { Pictures } from '../../media/pictures'
import { insertMedia } from '../../media/repository'
import {
  type CardRow,
  countPublicMemorials,
  insertMemorial,
  type ListedMemorials,
  listMemorialsOf,
  listPublicMemorials,
  type MemorialRow,
  spendAdvancedCredit,
  takePlace,
} from './repository'

const NO_PLACE_LEFT = 'Вы уже создали столько мемориалов, сколько доступно вашей учётной записи.'

export type MemorialService = ReturnType<typeof createMemorialService>

/** The rules of memorials. */
export function createMemorialService(parts: { db: Db; pictures: Pictures; addresses: MediaAddresses }) {
  const { db, pictures, addresses } = parts

  const photoPath = ({ photo_id }: { photo_id: string | null }, isPublic: boolean) =>
    photo_id && addresses.picture(photo_id, isPublic)

  const asCard = (row: CardRow): MemorialCard => {
    const { photo_id: _photoId, ...card } = row
    return { ...card, photo_path: photoPath(row, true) }
  }

  const asMemorial = (row: MemorialRow, isOwn: boolean): Memorial => ({
    id: row.id,
    user_id: row.user_id,
    lastname: row.lastname,
    name: row.name,
    surname: row.surname,
    birth_date: row.birth_date,
    death_date: row.death_date,
    biography: row.biography,
    photo_path: photoPath(row, row.public_status),
    public_status: row.public_status,
    swo_status: row.swo_status,
    rate_check: row.rate_check,
    profile_rate: row.is_advanced ? ADVANCED : BASIC,
    ...(isOwn && { media_storage_limit: row.media_storage_limit, used_storage_bytes: row.used_storage_bytes }),
  })

  /** The place, the credit, the memorial and its photo in one transaction: all of it comes about, or none. */
  const insert = (account: Account, draft: MemorialDraft, photoId: string | null) =>
    db.transaction().execute(async (tx) => {
      if (!(await takePlace(tx, account.id))) throw forbidden(NO_PLACE_LEFT)
      if (draft.rate_check && !(await spendAdvancedCredit(tx, account.id))) throw forbidden(NO_ADVANCED_LEFT)
      const memorial = await insertMemorial(tx, {
        ...draft,
        surname: draft.surname || null,
        biography: draft.biography || null,
        swo_status: draft.public_status && draft.swo_status,
        user_id: account.id,
        photo_id: photoId,
        is_advanced: draft.rate_check,
        media_storage_limit: draft.rate_check ? ARCHIVE_LIMIT_BYTES : 0,
      })
      if (photoId) await insertMedia(tx, photoId, memorial.id)
      return memorial
    })

  return {
    async list(listed: ListedMemorials, query: MemorialListQuery): Promise<MemorialPage> {
      const [rows, total] = await Promise.all([
        listPublicMemorials(db, listed, query),
        countPublicMemorials(db, listed, query),
      ])
      return { result: rows.map(asCard), total }
    },

    /** An unverified account has none to show. */
    async listOf(account: Account): Promise<Memorial[]> {
      if (!account.isVerified) return []
      return (await listMemorialsOf(db, account.id)).map((row) => asMemorial(row, true))
    },

    show: (memorial: Readable): Memorial => asMemorial(memorial, memorial.isOwn),

    /** `photoFile` is a local file of any kind; what is no picture is refused with 415. */
    async create(account: Account, draft: MemorialDraft, photoFile: string | undefined): Promise<Memorial> {
      const photoId = photoFile === undefined ? null : await pictures.keep(photoFile)
      try {
        return asMemorial(await insert(account, draft, photoId), true)
      } catch (error) {
        if (photoId) await pictures.discard(photoId)
        throw error
      }
    },
  }
}
