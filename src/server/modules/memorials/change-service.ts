import { ARCHIVE_LIMIT_BYTES, STORAGE_STEP_BYTES, STORAGE_STEP_MAX_BYTES } from '@contract/limits'
import {
  type Memorial,
  type MemorialChange,
  type MemorialDraft,
  memorialDraftSchema,
  precisionAfter,
  TEXTS_WITH_HISTORY,
} from '@contract/memorial'
import type { Account } from '../../access/account'
import { type Editable, lockEditable, lockOwned, type Owned } from '../../access/memorial'
import { isTakenDownOrOwnerless, type MemorialRowWithCandles, type MemorialRow } from '../../access/repository'
import type { Db } from '../../db/schema'
import { conflict, forbidden } from '../../lib/api-error'
import { DRAWN_FIELDS } from '../../lib/link-picture-path'
import type { SecurityEvent, SecurityLog } from '../../lib/security-log'
import { validate } from '../../lib/validate'
import type { MediaLibrary, MediaOfChange } from '../../media/media-library'
import type { ReceivedFile } from '../../media/received-form'
import { hasDeletedMemorial, recordAudit } from '../audit/repository'
import { changesOfDates, changesOfTexts, recordChanges, refuseOverwriting, type Restoring } from '../history/revisions'
import { draftColumns, type MemorialPresentation, wishesOf } from './presentation'
import { filesReplacedBy, type Portraits } from './portraits'
import { type MemorialUpdate, spendCredit, updateMemorial } from './repository'

const ALREADY_ADVANCED = 'Этот мемориал уже продвинутый.'
const NO_UPGRADE_LEFT = 'У вас не осталось улучшений до продвинутого мемориала.'
const NOT_ADVANCED = 'Дополнительное место доступно только продвинутому мемориалу.'
const STORAGE_TAKEN = 'Дополнительное место уже добавлено.'
const NO_STORAGE_LEFT = 'У вас не осталось дополнительного места.'

export type MemorialChangeService = ReturnType<typeof createMemorialChangeService>

/** Changes of a memorial by its keepers. */
export function createMemorialChangeService(parts: {
  db: Db
  library: MediaLibrary
  portraits: Portraits
  presentation: MemorialPresentation
  securityLog: SecurityLog
}) {
  const { db, library, portraits, presentation, securityLog } = parts

  /** Spends a credit of the owner on the locked row in a transaction. */
  const spendOn = async (memorial: Owned, change: (tx: Db, row: MemorialRow) => Promise<MemorialRowWithCandles>) => {
    const changed = await library.change(undefined, async (tx) => change(tx, await lockOwned(tx, memorial)))
    return presentation.asMemorial(changed, memorial.role)
  }

  return {
    /**
     * 415 for a file that is not a picture, 422 for a view without a photo, 409 when the memorial is no longer as `expected`.
     */
    async update(
      memorial: Editable,
      { rotate, crop, expected, keepers_decide, ...change }: MemorialChange,
      { file, sender, restoring }: { file: ReceivedFile | undefined; sender: string; restoring?: Restoring },
    ): Promise<Memorial> {
      const view = { rotate, crop }
      const portrait = file ? await portraits.storeNew(file, view) : await portraits.storeView(memorial, view, sender)
      const events: SecurityEvent[] = []
      const changed = await library.change(portrait?.stored, async (tx, media) => {
        const row = await lockEditable(tx, memorial)
        const wishes = wishesOf(row)
        const wanted = changedColumns({ ...row, ...wishes }, change)
        await refuseOverwriting(tx, { memorialId: row.id }, { now: row, expected, wanted })
        const columns = { ...wanted, ...(isTakenDownOrOwnerless(row) && asWishes(wanted)), ...portrait?.columns }
        if (wanted.public_status !== wishes.public_status) {
          const event = wanted.public_status ? 'memorial_opened' : 'memorial_closed'
          await recordAudit(tx, { event, ...actorOf(memorial), memorial_id: row.id })
          events.push(event)
        }
        for (const stored of portrait?.stored ?? []) await media.claim(stored, row.id)
        const replaced = portrait ? filesReplacedBy(portrait, row) : []
        for (const id of replaced) await media.release(id)
        if (file && replaced.length > 0) events.push('portrait_replaced')
        const noLinkPicture = await dropOutdatedLinkPicture(row, columns, media)
        const saving = { memorialId: row.id, userId: memorial.editorId, restoring }
        await recordChanges(tx, saving, [
          ...changesOfTexts('', TEXTS_WITH_HISTORY, row, wanted),
          ...changesOfDates(row, wanted),
        ])
        const own = keepers_decide === undefined ? {} : { keepers_decide }
        return updateMemorial(tx, row.id, { ...columns, ...own, ...noLinkPicture, updated_at: new Date() })
      })
      for (const event of events) securityLog.record(event, { account: memorial.editorId, memorial: memorial.id })
      return presentation.asMemorial(changed, memorial.role)
    },

    async upgrade(memorial: Owned): Promise<Memorial> {
      return spendOn(memorial, async (tx, row) => {
        if (row.is_advanced) throw conflict(ALREADY_ADVANCED)
        if (!(await spendCredit(tx, row.user_id, 'advanced_memorials_left'))) throw forbidden(NO_UPGRADE_LEFT)
        return updateMemorial(tx, row.id, { is_advanced: true, media_storage_limit: ARCHIVE_LIMIT_BYTES })
      })
    },

    async addStorage(memorial: Owned): Promise<Memorial> {
      return spendOn(memorial, async (tx, row) => {
        if (!row.is_advanced) throw conflict(NOT_ADVANCED)
        if (row.media_storage_limit > STORAGE_STEP_MAX_BYTES) throw conflict(STORAGE_TAKEN)
        if (!(await spendCredit(tx, row.user_id, 'bonus_gb_left'))) throw forbidden(NO_STORAGE_LEFT)
        return updateMemorial(tx, row.id, { media_storage_limit: row.media_storage_limit + STORAGE_STEP_BYTES })
      })
    },

    /** Whether this account deleted the memorial. Its client may retry after a lost response. */
    wasRemovedBy: (account: Account, id: number): Promise<boolean> => hasDeletedMemorial(db, account.id, id),
  }
}

