import { VOICE_CONSENT_NEEDED } from '@contract/consent'
import { PENDING_MEMORIES_MAX } from '@contract/limits'
import { guestSchema, type MemoryDraft, type WrittenMemory } from '@contract/memory'
import type { EditionsInForce } from '@contract/legal'
import type { Account } from '../../access/account'
import { listKeeperIds } from '../../access/repository'
import { lockMemorial, type Readable } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { ApiError, conflict, invalidField, tooMany, unauthorized } from '../../lib/api-error'
import { type Count, countResponses, type LimitAttempts } from '../../lib/attempts'
import { mailboxKey } from '../../lib/mailbox'
import { networkOf } from '../../lib/visitor-network'
import { validate } from '../../lib/validate'
import type { Letters } from '../../mail/letters'
import { type LockedOwner, lockOwner, recordOwnerLetter } from '../../mail/repository'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import type { LocalFile, MediaLibrary, StoredPicture, StoredVoice } from '../../media/media-library'
import type { ReceivedFile } from '../../media/received-form'
import type { Uploads } from '../../media/uploads/uploads'
import { countVoice } from '../accounts/authorship'
import { holdActiveUser, insertConsent } from '../accounts/user-repository'
import {
  countMemoriesToReport,
  isBlocked,
  listKeepersToNotify,
  listMemoriesToReport,
  listStoriesToReport,
} from './pending-repository'
import type { MemoryPresentation } from './presentation'
import { countOthersWaiting, findSentBefore, insertMemory, type MemoryRow, type NewMemory } from './repository'
import { voiceColumns } from './voices'

const TOO_MANY = 'Слишком много запросов. Пожалуйста, попробуйте позже.'
const TOO_MANY_WAIT =
  'У этой страницы уже много слов, которые ждут решения. Пожалуйста, вернитесь через день-другой: мы будем рады вашим словам.'
export const VOICE_TAKEN = 'Эта запись уже отправлена вместе с другими словами.'
const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS
const MAX_PER_MINUTE = 20
const MAX_PER_HOUR = 60
const MAX_OF_AUTHOR_PER_HOUR = 10

/** The author of a new memory (an account, or undefined for a guest), and their IP address. */
interface MemoryWriter {
  account: Account | undefined
  address: string
  /** A local file of any type. */
  photo?: LocalFile | undefined
  /** The same, received or assembled when it is called: what was sent before is not assembled again. */
  voice?: (() => Promise<ReceivedFile>) | undefined
}

/** The stored files of a new memory. */
interface FilesOfMemory {
  photo?: StoredPicture | undefined
  voice?: StoredVoice | undefined
  /** Of a voice that came in parts: it ends with the transaction. */
  uploadId?: string | undefined
}

export type CountsOfWords = ReturnType<typeof createCountsOfWords>

/** The limits of what readers write, for words and proposals together. */
export function createCountsOfWords(limitAttempts: LimitAttempts) {
  const limit = (name: string, max: number, seconds: number) => limitAttempts({ name, max, seconds, refusal: TOO_MANY })
  const perMinute = limit('memories-minute', MAX_PER_MINUTE, MINUTE_SECONDS)
  const perHour = limit('memories-hour', MAX_PER_HOUR, HOUR_SECONDS)
  const ofAuthor = limit('memories-author', MAX_OF_AUTHOR_PER_HOUR, HOUR_SECONDS)

  return (writer: {
    address: string
    account: Account | undefined
    authorEmail: string
    isKeeper: boolean
  }): Count[] => {
    const network = networkOf(writer.address)
    const counts: Count[] = [
      [perMinute, network],
      [perHour, network],
    ]
    // Guests are counted by the e-mail that they give. It is unproven, so it must not limit an account.
    const author = writer.account ? `account-${writer.account.id}` : mailboxKey(writer.authorEmail)
    if (!writer.isKeeper) counts.push([ofAuthor, author])
    return counts
  }
}

