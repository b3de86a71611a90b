import { array, boolean, type InferType, mixed, number, object, string } from 'yup'
import { consentTick } from './auth'
import { consentVersionField, voiceConsentField } from './consent'
import { type Expected, expectedField } from './expected'
import { EMAIL_INVALID, emailField, lineOfText, longText, recordId, wholeNumber } from './fields'
import {
  AUTHOR_MAX_LENGTH,
  DECISIONS_AT_ONCE,
  EMAIL_MAX_LENGTH,
  MEMORIES_PAGE_SIZE,
  MEMORY_MAX_LENGTH,
  PAGE_SIZE_MAX,
  REPLY_MAX_LENGTH,
  SEARCH_MAX_LENGTH,
  VOICE_PEAKS,
  VOICE_TEXT_MAX_LENGTH,
} from './limits'
import { MEMORIAL_REQUIRED, SORT_ORDERS } from './memorial'

export const MEMORY_LABELS = {
  description: 'Воспоминание',
  author: 'Ваше имя',
  author_email: 'E-mail',
  reply: 'Ответ',
  file: 'Фотография',
  voice_text: 'Текст записи',
} as const

export const MEMORY_FIELDS_REQUIRED = "Пожалуйста, заполните поля 'Воспоминание' и 'Ваше имя'."

const REPLY_ABSENT = 'Укажите text: пустой текст убирает ответ'

export const MEMORY_STATUSES = ['pending', 'approved', 'rejected'] as const
export type MemoryStatus = (typeof MEMORY_STATUSES)[number]

const DECISIONS = ['approved', 'rejected'] as const
export type Decision = (typeof DECISIONS)[number]

/**
 * A voice that was left with a memory or a story: a root-relative URL, its length in seconds (null while unknown, and while a copy
 * is made that every browser plays), and its text, which keepers write for those who do not hear. `is_playable` is false where
 * few browsers play the file. `peaks` is its wave as its sender's browser drew it, null if unknown: 64 digits of 0 to f, from silence
 * to the loudest, each for one part of its length.
 */
export const voiceSchema = object({
  file_path: string().required(),
  duration: number().nullable().defined(),
  is_playable: boolean().required(),
  is_being_prepared: boolean().required(),
  text: string().nullable().defined(),
  peaks: string().nullable().defined(),
})
export type Voice = InferType<typeof voiceSchema>

/**
 * A published memory; `created_at` is an instant (ISO 8601, UTC), `reply` that of the page's keepers. `photo_path` is a
 * root-relative URL, with the picture's size in pixels if known. `description` may be empty where there is a voice.
 */
export const memorySchema = object({
  id: number().integer().required(),
  memorials_id: number().integer().required(),
  description: string().defined(),
  author: string().required(),
  created_at: string().required(),
  reply: string().nullable().defined(),
  voice: voiceSchema.nullable().defined(),
  photo_path: string().nullable().defined(),
  photo_width: number().integer().nullable().defined(),
  photo_height: number().integer().nullable().defined(),
})
export type Memory = InferType<typeof memorySchema>

export const memoryPageSchema = object({
  result: array(memorySchema).required(),
  total: number().integer().required(),
})
export type MemoryPage = InferType<typeof memoryPageSchema>

/** A memory as its author and its moderators see it. */
export const writtenMemorySchema = memorySchema.shape({
  status: string().oneOf(MEMORY_STATUSES).required(),
})
export type WrittenMemory = InferType<typeof writtenMemorySchema>

/** A pending memory, as its moderators see it. */
export const pendingMemorySchema = memorySchema.shape({
  memorial_name: string().required(),
  author_email: string().nullable().defined(),
})
export type PendingMemory = InferType<typeof pendingMemorySchema>

export const pendingMemoriesSchema = object({
  result: array(pendingMemorySchema).required(),
  total: number().integer().required(),
})
export type PendingMemories = InferType<typeof pendingMemoriesSchema>

/** GET /memories/all. */
export const memoryListQuerySchema = object({
  memorial_id: recordId().required(MEMORIAL_REQUIRED),
  offset: wholeNumber(0).default(0),
  limit: wholeNumber(1, PAGE_SIZE_MAX).default(MEMORIES_PAGE_SIZE),
})

/**
 * GET /memories/pending: up to a thousand, unless `limit` says otherwise. `q` searches text and author; `suspicious`
 * selects those with links or phone numbers.
 */
export const pendingQuerySchema = object({
  offset: wholeNumber(0).default(0),
  limit: wholeNumber(1, PAGE_SIZE_MAX),
  memorial_id: recordId(),
  q: lineOfText('Поиск', SEARCH_MAX_LENGTH).default(''),
  suspicious: boolean().default(false),
  sort_order: string().oneOf(SORT_ORDERS, 'Неизвестный порядок сортировки').default('asc'),
})
export type PendingQuery = InferType<typeof pendingQuerySchema>

const PEAKS = new RegExp(`^[\\da-f]{${VOICE_PEAKS}}$`)

