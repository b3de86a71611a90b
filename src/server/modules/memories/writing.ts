import { WAITING_WORDS_MAX } from '@contract/limits'
import { guestSchema, type MemoryDraft, type WrittenMemory } from '@contract/memory'
import type { EditionsInForce } from '@contract/legal'
import type { Account } from '../../access/account'
import { lockMemorial, type Readable } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { tooMany, unauthorized } from '../../lib/api-error'
import { type Count, countAnswers, type LimitAttempts } from '../../lib/attempts'
import { mailboxKey } from '../../lib/mailbox'
import { networkOf } from '../../lib/network'
import { validate } from '../../lib/validate'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import type { StoredPicture, LocalFile, MediaLibrary } from '../../media/media-library'
import { holdActiveUser, insertConsent } from '../accounts/user-repository'
import { isBlocked } from './blocked-author-repository'
import { createKeeperNotices } from './keeper-notices'
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
export interface MemoryWriter {
  account: Account | undefined
  address: string
  /** A local file of any kind. */
  photo?: LocalFile | undefined
}

/** Creates memories. */
export function createWriting(parts: {
  db: Db
  library: MediaLibrary
  presentation: MemoryPresentation
  letters: Letters
  postman: Pick<Postman, 'wake'>
  limitAttempts: LimitAttempts
  /** Of the texts that are accepted by leaving words. */
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
     * Memories of those who keep the page are approved at once; all others wait for a decision. Those of a blocked author are
     * answered in the same way, and shown to nobody. Refuses a photo that is no picture with 415.
     */
    async create(memorial: Readable, draft: MemoryDraft, writer: MemoryWriter): Promise<WrittenMemory> {
      const { account, address, photo: file } = writer
      const authorEmail = account ? account.email : validate(guestSchema, draft, 'body').author_email
      const counts: Count[] = [
        [perMinute, networkOf(address)],
        [perHour, networkOf(address)],
      ]
      // Guests by the address that they give, which nobody has proved, so that it stops no account.
      if (!memorial.role) counts.push([ofAuthor, account ? `account-${account.id}` : mailboxKey(authorEmail)])
      const written = await countAnswers(counts, async () => {
        const photo = file && (await library.storePicture(file))
        return leaveWords(memorial, draft, { account, authorEmail, address, photo })
      })
      postman.wake()
      return presentation.asWritten(written, memorial)
    },
  }

  async function leaveWords(
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
      // It may have been deleted meanwhile.
      await lockMemorial(tx, memorial)
      // So may the account: its words would outlive it.
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
    // The words were there already, with the photo of their first sending.
    if (photo && left.photo_id !== photo.id) await library.discard([photo])
    return left
  }
}

/** 429 where so many words wait already: whoever decides on them does not see the others for long. */
async function refuseMore(tx: Db, memory: MemoryRow): Promise<void> {
  if ((await countOthersWaiting(tx, memory)) >= WAITING_WORDS_MAX) throw tooMany(TOO_MANY_WAIT, DAY_SECONDS)
}
