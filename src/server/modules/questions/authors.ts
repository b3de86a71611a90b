import type { Selectable } from 'kysely'
import { VOICE_CONSENT_NEEDED } from '@contract/consent'
import { NAMES_WITHOUT_NAME } from '@contract/history'
import type { EditionsInForce } from '@contract/legal'
import { fullName } from '@contract/names'
import { PICTURE_FILE } from '@contract/picture'
import {
  type StoryDraft,
  type StoryReceipt,
  type OpenedQuestion,
  type OwnStory,
  QUESTION_LETTERS_MAX,
} from '@contract/questions'
import { findMemorial, lockMemorialRow } from '../../access/repository'
import { clock, now } from '../../db/instants'
import type { Db, Tables } from '../../db/schema'
import { ApiError, conflict, invalidField, notFound } from '../../lib/api-error'
import { type Count, countResponses, type LimitAttempts } from '../../lib/attempts'
import { networkOf } from '../../lib/visitor-network'
import { seal, unseal } from '../../lib/sealed'
import type { SecurityLog } from '../../lib/security-log'
import { hashToken, randomToken, type SecretKey } from '../../lib/token'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { hashAddresses } from '../../mail/address-hashes'
import { recordReached } from '../../mail/repository'
import type { LocalFile, MediaLibrary, MediaOfChange, StoredPicture, StoredVoice } from '../../media/media-library'
import type { MediaUrls } from '../../media/media-urls'
import type { ReceivedFile } from '../../media/received-form'
import type { Uploads } from '../../media/uploads/uploads'
import { releaseFilesOfStory, WITHOUT_VOICE } from '../accounts/authorship'
import { listBlockedMailboxes } from '../memories/pending-repository'
import { voiceColumns } from '../memories/voices'
import { createKeeperNotices, VOICE_TAKEN } from '../memories/writing'
import { SEALED_FOR_AUTHORS as SEALED_FOR, type StoryPresentation } from './stories'
import { findByToken, type LiveQuestion, lockQuestion, markOpened, updateQuestion } from './repository'
import {
  deleteStory,
  findStoryByToken,
  findStoryOfQuestion,
  insertStory,
  type StoryRow,
  type StoryUpdate,
  updateStory,
} from './story-repository'

const TOO_MANY = 'Слишком много запросов. Пожалуйста, попробуйте позже.'
const MAX_PER_MINUTE = 20
const MAX_PER_HOUR = 60
const HOUR_SECONDS = 3600
const ALREADY_DECIDED = 'Ваш рассказ уже прочитали, и изменить его здесь больше нельзя. Спасибо вам.'

/** What an answer comes with. */
interface Sent {
  address: string
  photos: LocalFile[]
  /** A voice in a form. */
  voice?: ReceivedFile | undefined
  /** A voice in parts, which is assembled for the page of the question. */
  upload?: { id: string; assemble: (memorialId: number) => Promise<ReceivedFile> } | undefined
}

/** The stored files of an answer. `isRepeated`: its voice is stored already. */
interface FilesOfStory {
  photos: StoredPicture[]
  voice?: StoredVoice | undefined
  isRepeated: boolean
}

export type StoryAuthorService = ReturnType<typeof createStoryAuthorService>

