import { ARCHIVE_LIMIT_BYTES, STORAGE_STEP_BYTES, STORAGE_STEP_MAX_BYTES } from '@contract/limits'
import { precisionAfter } from '@contract/life-dates'
import { type Memorial, type MemorialChange, type MemorialDraft, memorialDraftSchema } from '@contract/memorial'
import type { Account } from '../../access/account'
import { type Editable, lockMemorial } from '../../access/memorial'
import type { MemorialRow } from '../../access/memorial-repository'
import type { Db } from '../../db/schema'
import { conflict, forbidden } from '../../lib/api-error'
import { DRAWN_FIELDS } from '../../lib/link-picture-address'
import type { SecurityEvent, SecurityLog } from '../../lib/security-log'
import { validate } from '../../lib/validate'
import type { KeptMedia, MediaLibrary, MediaOfChange } from '../../media/media-library'
import type { ReceivedFile } from '../../media/received-form'
import { hasDeletedMemorial, recordAudit } from '../audit/repository'
import { draftColumns, type MemorialPresentation } from './presentation'
import { filesReplacedBy, type Portraits } from './portraits'
import { deleteMemorial, type MemorialUpdate, spendCredit, updateMemorial } from './repository'

const ALREADY_ADVANCED = 'Этот мемориал уже продвинутый.'
const NO_UPGRADE_LEFT = 'У вас не осталось улучшений до продвинутого мемориала.'
const NOT_ADVANCED = 'Дополнительное место доступно только продвинутому мемориалу.'
const STORAGE_TAKEN = 'Дополнительное место уже добавлено.'
const NO_STORAGE_LEFT = 'У вас не осталось дополнительного места.'

export type MemorialChangeService = ReturnType<typeof createMemorialChangeService>

/** Changes of a memorial by its owner. */
export function createMemorialChangeService(parts: {
  db: Db
  library: MediaLibrary
  portraits: Portraits
  presentation: MemorialPresentation
  securityLog: SecurityLog
}) {
  const { db, library, portraits, presentation, securityLog } = parts

  /** Changes the locked row in a transaction. */
  const changeLocked = async (
    memorial: Editable,
    change: (tx: Db, row: MemorialRow, media: MediaOfChange) => Promise<MemorialRow>,
    kept?: KeptMedia[],
  ) => {
    const changed = await library.change(kept, async (tx, media) => {
      const row = await lockMemorial(tx, memorial)
      return change(tx, row, media)
    })
    return presentation.asMemorial(changed, true)
  }

  return {
    /** Refuses what is no picture with 415, and a view of a photo that is not there with 422. */
    async update(
      memorial: Editable,
      { rotate, crop, ...change }: MemorialChange,
      { file, sender }: { file: ReceivedFile | undefined; sender: string },
    ): Promise<Memorial> {
      const view = { rotate, crop }
      const portrait = file ? await portraits.keepNew(file, view) : await portraits.keepView(memorial, view, sender)
      const events: SecurityEvent[] = []
      const changed = await changeLocked(
        memorial,
        async (tx, row, media) => {
          const columns = {
            ...changedColumns(row, change),
            ...portrait?.columns,
          }
          if (columns.public_status !== row.public_status) {
            const event = columns.public_status ? 'memorial_opened' : 'memorial_closed'
            await recordAudit(tx, { event, actor_id: row.user_id, actor_role: 'owner', memorial_id: row.id })
            events.push(event)
          }
          for (const kept of portrait?.kept ?? []) await media.claim(kept, row.id)
          const replaced = portrait ? filesReplacedBy(portrait, row) : []
          for (const id of replaced) await media.release(id)
          if (file && replaced.length > 0) events.push('portrait_replaced')
          const noLinkPicture = await dropOutdatedLinkPicture(row, columns, media)
          return updateMemorial(tx, row.id, { ...columns, ...noLinkPicture, updated_at: new Date() })
        },
        portrait?.kept,
      )
      for (const event of events) securityLog.record(event, { account: memorial.user_id, memorial: memorial.id })
      return changed
    },

    async upgrade(memorial: Editable): Promise<Memorial> {
      return changeLocked(memorial, async (tx, row) => {
        if (row.is_advanced) throw conflict(ALREADY_ADVANCED)
        if (!(await spendCredit(tx, row.user_id, 'advanced_memorials_left'))) throw forbidden(NO_UPGRADE_LEFT)
        return updateMemorial(tx, row.id, { is_advanced: true, media_storage_limit: ARCHIVE_LIMIT_BYTES })
      })
    },

    async addStorage(memorial: Editable): Promise<Memorial> {
      return changeLocked(memorial, async (tx, row) => {
        if (!row.is_advanced) throw conflict(NOT_ADVANCED)
        if (row.media_storage_limit > STORAGE_STEP_MAX_BYTES) throw conflict(STORAGE_TAKEN)
        if (!(await spendCredit(tx, row.user_id, 'bonus_gb_left'))) throw forbidden(NO_STORAGE_LEFT)
        return updateMemorial(tx, row.id, { media_storage_limit: row.media_storage_limit + STORAGE_STEP_BYTES })
      })
    },

    /** Deletes the rows first, so that the addresses of its files stop working at once. The files are removed later. */
    async remove(memorial: Editable): Promise<void> {
      const { id, user_id: owner } = memorial
      await library.change(undefined, async (tx, media) => {
        await lockMemorial(tx, memorial)
        await media.releaseAllOf(id)
        await deleteMemorial(tx, id)
        await recordAudit(tx, { event: 'memorial_deleted', actor_id: owner, actor_role: 'owner', memorial_id: id })
      })
      securityLog.record('memorial_deleted', { account: owner, memorial: id })
    },

    /** Whether this account deleted the memorial before. Its client may repeat the call when the first answer was lost. */
    wasRemovedBy: (account: Account, id: number): Promise<boolean> => hasDeletedMemorial(db, account.id, id),
  }
}

/** The columns after a change. The result must satisfy the rules of a draft. */
function changedColumns(row: MemorialRow, change: MemorialChange) {
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

const SHOWN_BY_LINKS = ['public_status', ...DRAWN_FIELDS, 'photo_id'] as const

/** Drops the picture that links to a page show when it shows the page as it was. Returns the columns to change. */
async function dropOutdatedLinkPicture(row: MemorialRow, change: MemorialUpdate, media: MediaOfChange) {
  const after = { ...row, ...change }
  if (!row.link_picture_id || SHOWN_BY_LINKS.every((column) => after[column] === row[column])) return {}
  await media.release(row.link_picture_id)
  return { link_picture_id: null, link_picture_version: null }
}
