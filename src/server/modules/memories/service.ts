import {
  type Decided,
  type Decision,
  MEMORY_FIELDS,
  MEMORY_FIELDS_REQUIRED,
  type MemoryChange,
  type MemoryPage,
  type PendingMemories,
  type PendingQuery,
  type Reply,
  type WordsLetters,
  type WrittenMemory,
} from '@contract/memory'
import { fullName } from '@contract/names'
import type { EditionsInForce } from '@contract/legal'
import type { Account } from '../../access/account'
import { type Editable, lockEditable, type Moderated, type Readable } from '../../access/memorial'
import { lockMemorialRow } from '../../access/repository'
import type { Db } from '../../db/schema'
import { conflict, forbidden, invalidField, notFound } from '../../lib/api-error'
import type { AuditEvent, SecurityLog } from '../../lib/security-log'
import type { SecretKey } from '../../lib/token'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { areLettersEnded, resumeLetters } from '../../mail/repository'
import type { MediaLibrary, MediaOfChange } from '../../media/media-library'
import type { Uploads } from '../../media/uploads/uploads'
import { findWordsLetters, setWordsLetters } from '../accounts/user-repository'
import { countVoice, releaseFilesOfWords } from '../accounts/authorship'
import { recordAudit } from '../audit/repository'
import { changesOfTexts, recordChanges, refuseOverwriting, type Restoring } from '../history/revisions'
import { moveToTrash } from '../trash/repository'
import { countPendingMemories, listPendingMemories } from './pending-repository'
import type { MemoryPresentation } from './presentation'
import {
  countApprovedMemories,
  decideOnMemory,
  deleteMemory,
  findMemory,
  listApprovedMemories,
  lockMemory,
  markReplyNotified,
  type MemoryRow,
  setReply,
  updateMemory,
} from './repository'
import { TRASHED_MEMORIES } from './trash'
import { type CountsOfWords, createWriting } from './writing'

export const NOT_YOUR_TEXT = 'Текст записи добавляют те, кто хранит страницу.'
export const NO_VOICE = 'Записи голоса здесь нет.'
const ALREADY_DECIDED = 'По этому воспоминанию решение уже принято.'
const DECIDED = { approved: 'memory_approved', rejected: 'memory_rejected' } as const satisfies Record<
  Decision,
  AuditEvent
>

export type MemoryService = ReturnType<typeof createMemoryService>

/** A moderated memory, its memorial, and the keeper or moderator who acts on it. */
export interface Moderation {
  actor: Account
  memorial: Moderated
  memory: MemoryRow
}

