import type { Selectable } from 'kysely'
import { type Editable, lockEditable } from '../../access/memorial'
import type { Db, Tables } from '../../db/schema'
import { notFound } from '../../lib/api-error'
import { forEachOf } from '../../lib/for-each-of'
import type { SecurityLog } from '../../lib/security-log'
import type { MediaLibrary, MediaOfChange } from '../../media/media-library'
import {
  deleteFromTrash,
  listOverdue,
  lockPageOfTrash,
  moveToTrash,
  pageOfTrashed,
  takeFromTrash,
  type TrashedRow,
  type TrashName,
  type TrashTable,
} from './repository'

/** Archive items, words and stories. Pages have a trash of their own, modules/memorials/trash.ts. */
type TrashEvent = 'trashed' | 'restored' | 'deleted'

/** What differs between the things that keepers delete from a page. The hooks run in the transaction. */
interface TrashKind<Name extends TrashName, Listed, Restored> {
  table: TrashTable<Name>
  /** Its events begin with it. */
  name: 'archive_item' | 'memory' | 'story'
  /** Latest first. */
  list: (db: Db, memorialId: number) => Promise<Listed[]>
  moved?: (tx: Db, row: TrashedRow<Name>) => Promise<void>
  /** Before something returns to the page. @throws ApiError when the page has no room for it */
  returning?: (tx: Db, memorialId: number, id: number) => Promise<void>
  destroyed?: (tx: Db, row: TrashedRow<Name>) => Promise<void>
  record?: (tx: Db, event: TrashEvent, memorial: Editable, id: number) => Promise<void>
  /** What the security log notes of it. */
  auditDetails: (id: number) => { kind: string } | { memory: number }
  /** The response with what was restored. */
  show: (memorial: Editable, row: Selectable<Tables[Name]>) => Promise<Restored>
}

export type PageTrash<Listed, Restored> = ReturnType<typeof createPageTrash<TrashName, Listed, Restored>>

/** What was deleted from a page: its keepers see it and can restore it for a while. */
export function createPageTrash<Name extends TrashName, Listed, Restored>(
  { db, library, securityLog }: { db: Db; library: MediaLibrary; securityLog: SecurityLog },
  kind: TrashKind<Name, Listed, Restored>,
) {
  const { table } = kind

  /** Runs `act` on the locked page. It returns undefined when the row is no longer there: 404. */
  async function change<T>(
    memorial: Editable,
    id: number,
    { event, act }: { event: TrashEvent; act: (tx: Db, media: MediaOfChange) => Promise<T | undefined> },
  ): Promise<T> {
    const changed = await library.change(undefined, async (tx, media) => {
      await lockEditable(tx, memorial)
      const row = await act(tx, media)
      if (row === undefined) throw notFound()
      await kind.record?.(tx, event, memorial, id)
      return row
    })
    const who = { account: memorial.editorId, memorial: memorial.id }
    securityLog.record(`${kind.name}_${event}`, { ...who, ...kind.auditDetails(id) })
    return changed
  }

  return {
    /** The URLs of its files stop working. 404 when it is no longer on the page. */
    async moveToTrash(memorial: Editable, id: number): Promise<void> {
      const act = async (tx: Db) => {
        const row = await moveToTrash(tx, table, memorial.id, id)
        if (row) await kind.moved?.(tx, row)
        return row
      }
      await change(memorial, id, { event: 'trashed', act })
    },

    list: (memorial: Editable): Promise<Listed[]> => kind.list(db, memorial.id),

    /** The page that something came from. 404 when it is not in the trash. */
    async pageOf(id: number): Promise<number> {
      const memorialId = await pageOfTrashed(db, table, id)
      if (memorialId === undefined) throw notFound()
      return memorialId
    },

    async restore(memorial: Editable, id: number): Promise<Restored> {
      const act = async (tx: Db) => {
        await kind.returning?.(tx, memorial.id, id)
        return takeFromTrash(tx, table, memorial.id, id)
      }
      return kind.show(memorial, await change(memorial, id, { event: 'restored', act }))
    },

    async destroy(memorial: Editable, id: number): Promise<void> {
      const act = (tx: Db, media: MediaOfChange) => destroyLocked(tx, media, kind, memorial.id, id)
      await change(memorial, id, { event: 'deleted', act })
    },
  }
}

/** Destroys what is past its time in the trash, each row in its own transaction. A failure does not stop the others. */
export async function destroyOverdue<Name extends TrashName>(
  { db, library }: { db: Db; library: MediaLibrary },
  kind: Destroyed<Name>,
): Promise<void> {
  await forEachOf(await listOverdue(db, kind.table), ({ id, memorialId }) =>
    library.change(undefined, async (tx, media) => {
      await lockPageOfTrash(tx, memorialId)
      const [overdue] = await listOverdue(tx, kind.table, id)
      if (overdue) await destroyLocked(tx, media, kind, memorialId, id)
    }),
  )
}

type Destroyed<Name extends TrashName> = Pick<TrashKind<Name, never, never>, 'table' | 'destroyed'>

async function destroyLocked<Name extends TrashName>(
  tx: Db,
  media: MediaOfChange,
  { table, destroyed }: Destroyed<Name>,
  memorialId: number,
  id: number,
): Promise<TrashedRow<Name> | undefined> {
  const row = await deleteFromTrash(tx, table, memorialId, id)
  if (!row) return undefined
  for (const file of table.filesOf(row)) if (file !== null) await media.release(file)
  await destroyed?.(tx, row)
  return row
}
