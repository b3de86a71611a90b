import { array, boolean, type InferType, number, object, string } from 'yup'
import { consentVersionField, voiceConsentField } from './consent'
import { mayHoldContact } from './contacts'
import { type Expected, expectedField } from './expected'
import { emailField, lineOfText, listOfIds, longText, REQUIRED } from './fields'
import {
  AUTHOR_MAX_LENGTH,
  QUESTION_MAX_LENGTH,
  QUESTION_RECIPIENTS_MAX,
  RECIPIENT_NAME_MAX_LENGTH,
  RELATION_MAX_LENGTH,
  STORY_MAX_LENGTH,
  VOICE_TEXT_MAX_LENGTH,
} from './limits'
import { hasTextOrVoice, MEMORY_LABELS, MEMORY_STATUSES, voicePeaksField, voiceSchema } from './memory'
import { paths } from './paths'

export const QUESTION_LABELS = {
  text: 'Вопрос',
  email: 'E-mail',
  name: 'Как обратиться',
  story: 'Рассказ',
  author: 'Ваше имя',
  relation: 'Кем вы приходитесь',
} as const

/** How many letters with a question one person gets at most: they may ask to be asked later twice. */
export const QUESTION_LETTERS_MAX = 3
/** Between two letters of one page to one person. */
export const QUESTION_PAUSE_DAYS = 7
/** A page lists no more. */
export const STORIES_MAX = 1000

const NO_CONTACTS = 'В вопросе не должно быть ссылок, адресов и телефонов.'
const NAME_INVALID = `${QUESTION_LABELS.name}: можно буквы, пробелы и дефисы`
const NO_RECIPIENTS = 'Укажите, кого спросить.'
const TOO_MANY_RECIPIENTS = `За один раз можно спросить не больше ${QUESTION_RECIPIENTS_MAX} человек.`
const RECIPIENTS_INVALID = 'Укажите имя и адрес каждого, кого хотите спросить.'
const ORDER_INVALID = 'Укажите рассказы по порядку, каждый один раз.'
export const STORY_REQUIRED = 'Пожалуйста, расскажите хотя бы в двух словах.'

/** No mail program makes a link of it. */
const RECIPIENT_NAME = /^\p{L}[\p{L}\p{M}]*(?:[ -]\p{L}[\p{L}\p{M}]*)*$/u

const QUESTION_STATUSES = ['sent', 'opened', 'later', 'answered', 'declined'] as const
export type QuestionStatus = (typeof QUESTION_STATUSES)[number]

export const recipientSchema = object({
  email: emailField(),
  name: lineOfText(QUESTION_LABELS.name, RECIPIENT_NAME_MAX_LENGTH)
    .transform((name: unknown) => (typeof name === 'string' ? name.replace(/ {2,}/g, ' ') : name))
    .required(REQUIRED(QUESTION_LABELS.name))
    .matches(RECIPIENT_NAME, { message: NAME_INVALID, excludeEmptyString: true }),
})
export type Recipient = InferType<typeof recipientSchema>

/** Replaces a list that is no list of a few recipients: its elements are not looked at. */
class RefusedList {
  constructor(readonly message: string) {}
}

/** POST /memorial/{id}/questions. */
export const questionDraftSchema = object({
  text: lineOfText(QUESTION_LABELS.text, QUESTION_MAX_LENGTH)
    .required(REQUIRED(QUESTION_LABELS.text))
    .test('no-contacts', NO_CONTACTS, (text) => !mayHoldContact(text)),
  to: array(recipientSchema)
    .transform((value: unknown) => {
      if (!Array.isArray(value)) return new RefusedList(RECIPIENTS_INVALID)
      if (value.length > QUESTION_RECIPIENTS_MAX) return new RefusedList(TOO_MANY_RECIPIENTS)
      return value.every(isPlain) ? value : new RefusedList(RECIPIENTS_INVALID)
    })
    .typeError(({ value }: { value: unknown }) => (value instanceof RefusedList ? value.message : RECIPIENTS_INVALID))
    .required(NO_RECIPIENTS)
    .min(1, NO_RECIPIENTS),
})
export type QuestionDraft = InferType<typeof questionDraftSchema>

function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { email, name } = value as Partial<Record<keyof Recipient, unknown>>
  return [email, name].every((field) => field === undefined || typeof field === 'string')
}

export const askedQuestionsSchema = object({
  result: array(
    object({
      id: number().integer().required(),
      to_name: string().required(),
      status: string().oneOf(QUESTION_STATUSES).required(),
    }),
  ).required(),
})
export type AskedQuestions = InferType<typeof askedQuestionsSchema>

/** A question as the keepers of the page see it. `sent_at` is the instant of its last letter. */
const questionSchema = object({
  id: number().integer().required(),
  text: string().required(),
  to_name: string().required(),
  status: string().oneOf(QUESTION_STATUSES).required(),
  sent_at: string().required(),
})
export type Question = InferType<typeof questionSchema>
/** GET /memorial/{id}/questions, the last asked first. */
export const questionsSchema = object({ result: array(questionSchema).required() })

const TOKEN_MAX_LENGTH = 200
const secret = (name: string) => lineOfText(name, TOKEN_MAX_LENGTH).required(REQUIRED(name))

/** POST /questions/open, /questions/later, /questions/decline: the token of a letter's link. */
export const questionLinkSchema = object({ token: secret('token') })

