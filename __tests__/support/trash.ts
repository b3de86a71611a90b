import { sql } from 'kysely'
import { type ArchiveKind, archivePaths } from '@contract/archive'
import { TRASH_DAYS, UNDO_HOURS } from '@contract/retention'
import type { TrashedItem, TrashedMemorial, TrashedMemory } from '@contract/trash'
import { destroyOldMemorials } from '@server/modules/memorials/trash'
import type { TestApp } from './server-app'

const DAY_MS = 24 * 3600 * 1000

/** The trash actions of an account. */
export function trashOf(server: TestApp, token: string) {
  const send = (method: 'GET' | 'POST' | 'DELETE', url: string) => server.api({ method, url, token })
  const listed = async <T>(url: string) => (await send('GET', url)).json<{ result: T[] }>().result

  return {
    pages: {
      keep: (id: number) => send('DELETE', `/memorial/delete/${id}/?keep=true`),
      list: () => listed<TrashedMemorial>('/memorial/trash'),
      restore: (id: number) => send('POST', `/memorial/restore/${id}`),
      destroy: (id: number) => send('DELETE', `/memorial/trash/${id}`),
    },
    items: (kind: ArchiveKind) => {
      const paths = archivePaths(kind)
      return {
        keep: (id: number) => send('DELETE', `${paths.delete}/${id}?keep=true`),
        list: (memorialId: number) => listed<TrashedItem>(`${paths.trash}/${memorialId}`),
        restore: (id: number) => send('POST', `${paths.restore}/${id}`),
        destroy: (id: number) => send('DELETE', `${paths.trash}/${id}`),
      }
    },
    words: {
      keep: (id: number) => send('DELETE', `/memories/delete/${id}?keep=true`),
      list: (memorialId: number) => listed<TrashedMemory>(`/memories/trash/${memorialId}`),
      restore: (id: number) => send('POST', `/memories/restore/${id}`),
      destroy: (id: number) => send('DELETE', `/memories/trash/${id}`),
    },
  }
}

/** As if pages had been destroyed this long ago. */
export async function ageDestroyed({ db }: TestApp, hours: number): Promise<void> {
  // By the clock of the database: a test may have moved its own.
  await db
    .updateTable('memorials')
    .set({
      destroyed_at: sql<Date>`now() - make_interval(hours => ${hours})`,
      returnable_until: sql<Date>`now() + make_interval(hours => ${UNDO_HOURS - hours})`,
    })
    .where('destroyed_at', 'is not', null)
    .execute()
}

/** As if three days had passed since pages were destroyed: they are deleted with their files. */
export async function destroyOverdue(server: TestApp): Promise<void> {
  await ageDestroyed(server, UNDO_HOURS + 1)
  const securityLog = { record: () => undefined }
  await destroyOldMemorials({ ...server, securityLog })
}

/** Ages everything in the trash to this many days, by default its full term. */
export async function ageTrash({ db }: TestApp, days: number = TRASH_DAYS): Promise<void> {
  const trashed_at = new Date(Date.now() - days * DAY_MS)
  for (const table of ['memorials', 'archive_items', 'memories'] as const) {
    await db.updateTable(table).set({ trashed_at }).where('trashed_at', 'is not', null).execute()
  }
}