/** The wave of a voice that is sent. */
export function voicePeaksField() {
  return string().matches(PEAKS, 'Неверный рисунок записи')
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const IDEMPOTENCY_KEY_WRONG = 'Ключ отправки должен быть в виде UUID'

/**
 * POST /memories/create, as JSON or a multipart form, which may contain a picture in its field `file` and a voice in
 * `voice`; instead of that, `voice_upload` may name a recording that came in parts (POST /voices). Either needs
 * `voice_consent`, and then `description` may be empty. For an account, letters go to its own address, and `author_email` is ignored. A retry with the same `idempotency_key`, after a lost
 * response, does not create a second memory.
 */
export const memoryDraftSchema = object({
  memorials_id: recordId().required(MEMORIAL_REQUIRED),
  description: memoryText().default('').test('text-or-voice', MEMORY_FIELDS_REQUIRED, hasTextOrVoice),
  author: authorName().required(MEMORY_FIELDS_REQUIRED),
  author_email: lineOfText(MEMORY_LABELS.author_email, EMAIL_MAX_LENGTH).nullable(),
  consent_version: consentVersionField(),
  voice_consent: voiceConsentField(),
  voice_peaks: voicePeaksField(),
  idempotency_key: string().strict().matches(UUID, IDEMPOTENCY_KEY_WRONG),
})
export type MemoryDraft = InferType<typeof memoryDraftSchema>

/** Required from a guest: the email address for the decision. */
export const guestSchema = object({ author_email: emailField(EMAIL_INVALID) })

/** A guest's additional fields: the email address, and the consent that an account gives at registration. */
export const guestFormSchema = guestSchema.shape({ consent: consentTick() })

/** A photo that is sent with the memory. */
export const memoryPhotoSchema = object({ file: mixed<File>().nullable().default(null) })

export const MEMORY_FIELDS = ['description', 'author', 'voice_text'] as const
export type ExpectedOfMemory = Expected<(typeof MEMORY_FIELDS)[number]>

/**
 * PATCH /memories/update/{id}. Absent fields stay. `voice_text` is for keepers, an empty one removes it; an empty
 * `description` needs a voice.
 */
export const memoryChangeSchema = object({
  description: memoryText(),
  author: authorName().min(1, MEMORY_FIELDS_REQUIRED),
  voice_text: longText(MEMORY_LABELS.voice_text, VOICE_TEXT_MAX_LENGTH),
  expected: expectedField(MEMORY_FIELDS),
})
export type MemoryChange = InferType<typeof memoryChangeSchema>

/** POST /memories/{id}/reply. An empty text removes the reply. */
export const replySchema = object({
  text: longText(MEMORY_LABELS.reply, REPLY_MAX_LENGTH).defined(REPLY_ABSENT),
  expected: expectedField(['reply']),
})
export type Reply = InferType<typeof replySchema>
export type ExpectedOfReply = Expected<'reply'>

/** Someone of whom a page takes nothing more: by their e-mail, or, if they were asked by letter, by the name under which they answered. */
export const blockedAuthorSchema = object({
  id: number().integer().required(),
  author_email: string().defined().nullable(),
  author: string().defined().nullable(),
})
export type BlockedAuthor = InferType<typeof blockedAuthorSchema>

/** Newest first. */
export const blockedAuthorsSchema = object({ result: array(blockedAuthorSchema).required() })

/** How often an account is notified by letter of pending memories: within the hour, once a day, never. */
const WORDS_LETTERS = ['hourly', 'daily', 'never'] as const
export type WordsLetters = (typeof WORDS_LETTERS)[number]

/** GET and PUT /users/me/words-letters. */
export const wordsLettersSchema = object({
  how_often: string().oneOf(WORDS_LETTERS, 'Как часто: hourly, daily или never').required('Укажите, как часто'),
})
export type WordsLettersChoice = InferType<typeof wordsLettersSchema>

/** POST /memories/moderate/{id}. The letter goes to the stored address; `author_email` is ignored. */
export const decisionSchema = object({
  decision: decisionField(),
  author_email: lineOfText(MEMORY_LABELS.author_email, EMAIL_MAX_LENGTH).nullable(),
})

export const decidedSchema = object({
  id: number().integer().required(),
  status: string().oneOf(MEMORY_STATUSES).required(),
})
export type Decided = InferType<typeof decidedSchema>

/** POST /memories/moderate. Every decision is independent: none waits for the others, or fails with them. */
export const decisionsSchema = object({
  decisions: array(object({ id: recordId().required(), decision: decisionField() }))
    .max(DECISIONS_AT_ONCE, `Не больше ${DECISIONS_AT_ONCE} решений за раз`)
    .required('Укажите решения'),
})

/** The outcome of a decision, corresponding to the status of the call for a single one: 200, 409, 404, 403. */
const DECISION_OUTCOMES = ['decided', 'decided_before', 'not_found', 'forbidden'] as const
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number]

/** In the order of the decisions. */
export const decisionOutcomesSchema = object({
  result: array(
    object({ id: number().integer().required(), outcome: string().oneOf(DECISION_OUTCOMES).required() }),
  ).required(),
})
export type DecisionOutcomes = InferType<typeof decisionOutcomesSchema>

/** A test of a text that may be absent where a voice is sent. */
export function hasTextOrVoice(text: string | undefined, { parent }: { parent: unknown }): boolean {
  const { voice, voice_upload } = parent as { voice?: unknown; voice_upload?: unknown }
  return Boolean(text) || Boolean(voice) || Boolean(voice_upload)
}

function decisionField() {
  return string().oneOf(DECISIONS, 'Решение: approved или rejected').required('Укажите решение')
}

function memoryText() {
  return longText(MEMORY_LABELS.description, MEMORY_MAX_LENGTH)
}

function authorName() {
  return lineOfText(MEMORY_LABELS.author, AUTHOR_MAX_LENGTH)
}