export function createMemoryService(parts: {
  db: Db
  library: MediaLibrary
  presentation: MemoryPresentation
  letters: Letters
  postman: Pick<Postman, 'wake'>
  countsOfWords: CountsOfWords
  securityLog: SecurityLog
  editions: EditionsInForce
  uploads: Pick<Uploads, 'end'>
}) {
  const { db, library, presentation, letters, postman, securityLog } = parts

  /**
   * Runs `action` in a transaction. Events passed to `record` go into the audit table in the same transaction, and into the
   * security log after it.
   */
  async function moderate<T>(
    { actor, memorial, memory }: Moderation,
    action: (tx: Db, record: (event: AuditEvent) => Promise<void>, media: MediaOfChange) => Promise<T>,
  ): Promise<T> {
    const events: AuditEvent[] = []
    const result = await library.change(undefined, (tx, media) => {
      const record = async (event: AuditEvent) => {
        const actor_role = memorial.role ?? 'moderator'
        const subject = { memorial_id: memorial.id, subject_id: memory.id }
        await recordAudit(tx, { event, actor_id: actor.id, actor_role, ...subject })
        events.push(event)
      }
      return action(tx, record, media)
    })
    const details = { account: actor.id, memorial: memorial.id, memory: memory.id }
    for (const event of events) securityLog.record(event, details)
    return result
  }

  return {
    ...createWriting(parts),

    async list(memorial: Readable, page: { offset: number; limit: number }): Promise<MemoryPage> {
      const [rows, total] = await Promise.all([
        listApprovedMemories(db, memorial.id, page),
        countApprovedMemories(db, memorial.id),
      ])
      return { result: rows.map((row) => presentation.asMemory(row, memorial.public_status)), total }
    },

    /** A moderator sees the pending memories that they may decide on, a keeper those of their memorials, an unverified account none. */
    async listPending(account: Account, asked: PendingQuery): Promise<PendingMemories> {
      if (!account.isVerified) return { result: [], total: 0 }
      const [rows, total] = await Promise.all([
        listPendingMemories(db, account, asked),
        countPendingMemories(db, account, asked),
      ])
      const result = rows.map(({ lastname, name, surname, author_email, ...row }) => ({
        ...presentation.asMemory(row, false),
        author_email,
        memorial_name: fullName({ lastname, name, surname }),
      }))
      return { result, total }
    },

    /** 404 when there is none. */
    async find(id: number): Promise<MemoryRow> {
      const memory = await findMemory(db, id)
      if (!memory) throw notFound()
      return memory
    },

    /**
     * Absent fields stay. 409 when the memory is not as `expected`. Throws 403 for the text of a voice from whom keeps the page
     * not, and 422 where there is no voice for it, or for words without any text.
     */
    async update(
      moderation: Moderation,
      { expected, ...change }: MemoryChange,
      restoring?: Restoring,
    ): Promise<WrittenMemory> {
      const { memorial, actor } = moderation
      if (change.voice_text !== undefined && memorial.role === null) throw forbidden(NOT_YOUR_TEXT)
      const updated = await moderate(moderation, async (tx, record) => {
        // Lock the page before the words, as what deletes them does: their revision refers to it.
        if (!(await lockMemorialRow(tx, memorial.id))) throw notFound()
        const before = await lockMemory(tx, moderation.memory.id)
        if (!before) throw notFound()
        const wanted = wantedOf(before, change)
        const place = { memorialId: memorial.id, prefix: `memory.${before.id}.`, isKeeper: memorial.role !== null }
        await refuseOverwriting(tx, place, { now: before, expected, wanted })
        if (MEMORY_FIELDS.every((field) => wanted[field] === before[field])) return before
        await record('memory_rewritten')
        const by = { userId: actor.id, byModerator: memorial.role === null }
        const saving = { memorialId: memorial.id, ...by, thing: { memory_id: before.id }, restoring }
        await recordChanges(tx, saving, changesOfTexts(place.prefix, MEMORY_FIELDS, before, wanted))
        return updateMemory(tx, before.id, wanted)
      })
      return presentation.asWritten(updated, memorial)
    },

    /**
     * With `keep`, a keeper's deletion goes to the trash. A moderator's is immediate, because the keepers could restore it from
     * the trash.
     */
    async remove(moderation: Moderation, asked: { keep: boolean }): Promise<void> {
      const { memorial, memory } = moderation
      const keep = asked.keep && memorial.role !== null
      await moderate(moderation, async (tx, record, media) => {
        // Lock the page before the memory, as everything that removes files of a page does.
        if (!(await lockMemorialRow(tx, memorial.id))) throw notFound()
        if (keep) {
          if (!(await moveToTrash(tx, TRASHED_MEMORIES, memorial.id, memory.id))) throw notFound()
        } else {
          const deleted = await deleteMemory(tx, memory.id)
          if (!deleted) throw notFound()
          await releaseFilesOfWords(tx, media, deleted)
        }
        await record(keep ? 'memory_trashed' : 'memory_deleted')
      })
    },

    /** The letter to the author is queued in the same transaction, so it is sent exactly once. */
    async decide(moderation: Moderation, decision: Decision): Promise<Decided> {
      const { memorial, memory } = moderation
      const { id, status } = await moderate(moderation, async (tx, record) => {
        // Its voice counts toward the storage of the page, which is locked before its words.
        if (memory.voice_id && !(await lockMemorialRow(tx, memorial.id))) throw notFound()
        const decided = await decideOnMemory(tx, memory.id, decision)
        if (decided) await countVoice(tx, decided, decided.voice_bytes)
        if (!decided) throw (await findMemory(tx, memory.id)) ? conflict(ALREADY_DECIDED) : notFound()
        const { author_email: email } = decided
        if (email) {
          const letter = letters.memoryDecided(memorial, decision, decided)
          // A moderator decides on many pages, so these letters count against the pages instead.
          const accountId = memorial.role ? moderation.actor.id : undefined
          await enqueueLetter(tx, email, letter, { memorialId: memorial.id, accountId })
        }
        if (email && decision === 'approved' && decided.reply) await markReplyNotified(tx, memory.id)
        await record(DECIDED[decision])
        return decided
      })
      postman.wake()
      return { id, status }
    },
  }
}