const actorOf = ({ editorId, role }: Editable) => ({ actor_id: editorId, actor_role: role })

/** The columns after a change. The result must satisfy the rules of a draft. */
export function changedColumns(row: MemorialRow, change: MemorialChange) {
  const fields = Object.keys(memorialDraftSchema.fields) as (keyof MemorialDraft)[]
  const after: Partial<MemorialDraft> = {
    ...change,
    birth_precision: precisionAfter(
      { date: change.birth_date, precision: change.birth_precision },
      { date: row.birth_date, precision: row.birth_precision },
    ),
    death_precision: precisionAfter(
      { date: change.death_date, precision: change.death_precision },
      { date: row.death_date, precision: row.death_precision },
    ),
  }
  const merged = Object.fromEntries(
    fields.map((field) => [field, (after[field] === undefined ? row[field] : after[field]) ?? '']),
  )
  return draftColumns(validate(memorialDraftSchema, merged, 'body'))
}

/** For a page that is taken down: it stays closed, and returns to its owner's settings once the operator opens it. */
export function asWishes({ public_status, swo_status }: Pick<MemorialRow, 'public_status' | 'swo_status'>) {
  return {
    public_status: false,
    swo_status: false,
    wished_public_status: public_status,
    wished_swo_status: swo_status,
  }
}

const SHOWN_BY_LINKS = ['public_status', ...DRAWN_FIELDS, 'photo_id'] as const

/** Releases an outdated link picture. Returns the columns to change. */
export async function dropOutdatedLinkPicture(row: MemorialRow, change: MemorialUpdate, media: MediaOfChange) {
  const after = { ...row, ...change }
  if (!row.link_picture_id || SHOWN_BY_LINKS.every((column) => after[column] === row[column])) return {}
  await media.release(row.link_picture_id)
  return { link_picture_id: null, link_picture_version: null }
}

/** Closes a locked page whose owner deletes their account. The owner's settings are saved, as when a page is taken down. */
export async function closeWithOwner(tx: Db, row: MemorialRow, media: MediaOfChange): Promise<void> {
  const columns = { ...asWishes(wishesOf(row)), owner_left_at: new Date() }
  const noLinkPicture = await dropOutdatedLinkPicture(row, columns, media)
  await updateMemorial(tx, row.id, { ...columns, ...noLinkPicture })
}

/** Opens a locked page whose owner has returned or changed, unless the operator took it down. */
export async function openWithOwner(tx: Db, row: MemorialRow): Promise<void> {
  if (row.owner_left_at) await updateMemorial(tx, row.id, columnsWithout(row, { owner_left_at: null }))
}

/** The columns of a page once one reason to close it is gone: the owner's settings, unless the other reason holds. */
export function columnsWithout(row: MemorialRow, gone: MemorialUpdate): MemorialUpdate {
  if (isTakenDownOrOwnerless({ ...row, ...gone })) return gone
  return { ...gone, ...wishesOf(row), wished_public_status: null, wished_swo_status: null }
}
