import { MEMORIES_PAGE_SIZE } from '@contract/limits'
import type { MemorialCard } from '@contract/memorial'
import type { Memory } from '@contract/memory'
import type { MemoryListArg } from '@client/api/memory-api'

/** The maximal length of a memory that fits next to a portrait. */
const WORDS_MAX_LENGTH = 180

/**
 * The pages that the landing may show as an example, those with a portrait if there are any: the first one with a memory, or
 * else the first.
 */
export function candidatesAmong(memorials: MemorialCard[]): MemorialCard[] {
  const withPortrait = memorials.filter(({ photo_path }) => photo_path)
  return withPortrait.length > 0 ? withPortrait : memorials
}

/** The request for its memories: the same that its page sends first, which then finds the response in the cache. */
export function memoriesOfExample({ id }: MemorialCard): MemoryListArg {
  return { memorialId: id, offset: 0, limit: MEMORIES_PAGE_SIZE }
}

/** The memory to show: the longest that fits, or the beginning of the first one. */
export function memoriesToShow(memories: Memory[]): Pick<Memory, 'author' | 'description'> | undefined {
  const fitting = memories.filter(({ description }) => description.length <= WORDS_MAX_LENGTH)
  const longest = [...fitting].sort((one, other) => other.description.length - one.description.length)[0]
  if (longest) return longest
  const [first] = memories
  return first && { author: first.author, description: beginningOf(first.description) }
}

/** Cuts after a whole word, and adds an ellipsis. */
function beginningOf(text: string): string {
  const cut = text.slice(0, WORDS_MAX_LENGTH)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))}…`
}