const pixels = () => number().integer().nullable().defined()
/** `file_path` is a root-relative URL; the size is in pixels, if known. */
const storyPhotoSchema = object({ file_path: string().required(), width: pixels(), height: pixels() })
/** `text` may be empty where there is a voice. */
const voice = () => voiceSchema.nullable().defined()
const status = () => string().oneOf(MEMORY_STATUSES).required()

/** An answer so far, for its author. */
const authoredStorySchema = object({
  text: string().defined(),
  author: string().required(),
  relation: string().defined(),
  voice: voice(),
  photos: array(storyPhotoSchema).required(),
  status: status(),
})

/**
 * A question as the person who was asked sees it. `asked_by` is the `display_name` of who asked, or «Владелец» or «Хранитель».
 * `answer` is what they have answered, null before.
 */
export const openedQuestionSchema = object({
  question: string().required(),
  asked_by: string().required(),
  memorial: object({ name: string().required(), portrait: string().nullable().defined() }).required(),
  answer: authoredStorySchema.nullable().defined(),
})
export type OpenedQuestion = InferType<typeof openedQuestionSchema>

/**
 * POST /questions/answer, as a multipart form with up to `STORY_PHOTOS_MAX` pictures in its field `photo`, and a voice in `voice` or,
 * in parts, as `voice_upload`. Either needs `voice_consent`, and then `text` may be empty.
 */
export const storyDraftSchema = object({
  token: secret('token'),
  text: longText(QUESTION_LABELS.story, STORY_MAX_LENGTH)
    .default('')
    .test('text-or-voice', STORY_REQUIRED, hasTextOrVoice),
  author: lineOfText(QUESTION_LABELS.author, AUTHOR_MAX_LENGTH).required(REQUIRED(QUESTION_LABELS.author)),
  relation: lineOfText(QUESTION_LABELS.relation, RELATION_MAX_LENGTH).default(''),
  consent_version: consentVersionField(),
  voice_consent: voiceConsentField(),
  voice_peaks: voicePeaksField(),
})
export type StoryDraft = InferType<typeof storyDraftSchema>

export const storyReceiptSchema = object({
  id: number().integer().required(),
  status: status(),
  own_token: string().required(),
})
export type StoryReceipt = InferType<typeof storyReceiptSchema>

/** POST and DELETE /stories/own: the token that came with the answer. */
export const ownStoryLinkSchema = object({ own_token: secret('own_token') })
export const ownStorySchema = authoredStorySchema.shape({
  question: string().required(),
  memorial_name: string().required(),
})
export type OwnStory = InferType<typeof ownStorySchema>

/** A story on the page; `told_at` is an instant. */
export const storySchema = object({
  id: number().integer().required(),
  question: string().required(),
  author: string().required(),
  relation: string().defined(),
  text: string().defined(),
  voice: voice(),
  photos: array(storyPhotoSchema).required(),
  told_at: string().required(),
})
export type Story = InferType<typeof storySchema>

/** GET /memorial/{id}/stories: in the order of the keepers, new ones last. */
export const storiesSchema = object({ result: array(storySchema).required() })

/** A story as its moderators see it. */
export const writtenStorySchema = storySchema.shape({ status: status() })
export type WrittenStory = InferType<typeof writtenStorySchema>

/** A pending story: `to_name` is the name by which its author was asked. */
export const pendingStorySchema = storySchema.shape({
  memorial_id: number().integer().required(),
  memorial_name: string().required(),
  to_name: string().required(),
})
export type PendingStory = InferType<typeof pendingStorySchema>
export const pendingStoriesSchema = object({
  result: array(pendingStorySchema).required(),
  total: number().integer().required(),
})
export type PendingStories = InferType<typeof pendingStoriesSchema>

export const STORY_FIELDS = ['text', 'question', 'voice_text'] as const
export type ExpectedOfStory = Expected<(typeof STORY_FIELDS)[number]>

/**
 * PATCH /stories/{id}. Absent fields stay. `voice_text` is for keepers, an empty one removes it; an empty `text` needs a voice.
 */
export const storyChangeSchema = object({
  text: longText(QUESTION_LABELS.story, STORY_MAX_LENGTH),
  voice_text: longText(MEMORY_LABELS.voice_text, VOICE_TEXT_MAX_LENGTH),
  question: lineOfText(QUESTION_LABELS.text, QUESTION_MAX_LENGTH).min(1, REQUIRED(QUESTION_LABELS.text)),
  expected: expectedField(STORY_FIELDS),
})
export type StoryChange = InferType<typeof storyChangeSchema>

/** POST /memorial/{id}/stories/order: the ids of all approved stories. */
export const storyOrderSchema = object({ ids: listOfIds(STORIES_MAX, ORDER_INVALID).required(ORDER_INVALID) })

/** A story in the trash. `status` is its status after restoring. */
const trashedStorySchema = object({
  id: number().integer().required(),
  deleted_at: string().required(),
  destroyed_at: string().required(),
  question: string().required(),
  author: string().required(),
  text: string().defined(),
  has_voice: boolean().required(),
  status: status(),
  told_at: string().required(),
})
export type TrashedStory = InferType<typeof trashedStorySchema>
export const trashedStoriesSchema = object({ result: array(trashedStorySchema).required() })

/** The page of the link in a letter with a question. */
export function questionPath(token: string): string {
  return `${paths.question}?token=${token}`
}

/** The page on which an author takes their answer back. */
export function ownStoryPath(ownToken: string): string {
  return `${paths.question}?own=${ownToken}`
}
