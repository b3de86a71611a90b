import { PENDING_MEMORIES_MAX } from '@contract/limits'
import { guestSchema, type MemoryDraft, type WrittenMemory } from '@contract/memory'
import type { EditionsInForce } from '@contract/legal'
import type { Account } from '../../access/account'
import { listKeeperIds } from '../../access/repository'
import { lockMemorial, type Readable } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { tooMany, unauthorized } from '../../lib/api-error'
import { type Count, countResponses, type LimitAttempts } from '../../lib/attempts'
import { mailboxKey } from '../../lib/mailbox'
import { networkOf } from '../../lib/network'
import { validate } from '../../lib/validate'
import type { Letters } from '../../mail/letters'
import { type LockedOwner, lockOwner, recordOwnerLetter } from '../../mail/repository'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import type { LocalFile, MediaLibrary, StoredPicture } from '../../media/media-library'
import { holdActiveUser, insertConsent } from '../accounts/user-repository'
import { countMemoriesToReport, isBlocked, listKeepersToNotify, listMemoriesToReport } from './pending-repository'
import type { MemoryPresentation } from './presentation'
import { countOthersWaiting, insertMemory, type MemoryRow, type NewMemory } from './repository'

const TOO_MANY = 'Слишком много запросов. Пожалуйста, попробуйте позже.'
const TOO_MANY_WAIT =
  'У этой страницы уже много слов, которые ждут решения. Пожалуйста, вернитесь через день-другой: мы будем рады вашим словам.'
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
}

export function createWriting(parts: {
  db: Db
  library: MediaLibrary
  presentation: MemoryPresentation
  letters: Letters
  postman: Pick<Postman, 'wake'>
  limitAttempts: LimitAttempts
  /** The editions of the texts that leaving a memory accepts. */
  editions: EditionsInForce
}) {
  const { library, presentation, postman, editions } = parts
  const limit = (name: string, max: number, seconds: number) =>
    parts.limitAttempts({ name, max, seconds, refusal: TOO_MANY })
  const perMinute = limit('memories-minute', MAX_PER_MINUTE, MINUTE_SECONDS)
  const perHour = limit('memories-hour', MAX_PER_HOUR, HOUR_SECONDS)
  const ofAuthor = limit('memories-author', MAX_OF_AUTHOR_PER_HOUR, HOUR_SECONDS)
  const notices = createKeeperNotices(parts)

  return {
    /**
     * A keeper's memories are approved at once; all others wait for a decision. A blocked author gets the same response, but no
     * one sees the memory. 415 for a photo that is not a picture.
     */
    async create(memorial: Readable, draft: MemoryDraft, writer: MemoryWriter): Promise<WrittenMemory> {
      const { account, address, photo: file } = writer
      const authorEmail = account ? account.email : validate(guestSchema, draft, 'body').author_email
      const counts: Count[] = [
        [perMinute, networkOf(address)],
        [perHour, networkOf(address)],
      ]
      // Guests are counted by the e-mail that they give. It is unproven, so it must not limit an account.
      if (!memorial.role) counts.push([ofAuthor, account ? `account-${account.id}` : mailboxKey(authorEmail)])
      const written = await countResponses(counts, async () => {
        const photo = file && (await library.storePicture(file))
        return createMemory(memorial, draft, { account, authorEmail, address, photo })
      })
      postman.wake()
      return presentation.asWritten(written, memorial)
    },
  }

  async function createMemory(
    memorial: Readable,
    draft: MemoryDraft,
    {
      account,
      authorEmail,
      address,
      photo,
    }: { account: Account | undefined; authorEmail: string; address: string; photo: StoredPicture | undefined },
  ): Promise<MemoryRow> {
    const { description, author, consent_version, idempotency_key } = draft
    const left = await library.change(photo, async (tx, media) => {
      // The page may have been deleted since the check.
      await lockMemorial(tx, memorial)
      // So may the account, and the memory would outlive it.
      if (account && !(await holdActiveUser(tx, account.id))) throw unauthorized()
      const leave = async (decision: Pick<NewMemory, 'author_email' | 'status' | 'decided_at' | 'is_unheard'>) => {
        const words = { memorials_id: memorial.id, description, author, idempotency_key, ...decision }
        const authorId = account?.id ?? null
        const { memory, isNew } = await insertMemory(tx, { ...words, author_id: authorId, photo_id: photo?.id ?? null })
        if (isNew && decision.status === 'pending') await refuseMore(tx, memory)
        if (isNew && photo) await media.claim(photo, memorial.id)
        if (isNew && consent_version !== undefined) {
          const consent = { version: consent_version, address, accepted: editions }
          await insertConsent(tx, { memory_id: memory.id }, consent)
        }
        return memory
      }
      if (memorial.role) return leave({ author_email: null, status: 'approved', decided_at: new Date() })
      if (await isBlocked(tx, memorial.id, authorEmail)) {
        return leave({ author_email: authorEmail, status: 'pending', is_unheard: true })
      }
      return notices.withNotice(tx, memorial.id, () => leave({ author_email: authorEmail, status: 'pending' }))
    })
    // A retry of a stored memory, which has the photo of the first request.
    if (photo && left.photo_id !== photo.id) await library.discard([photo])
    return left
  }
}

/** 429 when too many memories are pending: the keepers would not get to further ones for long. */
async function refuseMore(tx: Db, memory: MemoryRow): Promise<void> {
  if ((await countOthersWaiting(tx, memory)) >= PENDING_MEMORIES_MAX) throw tooMany(TOO_MANY_WAIT, DAY_SECONDS)
}

/**
 * Notifies keepers of pending memories: at most one letter an hour or a day, as each has chosen. Memories that arrive in between
 * go into the next letter, which a job sends if no further memory triggers it.
 */
export function createKeeperNotices(parts: { db: Db; letters: Letters; postman: Pick<Postman, 'wake'> }) {
  const { db, letters, postman } = parts

  /** For an account that is locked in this transaction. False when there is nothing to send, or not yet. */
  async function sendIfDue(tx: Db, keeper: LockedOwner): Promise<boolean> {
    if (!keeper.is_due) return false
    const words = await listMemoriesToReport(tx, keeper.id)
    if (words.length === 0) return false
    await enqueueLetter(tx, keeper.email, letters.memoriesWait(words, await countMemoriesToReport(tx, keeper.id)))
    await recordOwnerLetter(tx, keeper.id, 'waitingMemories')
    return true
  }

  return {
    /**
     * Runs `leaveMemory`, which inserts a memory on this page, and sends the letters that are due to its keepers. The locks
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