/** The texts of a memory after a change. Throws 422 for the text of a voice that is not there, and for words without any. */
function wantedOf(before: MemoryRow, change: Omit<MemoryChange, 'expected'>) {
  const { description = before.description, author = before.author } = change
  const voice_text = change.voice_text === undefined ? before.voice_text : change.voice_text || null
  if (before.voice_id === null && voice_text !== null) throw invalidField('voice_text', NO_VOICE)
  if (before.voice_id === null && !description) throw invalidField('description', MEMORY_FIELDS_REQUIRED)
  return { description, author, voice_text }
}

const NOT_PUBLISHED = 'На эти слова нельзя ответить: их решили не публиковать.'

export type ReplyService = ReturnType<typeof createReplies>

/** How keepers reply to memories, and how often letters announce new ones. */
export function createReplies(parts: {
  db: Db
  presentation: MemoryPresentation
  letters: Letters
  secretKey: SecretKey
  postman: Pick<Postman, 'wake'>
}) {
  const { db, presentation, letters, secretKey, postman } = parts

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
    async reply(
      memorial: Editable,
      memoryId: number,
      { text, expected }: Reply,
      restoring?: Restoring,
    ): Promise<WrittenMemory> {
      const outcome = await onMemory(memorial, memoryId, async (tx, memory) => {
        if (memory.status === 'rejected') throw conflict(NOT_PUBLISHED)
        const wanted = { reply: text || null }
        const place = { memorialId: memorial.id, prefix: `memory.${memoryId}.` }
        await refuseOverwriting(tx, place, { now: memory, expected, wanted })
        const saving = { memorialId: memorial.id, userId: memorial.editorId, thing: { memory_id: memoryId }, restoring }
        await recordChanges(tx, saving, changesOfTexts(place.prefix, ['reply'], memory, wanted))
        const isFirstReply = text !== '' && memory.reply_told_at === null && memory.status === 'approved'
        if (isFirstReply && memory.author_email) {
          await enqueueLetter(tx, memory.author_email, letters.memoryReplied(memorial, memory, text), {
            memorialId: memorial.id,
            accountId: memorial.editorId,
          })
          await markReplyNotified(tx, memoryId)
        }
        return setReply(tx, memoryId, wanted.reply)
      })
      postman.wake()
      return presentation.asWritten(outcome, memorial)
    },

    /** Also `never` when a letter's link ended these letters. */
    howOftenNotified: async ({ id, email }: Account): Promise<WordsLetters> =>
      (await areLettersEnded(db, secretKey, email, 'waiting_words')) ? 'never' : findWordsLetters(db, id),

    async setHowOften({ id, email }: Account, howOften: WordsLetters): Promise<void> {
      if (howOften !== 'never') await resumeLetters(db, secretKey, email, 'waiting_words')
      await setWordsLetters(db, id, howOften)
    },
  }
}
