import { array, boolean, type InferType, number, object, string } from 'yup'
import { consentTick } from './auth'
import { consentVersionField } from './consent'
import { EMAIL_INVALID, emailField, lineOfText, longText, recordId, wholeNumber } from './fields'
import {
  AUTHOR_MAX_LENGTH,
  EMAIL_MAX_LENGTH,
  MEMORIES_PAGE_SIZE,
  MEMORY_MAX_LENGTH,
  PAGE_SIZE_MAX,
  SEARCH_MAX_LENGTH,
} from './limits'
import { MEMORIAL_REQUIRED, SORT_ORDERS } from './memorial'

export const MEMORY_LABELS = {
  description: 'Воспоминание',
  author: 'Ваше имя',
  author_email: 'E-mail',
} as const

export const MEMORY_FIELDS_REQUIRED = "Пожалуйста, заполните поля 'Воспоминание' и 'Ваше имя'."

export const MEMORY_STATUSES = ['pending', 'approved', 'rejected'] as const
export type MemoryStatus = (typeof MEMORY_STATUSES)[number]

export const DECISIONS = ['approved', 'rejected'] as const
export type Decision = (typeof DECISIONS)[number]

/** A published memory; `created_at` is an instant (ISO 8601, UTC). */
export const memorySchema = object({
  id: number().integer().required(),
  memorials_id: number().integer().required(),
  description: string().required(),
  author: string().required(),
  created_at: string().required(),
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

/** A memory that waits for a decision, as its moderators see it. */
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
 * GET /memories/pending: up to a thousand, unless `limit` says otherwise. `q` is searched in text and author; `suspicious`
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

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const IDEMPOTENCY_KEY_WRONG = 'Ключ отправки должен быть в виде UUID'

/**
 * POST /memories/create. For an account, letters go to its own e-mail, and `author_email` is ignored. Sent again with the same
 * `idempotency_key`, since no answer came the first time, the words are left once.
 */
export const memoryDraftSchema = object({
  memorials_id: recordId().required(MEMORIAL_REQUIRED),
  description: memoryText().required(MEMORY_FIELDS_REQUIRED),
  author: authorName().required(MEMORY_FIELDS_REQUIRED),
  author_email: lineOfText(MEMORY_LABELS.author_email, EMAIL_MAX_LENGTH).nullable(),
  consent_version: consentVersionField(),
  idempotency_key: string().strict().matches(UUID, IDEMPOTENCY_KEY_WRONG),
})
export type MemoryDraft = InferType<typeof memoryDraftSchema>

/** What a guest has to add: the e-mail for the decision. */
export const guestSchema = object({ author_email: emailField(EMAIL_INVALID) })

/** What a guest fills in besides the memory: the e-mail, and the consent that an account gives at registration. */
export const guestFormSchema = guestSchema.shape({ consent: consentTick() })

/** PATCH /memories/update/{id}. Absent fields stay. */
export const memoryChangeSchema = object({
  description: memoryText().min(1, MEMORY_FIELDS_REQUIRED),
  author: authorName().min(1, MEMORY_FIELDS_REQUIRED),
})
export type MemoryChange = InferType<typeof memoryChangeSchema>

/** POST /memories/moderate/{id}. The letter goes to the stored address; `author_email` is ignored. */
export const decisionSchema = object({
  decision: string().oneOf(DECISIONS, 'Решение: approved или rejected').required('Укажите решение'),
  author_email: lineOfText(MEMORY_LABELS.author_email, EMAIL_MAX_LENGTH).nullable(),
})

export const decidedSchema = object({
  id: number().integer().required(),
  status: string().oneOf(MEMORY_STATUSES).required(),
})
export type Decided = InferType<typeof decidedSchema>

function memoryText() {
  return longText(MEMORY_LABELS.description, MEMORY_MAX_LENGTH)
}

function authorName() {
  return lineOfText(MEMORY_LABELS.author, AUTHOR_MAX_LENGTH)
}
