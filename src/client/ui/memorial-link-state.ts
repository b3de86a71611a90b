import { type MemorialCard, memorialCardSchema } from '@contract/memorial'

/** What a link to a memorial brings along, so that its page has a name and a face at once. */
export interface MemorialLinkState {
  memorial: MemorialCard
}

/** The memorial that a link brought along, if it is this one. The state of a history entry may be anything. */
export function prefetchedMemorial(state: unknown, memorialId: number): MemorialCard | undefined {
  const memorial = (state as Partial<MemorialLinkState> | null)?.memorial
  return memorialCardSchema.isValidSync(memorial) && memorial.id === memorialId ? memorial : undefined
}
