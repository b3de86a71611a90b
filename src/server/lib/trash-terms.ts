import { TRASH_DAYS } from '@contract/retention'

const DAY_MS = 24 * 3600 * 1000

/** When something moved to the trash, and when it will be destroyed, as in responses. */
export function trashTerms(trashedAt: Date): { deleted_at: string; destroyed_at: string } {
  const destroyedAt = new Date(trashedAt.getTime() + TRASH_DAYS * DAY_MS)
  return { deleted_at: trashedAt.toISOString(), destroyed_at: destroyedAt.toISOString() }
}
