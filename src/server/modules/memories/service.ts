import type { MemoryPage } from '@contract/memory'
import type { Readable } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { countApprovedMemories, listApprovedMemories } from './repository'

export type MemoryService = ReturnType<typeof createMemoryService>

/** The rules of words of memory. */
export function createMemoryService({ db }: { db: Db }) {
  return {
    async list(memorial: Readable, page: { offset: number; limit: number }): Promise<MemoryPage> {
      const [rows, total] = await Promise.all([
        listApprovedMemories(db, memorial.id, page),
        countApprovedMemories(db, memorial.id),
      ])
      return { result: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })), total }
    },
  }
}
