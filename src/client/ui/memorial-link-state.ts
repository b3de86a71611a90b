import { type MemorialCard, memorialCardSchema } from '@contract/memorial'

/** The navigation state of a link to a memorial, so that its page shows name and photo at once. */
export interface MemorialLinkState {
  memorial: MemorialCard
}

/** The memorial in a navigation state, if it is the one with this id. The state of a history entry may be anything. */
export function prefetchedMemorial(state: unknown, memorialId: number): MemorialCard | undefined {
  const memorial = (state as Partial<MemorialLinkState> | null)?.memorial
  return memorialCardSchema.isValidSync(memorial) && memorial.id === memorialId ? memorial : undefined
}