/** What someone does who was asked, by the link of their letter: it needs no account. */
export function createStoryAuthorService(parts: {
  db: Db
  library: MediaLibrary
  mediaUrls: MediaUrls
  presentation: StoryPresentation
  letters: Letters
  postman: Pick<Postman, 'wake'>
  limitAttempts: LimitAttempts
  secretKey: SecretKey
  securityLog: SecurityLog
  editions: EditionsInForce
  uploads: Pick<Uploads, 'end'>
}) {
  const { db, library, mediaUrls, presentation, postman, secretKey, securityLog, editions, uploads } = parts
  const limit = (name: string, max: number, seconds: number) =>
    parts.limitAttempts({ name, max, seconds, refusal: TOO_MANY })
  const perMinute = limit('answers-minute', MAX_PER_MINUTE, 60)
  const perHour = limit('answers-hour', MAX_PER_HOUR, HOUR_SECONDS)
  const notices = createKeeperNotices(parts)

  /** 404 for a link that opens nothing (any more), whatever the reason. */
  async function questionOf(token: string): Promise<LiveQuestion> {
    const question = await findByToken(db, token)
    if (!question) throw notFound()
    return question
  }

  async function expectStory(token: string): Promise<LiveQuestion> {
    const question = await questionOf(token)
    const story = await findStoryOfQuestion(db, question.id)
    if (story && !isOpenTo(story)) throw conflict(ALREADY_DECIDED)
    return question
  }

  /** Runs `act` on the question of a link while it is locked. */
  async function onQuestion(token: string, act: (tx: Db, question: LockedQuestion) => Promise<void>): Promise<void> {
    const { id } = await questionOf(token)
    await db.transaction().execute(async (tx) => {
      const locked = await lockQuestion(tx, id)
      if (!locked) throw notFound()
      await act(tx, locked)
    })
  }

  /** With the pictures stored: of several, none stays when one is refused. */
  async function storePhotos(files: LocalFile[]): Promise<StoredPicture[]> {
    const stored: StoredPicture[] = []
    try {
      for (const file of files) stored.push(await library.storePicture(file))
      return stored
    } catch (error) {
      await library.discard(stored)
      throw error
    }
  }

  async function storeFiles(question: LiveQuestion, sent: Sent): Promise<FilesOfStory> {
    const { photos: sentPhotos, voice: inForm, upload } = sent
    const former = upload && (await findStoryOfQuestion(db, question.id))
    const isRepeated = upload !== undefined && former?.voice_upload === upload.id
    const received = inForm ?? (isRepeated ? undefined : await upload?.assemble(question.memorial_id))
    const photos = await storePhotos(sentPhotos)
    try {
      return { photos, voice: received && (await library.storeVoice(received)), isRepeated }
    } catch (error) {
      await library.discard(photos)
      // It is no voice, or too long: a retry would not help.
      const isOfFile = error instanceof ApiError && [415, 422].includes(error.status)
      if (isOfFile && received?.uploadId) await uploads.end(received.uploadId)
      throw error
    }
  }

  async function save(question: LiveQuestion, draft: StoryDraft, sent: Sent) {
    const { photos, voice, isRepeated } = await storeFiles(question, sent)
    const uploadId = voice && !sent.voice ? sent.upload?.id : undefined
    const { text, author, relation, consent_version, voice_consent, voice_peaks } = draft
    const ofVoice = isRepeated
      ? {}
      : {
          ...WITHOUT_VOICE,
          ...voiceColumns(voice, voice_peaks),
          ...{ voice_upload: uploadId ?? null, voice_consent: (voice && voice_consent) ?? null },
        }
    const written = {
      ...{ question: question.text, to_name: question.to_name, text, author, relation },
      photo_ids: photos.map(({ id }) => id),
      ...ofVoice,
      ...consentColumns(consent_version, sent.address, editions),
    }
    const stored = [...photos, ...(voice ? [voice] : [])]
    return library.change(stored, async (tx, media) => {
      // The page may have been deleted since the check, and the question taken back.
      if (!(await lockMemorialRow(tx, question.memorial_id))) throw notFound()
      if (!(await lockQuestion(tx, question.id))) throw notFound()
      const former = await findStoryOfQuestion(tx, question.id)
      if (former && !isOpenTo(former)) throw conflict(ALREADY_DECIDED)
      // Its voice came with an answer that was replaced or taken back since.
      if (isRepeated && former?.voice_upload !== sent.upload?.id) throw conflict(VOICE_TAKEN)
      for (const file of stored) await media.claim(file, question.memorial_id)
      if (uploadId && (await media.releaseUploads({ id: uploadId })) === 0) throw conflict(VOICE_TAKEN)
      const isUnheard = await isBlockedTeller(tx, question)
      await updateQuestion(tx, question.id, { status: isUnheard ? 'opened' : 'answered', later_at: null })
      const columns = { ...written, is_unheard: isUnheard }
      if (former) return replaceStory(tx, media, { former, written: columns, isRepeated })
      const token = randomToken()
      const place = { memorial_id: question.memorial_id, question_id: question.id, ...tokenColumns(token) }
      const insert = () => insertStory(tx, { ...columns, ...place })
      return { story: await (isUnheard ? insert() : notices.withNotice(tx, question.memorial_id, insert)), token }
    })
  }

  /** Whether the keepers take nothing more from who was asked. Their address may be deleted: its hash stays. */
  async function isBlockedTeller(tx: Db, { memorial_id: page, mailbox_hash: hash }: LiveQuestion): Promise<boolean> {
    const mailboxes = await listBlockedMailboxes(tx, page)
    const blocked = mailboxes.length > 0 ? await hashAddresses(tx, secretKey, mailboxes) : []
    return blocked.some(({ all }) => all.some((known) => known.equals(hash)))
  }

  async function replaceStory(
    tx: Db,
    media: MediaOfChange,
    replacing: { former: Selectable<Tables['stories']>; written: StoryUpdate; isRepeated: boolean },
  ): Promise<{ story: StoryRow; token: string }> {
    const { former, written, isRepeated } = replacing
    await releaseFilesOfStory(tx, media, { ...former, ...(isRepeated && WITHOUT_VOICE) })
    const known = former.sealed_own_token && unseal(secretKey, SEALED_FOR, former.sealed_own_token)
    const token = known || randomToken()
    const change = { ...written, told_at: clock(), ...tokenColumns(token) }
    return { story: await updateStory(tx, former.id, change), token }
  }

  const tokenColumns = (token: string) => ({
    own_token_hash: hashToken(token),
    sealed_own_token: seal(secretKey, SEALED_FOR, token),
  })

  return {
    /** Records that the link was opened: the letters to this address may quote others from now on. */
    async open(token: string): Promise<OpenedQuestion> {
      const question = await questionOf(token)
      await markOpened(db, question.id)
      if (question.to_email) await recordReached(db, secretKey, question.to_email)
      const { photo_id: photoId, public_status: isPublic } = question
      const story = await findStoryOfQuestion(db, question.id)
      return {
        question: question.text,
        asked_by: nameOf(question),
        memorial: {
          name: fullName(question),
          portrait: photoId && mediaUrls.of(photoId, PICTURE_FILE, isPublic),
        },
        answer: story?.memorial_id ? await presentation.asAuthored(story) : null,
      }
    },

    /** 404 unless the link opens a question that can be answered: before its files are received. */
    expectStory,

    /** The same for a voice in parts, which the page of the question receives. */
    async pageOfVoice(token: string) {
      const { id, memorial_id: memorialId } = await expectStory(token)
      const lock = async (tx: Db) => {
        if (!(await lockMemorialRow(tx, memorialId)) || !(await lockQuestion(tx, id))) throw notFound()
      }
      return { memorialId, lock }
    },

    /** Replaces what was told before, while that waits. Who is blocked gets the same response, but no one sees the story. 409 once it was decided on, or deleted by the keepers. */
    async submit(draft: StoryDraft, sent: Sent): Promise<StoryReceipt> {
      const isSpoken = sent.voice !== undefined || sent.upload !== undefined
      if (isSpoken && draft.voice_consent === undefined) throw invalidField('voice_consent', VOICE_CONSENT_NEEDED)
      const counts: Count[] = [
        [perMinute, networkOf(sent.address)],
        [perHour, networkOf(sent.address)],
      ]
      const { story, token } = await countResponses(counts, async () =>
        save(await questionOf(draft.token), draft, sent),
      )
      postman.wake()
      return { id: story.id, status: story.status, own_token: token }
    },

    /** Counts once for each letter. After the last one it is a refusal. */
    async later(token: string): Promise<void> {
      await onQuestion(token, async (tx, { id, status, letters_sent: sent }) => {
        if (status !== 'sent' && status !== 'opened') return
        if (sent < QUESTION_LETTERS_MAX) await updateQuestion(tx, id, { status: 'later', later_at: now() })
        else await updateQuestion(tx, id, { status: 'declined', declined_at: now() })
      })
    },

    /** The page never asks this mailbox again. The link still takes an answer. */
    async decline(token: string): Promise<void> {
      await onQuestion(token, async (tx, { id, status, declined_at }) => {
        if (declined_at) return
        const outcome = status === 'answered' ? {} : { status: 'declined' as const, later_at: null }
        await updateQuestion(tx, id, { ...outcome, declined_at: now() })
      })
    },

    /** 404 after it was deleted by its author or the keepers, or with its page. */
    async findOwn(ownToken: string): Promise<OwnStory> {
      const story = await findStoryByToken(db, ownToken)
      const memorial = story?.memorial_id ? await findMemorial(db, story.memorial_id) : undefined
      if (!story || !memorial) throw notFound()
      const about = { question: story.question, memorial_name: fullName(memorial) }
      return { ...(await presentation.asAuthored(story)), ...about }
    },

    /** Destroys what was told, also out of the trash. Repeated, it changes nothing. */
    async revoke(ownToken: string): Promise<void> {
      const found = await findStoryByToken(db, ownToken)
      if (!found) return
      const page = found.memorial_id ?? found.trashed_memorial_id ?? 0
      await library.change(undefined, async (tx, media) => {
        await tx.selectFrom('memorials').select('id').where('id', '=', page).forUpdate().execute()
        const deleted = await deleteStory(tx, found.id)
        if (deleted) await releaseFilesOfStory(tx, media, deleted)
        if (found.question_id !== null) await updateQuestion(tx, found.question_id, { status: 'opened' })
      })
      securityLog.record('story_taken_back', { memorial: page })
    },
  }
}

type LockedQuestion = NonNullable<Awaited<ReturnType<typeof lockQuestion>>>

/** Whether its author may still replace it. */
function isOpenTo({ memorial_id, status }: Selectable<Tables['stories']>): boolean {
  return memorial_id !== null && status === 'pending'
}

function nameOf({ display_name: name, role }: LiveQuestion): string {
  return (role !== 'former' && name) || NAMES_WITHOUT_NAME[role]
}

function consentColumns(version: string | undefined, address: string, editions: EditionsInForce) {
  if (version === undefined) return {}
  return {
    consent_version: version,
    consent_address: address,
    agreement_edition: editions.agreement,
    policy_edition: editions.policy,
  }
}
