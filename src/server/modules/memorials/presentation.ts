import {
  ADVANCED,
  BASIC,
  type ClosedBy,
  type KeeperRole,
  type Memorial,
  type MemorialCard,
  type MemorialDraft,
  OPTIONAL_TEXTS,
} from '@contract/memorial'
import { anniversaryOf, moscowDay } from '@contract/days'
import { PICTURE_FILE } from '@contract/picture'
import { isTakenDownOrOwnerless, type MemorialRowWithCandles, type MemorialRow } from '../../access/repository'
import type { MediaUrls } from '../../media/media-urls'
import { originalOf, viewOf } from './portraits'
import type { CardRow } from './list-repository'

/** For the other keepers of a page whose owner deleted their account. */
const OWNER_LEFT =
  'Владелец страницы удалил свою учётную запись. Если он не вернётся и никто не примет страницу, она будет уничтожена.'

export type MemorialPresentation = ReturnType<typeof createMemorialPresentation>

/** Turns rows into API responses. */
export function createMemorialPresentation(mediaUrls: MediaUrls) {
  const photoPath = (photoId: string | null, isPublic: boolean) =>
    photoId && mediaUrls.of(photoId, PICTURE_FILE, isPublic)

  return {
    /** The contract's serializer leaves out the columns that it does not declare. Lists contain only public pages, relatives closed ones too. */
    asCard(row: CardRow, isPublic = true): MemorialCard {
      return { ...row, photo_path: photoPath(row.photo_id, isPublic) }
    },

    asMemorial(row: MemorialRowWithCandles, role: KeeperRole | null): Memorial {
      const { photo_id: photoId, media_storage_limit, used_storage_bytes, ...fields } = row
      const { photo_rotate: _rotate, photo_crop: _crop, keepers_decide, lit_on: _litOn, ...shown } = fields
      const { rotate, crop } = viewOf(row)
      const { public_status, swo_status } = wishesOf(row)
      return {
        ...shown,
        photo_path: photoPath(photoId, row.public_status),
        candle_day: candleDay(row),
        profile_rate: row.is_advanced ? ADVANCED : BASIC,
        ...(role ? closingOf(row) : UNTOLD),
        role,
        ...(role && {
          public_status,
          swo_status,
          keepers_decide,
          media_storage_limit,
          used_storage_bytes,
          photo_original_path: photoPath(originalOf(row), row.public_status),
          photo_rotate: rotate,
          photo_crop: crop,
        }),
      }
    },
  }
}

/** Today, if a candle burns on the page. */
function candleDay({ lit_on, death_date, death_precision }: MemorialRowWithCandles): string | null {
  const today = moscowDay()
  const isAnniversary = death_precision === 'day' && death_date && anniversaryOf(death_date, today)
  return lit_on === today || isAnniversary ? today : null
}

/** Why and by whom a page is closed regardless of its owner's settings. */
interface Closing {
  closed_reason: string | undefined
  closed_by: ClosedBy | undefined
}

const UNTOLD: Closing = { closed_reason: undefined, closed_by: undefined }

function closingOf({ closed_reason, closed_by_report, owner_left_at }: MemorialRow): Closing {
  if (closed_reason !== null) {
    return { closed_reason, closed_by: closed_by_report === null ? 'operator' : 'moderators' }
  }
  return owner_left_at ? { closed_reason: OWNER_LEFT, closed_by: 'owner' } : UNTOLD
}

/** The owner's visibility settings: while a page is taken down, `public_status` of its row is false. */
export function wishesOf(row: MemorialRow): Pick<MemorialRow, 'public_status' | 'swo_status'> {
  if (!isTakenDownOrOwnerless(row)) return { public_status: row.public_status, swo_status: row.swo_status }
  return { public_status: row.wished_public_status ?? false, swo_status: row.wished_swo_status ?? false }
}

/** The columns of a form: an empty optional text is null, and only a public page can be marked as a hero's. */
export function draftColumns(draft: MemorialDraft) {
  const texts = Object.fromEntries(OPTIONAL_TEXTS.map((field) => [field, draft[field] || null]))
  return {
    ...draft,
    ...(texts as Record<(typeof OPTIONAL_TEXTS)[number], string | null>),
    swo_status: draft.public_status && draft.swo_status,
  }
}