export function createWriting(parts: {
  db: Db
  library: MediaLibrary
  presentation: MemoryPresentation
  letters: Letters
  postman: Pick<Postman, 'wake'>
  countsOfWords: CountsOfWords
  /** The editions of the texts that leaving a memory accepts. */
  editions: EditionsInForce
  uploads: Pick<Uploads, 'end'>
}) {
  const { db, library, presentation, postman, editions, uploads } = parts
  const notices = createKeeperNotices(parts)

  return {
    /**
     * A keeper's memories are approved at once; all others wait for a decision. A blocked author gets the same response, but no
     * one sees the memory. 415 for a photo that is not a picture, or a voice that is none; 422 for a voice without a consent.
     */
    async create(memorial: Readable, draft: MemoryDraft, writer: MemoryWriter): Promise<WrittenMemory> {
      const { account, address } = writer
      if (writer.voice && draft.voice_consent === undefined) throw invalidField('voice_consent', VOICE_CONSENT_NEEDED)
      const authorEmail = account ? account.email : validate(guestSchema, draft, 'body').author_email
      const counts = parts.countsOfWords({ address, account, authorEmail, isKeeper: memorial.role !== null })
      const written = await countResponses(counts, async () => {
        const key = draft.idempotency_key
        const known = writer.voice && key !== undefined && (await findSentBefore(db, memorial.id, key))
        if (known) return known
        const files = await storeFiles(writer)
        return createMemory(memorial, draft, { account, authorEmail, address, files })
      })
      postman.wake()
      return presentation.asWritten(written, memorial)
    },
  }

  async function storeFiles({ photo: sentPhoto, voice: receiveVoice }: MemoryWriter): Promise<FilesOfMemory> {
    const sentVoice = await receiveVoice?.()
    const photo = sentPhoto && (await library.storePicture(sentPhoto))
    try {
      return { photo, voice: sentVoice && (await library.storeVoice(sentVoice)), uploadId: sentVoice?.uploadId }
    } catch (error) {
      if (photo) await library.discard([photo])
      // It is no voice, or too long: a retry would not help.
      const isOfFile = error instanceof ApiError && [415, 422].includes(error.status)
      if (isOfFile && sentVoice?.uploadId) await uploads.end(sentVoice.uploadId)
      throw error
    }
  }

  async function createMemory(
    memorial: Readable,
    draft: MemoryDraft,
    {
      account,
      authorEmail,
      address,
      files: { photo, voice, uploadId },
    }: { account: Account | undefined; authorEmail: string; address: string; files: FilesOfMemory },
  ): Promise<MemoryRow> {
    const { description, author, consent_version, voice_consent, voice_peaks, idempotency_key } = draft
    const stored = [photo, voice].filter((file) => file !== undefined)
    const left = await library.change(stored, async (tx, media) => {
      // The page may have been deleted since the check.
      await lockMemorial(tx, memorial)
      // So may the account, and the memory would outlive it.
      if (account && !(await holdActiveUser(tx, account.id))) throw unauthorized()
      const leave = async (decision: Pick<NewMemory, 'author_email' | 'status' | 'decided_at' | 'is_unheard'>) => {
        const words = { memorials_id: memorial.id, description, author, idempotency_key, ...decision }
        const authorId = account?.id ?? null
        const ofFiles = { photo_id: photo?.id ?? null, ...voiceColumns(voice, voice_peaks) }
        const { memory, isNew } = await insertMemory(tx, { ...words, author_id: authorId, ...ofFiles })
        if (!isNew) return memory
        if (decision.status === 'pending') await refuseMore(tx, memory)
        for (const file of stored) await media.claim(file, memorial.id)
        if (uploadId && (await media.releaseUploads({ id: uploadId })) === 0) throw conflict(VOICE_TAKEN)
        await countVoice(tx, memory, memory.voice_bytes)
        const consent = { address, accepted: editions }
        const of = { memory_id: memory.id }
        if (consent_version !== undefined) await insertConsent(tx, of, { ...consent, version: consent_version })
        if (voice && voice_consent !== undefined)
          await insertConsent(tx, { ...of, is_of_voice: true }, { ...consent, version: voice_consent })
        return memory
      }
      if (memorial.role) return leave({ author_email: null, status: 'approved', decided_at: new Date() })
      if (await isBlocked(tx, memorial.id, authorEmail)) {
        return leave({ author_email: authorEmail, status: 'pending', is_unheard: true })
      }
      return notices.withNotice(tx, memorial.id, () => leave({ author_email: authorEmail, status: 'pending' }))
    })
    // A retry of a stored memory, which has the files of the first request.
    await library.discard(stored.filter(({ id }) => id !== left.photo_id && id !== left.voice_id))
    return left
  }
}

/** 429 when too many memories are pending: the keepers would not get to further ones for long. */
async function refuseMore(tx: Db, memory: MemoryRow): Promise<void> {
  if ((await countOthersWaiting(tx, memory)) >= PENDING_MEMORIES_MAX) throw tooMany(TOO_MANY_WAIT, DAY_SECONDS)
}

/**
 * Notifies keepers of pending memories and stories: at most once an hour or a day, as each has chosen. What arrives in between
 * goes into the next letters, which a job sends if nothing further triggers them.
 */
export function createKeeperNotices(parts: { db: Db; letters: Letters; postman: Pick<Postman, 'wake'> }) {
  const { db, letters, postman } = parts

  /** For an account that is locked in this transaction. False when there is nothing to send, or not yet. */
  async function sendIfDue(tx: Db, keeper: LockedOwner): Promise<boolean> {
    if (!keeper.is_due) return false
    const words = await listMemoriesToReport(tx, keeper.id)
    const stories = await listStoriesToReport(tx, keeper.id)
    if (words.length === 0 && stories.length === 0) return false
    if (words.length > 0) {
      await enqueueLetter(tx, keeper.email, letters.memoriesWait(words, await countMemoriesToReport(tx, keeper.id)))
    }
    if (stories.length > 0) await enqueueLetter(tx, keeper.email, letters.storiesWait(stories))
    await recordOwnerLetter(tx, keeper.id, 'waitingMemories')
    return true
  }

  return {
    /**
     * Runs `leaveMemory`, which inserts a memory or a story on this page, and sends the letters that are due to its keepers. The locks
     * serialise memories for one keeper, so that none is missed between two letters.
     */
    async withNotice<T>(tx: Db, memorialId: number, leaveMemory: () => Promise<T>): Promise<T> {
      const keepers: LockedOwner[] = []
      for (const id of await listKeeperIds(tx, memorialId)) {
        const keeper = await lockOwner(tx, id, 'waitingMemories')
        if (keeper) keepers.push(keeper)
      }
      const left = await leaveMemory()
      for (const keeper of keepers) await sendIfDue(tx, keeper)
      return left
    },

    /** Sends every letter that is due. */
    async sendAllDue(): Promise<void> {
      let hasWritten = false
      for (const id of await listKeepersToNotify(db)) {
        hasWritten =
          (await db.transaction().execute(async (tx) => {
            // Another process may have sent the letter since the list was read.
            const keeper = await lockOwner(tx, id, 'waitingMemories')
            return keeper !== undefined && sendIfDue(tx, keeper)
          })) || hasWritten
      }
      if (hasWritten) postman.wake()
    },
  }
}
