import type { MemorialCard } from '@contract/memorial'

/** The navigation state of a link to a memorial, so that its page shows name and photo at once. */
export interface MemorialLinkState {
  memorial: MemorialCard
}

/** The memorial in a navigation state, if it has this id. The state of a history entry may be anything. */
export function prefetchedMemorial(state: unknown, memorialId: number): MemorialCard | undefined {
  const memorial = (state as Partial<MemorialLinkState> | null)?.memorial
  return memorial?.id === memorialId && NAMES.every((name) => isTextOrNull(memorial[name])) ? memorial : undefined
}

/** The fields that are shown at once. */
const NAMES = ['lastname', 'name', 'surname', 'birth_date', 'death_date', 'photo_path'] as const

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string'
}
