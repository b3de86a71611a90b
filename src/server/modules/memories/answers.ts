import type { BlockedAuthor, Reply, WordsLetters, WrittenMemory } from '@contract/memory'
import type { Account } from '../../access/account'
import { type Editable, lockEditable } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { conflict, notFound } from '../../lib/api-error'
import { refuseChangedMeanwhile } from '../../lib/concurrent-change'
import type { SecurityLog } from '../../lib/security-log'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { areLettersEnded, resumeLetters } from '../../mail/reached-repository'
import { findWordsLetters, setWordsLetters } from '../accounts/user-repository'
import { blockAuthor, findBlockedAuthor, listBlockedAuthors, unblockAuthor } from './blocked-author-repository'
import type { MemoryPresentation } from './presentation'
import { lockMemory, type MemoryRow, noteReplyTold, setReply } from './repository'

const NOT_PUBLISHED = 'На эти слова нельзя ответить: их решили не публиковать.'
const NO_ADDRESS = 'Адреса автора у этих слов нет: его оставил хранитель страницы, или он уже удалён.'

export type AnswerService = ReturnType<typeof createAnswers>

/** What keepers do with memories besides deciding: reply, and silently block an author. */
export function createAnswers(parts: {
  db: Db
  presentation: MemoryPresentation
  letters: Letters
  postman: Pick<Postman, 'wake'>
  securityLog: SecurityLog
}) {
  const { db, presentation, letters, postman, securityLog } = parts

  /** Runs `action` on a memory of the page while both are locked; 404 when one is gone. */
  async function onMemory<T>(memorial: Editable, memoryId: number, action: (tx: Db, memory: MemoryRow) => Promise<T>) {
    return db.transaction().execute(async (tx) => {
      await lockEditable(tx, memorial)
      const memory = await lockMemory(tx, memoryId)
      if (memory?.memorials_id !== memorial.id) throw notFound()
      return action(tx, memory)
    })
  }

  return {
    /**
     * An empty text deletes the reply. Notifies the author once, of the first reply to an approved memory; a reply to a pending
     * memory goes into the letter about its approval. 409 for a rejected memory, and when the reply is not as `expected`.
     */
    async reply(memorial: Editable, memoryId: number, { text, expected }: Reply): Promise<WrittenMemory> {
      const answered = await onMemory(memorial, memoryId, async (tx, memory) => {
        if (memory.status === 'rejected') throw conflict(NOT_PUBLISHED)
        refuseChangedMeanwhile({ now: memory, expected, wanted: { reply: text || null } })
        const isTold = text !== '' && memory.reply_told_at === null && memory.status === 'approved'
        if (isTold && memory.author_email) {
          await enqueueLetter(tx, memory.author_email, letters.memoryAnswered(memorial, memory, text), {
            memorialId: memorial.id,
            accountId: memorial.editorId,
          })
          await noteReplyTold(tx, memoryId)
        }
        return setReply(tx, memoryId, text || null)
      })
      postman.wake()
      return presentation.asWritten(answered, memorial)
    },

    /** Further memories of this author are accepted as before, but no one sees them. 409 when the e-mail is not known. */
    async block(memorial: Editable, memoryId: number): Promise<void> {
      await onMemory(memorial, memoryId, async (tx, { author_email: email }) => {
        if (!email) throw conflict(NO_ADDRESS)
        await blockAuthor(tx, memorial.id, email)
      })
      securityLog.record('author_blocked', { account: memorial.editorId, memorial: memorial.id, memory: memoryId })
    },

    listBlocked: (memorial: Editable): Promise<BlockedAuthor[]> => listBlockedAuthors(db, memorial.id),

    /** The id of the page; 404 when there is no such entry. */
    async pageOfBlocked(id: number): Promise<number> {
      const blocked = await findBlockedAuthor(db, id)
      if (!blocked) throw notFound()
      return blocked.memorial_id
    },

    async unblock(memorial: Editable, id: number): Promise<void> {
      await unblockAuthor(db, memorial.id, id)
      securityLog.record('author_unblocked', { account: memorial.editorId, memorial: memorial.id })
    },

    /** Also `never` when a letter's link ended these letters. */
    howOftenToldOf: async ({ id, email }: Account): Promise<WordsLetters> =>
      (await areLettersEnded(db, email, 'waiting_words')) ? 'never' : findWordsLetters(db, id),

    async tell({ id, email }: Account, howOften: WordsLetters): Promise<void> {
      if (howOften !== 'never') await resumeLetters(db, email, 'waiting_words')
      await setWordsLetters(db, id, howOften)
    },
  }
}
