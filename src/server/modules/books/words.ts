import { PAGE_SIZE_MAX } from '@contract/limits'
import { dayOfInstantInWords } from '@contract/shown-days'
import type { Db } from '../../db/schema'
import type { BookWords } from '../../media/books/book'
import { listApprovedMemories } from '../memories/repository'

/** A book holds at most so many memories, the newest ones, and so many characters in total (about two hundred pages). */
const WORDS_MAX = 500
const LETTERS_MAX = 300_000

/** The approved memories of a page in its order, up to the limits, read a hundred at a time. */
export async function* wordsForBook(db: Db, memorialId: number): AsyncGenerator<BookWords> {
  const read = new Set<number>()
  let letters = 0
  for (let offset = 0; read.size < WORDS_MAX; offset += PAGE_SIZE_MAX) {
    const page = await listApprovedMemories(db, memorialId, { offset, limit: PAGE_SIZE_MAX })
    for (const { id, description, author, reply, created_at } of page) {
      // New memories shift the others to later pages.
      if (read.has(id)) continue
      letters += description.length + (reply?.length ?? 0)
      if (letters > LETTERS_MAX || read.size >= WORDS_MAX) return
      read.add(id)
      yield { description, author, reply, day: dayOfInstantInWords(created_at.toISOString()) }
    }
    if (page.length < PAGE_SIZE_MAX) return
  }
}
