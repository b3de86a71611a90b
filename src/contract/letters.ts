import { boolean, type InferType, object, string } from 'yup'
import { lineOfText, REQUIRED } from './fields'
import { paths } from './paths'

/** Enough for the longest email address, encrypted. */
const TOKEN_MAX_LENGTH = 2000

/** The kinds of unsolicited letters. A recipient can unsubscribe from each. */
export const LETTER_KINDS = [
  'waiting_words',
  'own_words',
  'questions',
  'requests',
  'access',
  'invitations',
  'reminders',
  'reports',
  'pages',
  'leaving',
  'safety',
] as const
export type LetterKind = (typeof LETTER_KINDS)[number]

/** Follows «Письма» in a sentence. */
export const LETTER_KIND_NAMES: Record<LetterKind, string> = {
  waiting_words: 'о словах памяти, которые ждут вашего решения',
  own_words: 'о словах памяти, которые вы оставили',
  questions: 'с вопросами о тех, кого вы знали',
  requests: 'о просьбах открыть страницу или назвать её родственной',
  access: 'о том, что вам открыли страницу',
  invitations: 'о приглашениях хранить или принять страницу',
  reminders: 'с напоминаниями о памятных днях',
  reports: 'о страницах, о которых вы сообщили',
  pages: 'о страницах, которые вы храните',
  leaving: 'о том, что будет с вашей учётной записью и её страницами',
  safety: 'о безопасности ваших страниц и учётной записи',
}

const token = () => lineOfText('token', TOKEN_MAX_LENGTH).required(REQUIRED('token'))

/** POST /letters/subscription and /letters/opened: the token of a letter's link. */
export const letterLinkSchema = object({ token: token() })
export type LetterLink = InferType<typeof letterLinkSchema>

/** PUT /letters/subscription. */
export const letterChoiceSchema = object({ token: token(), is_ended: boolean().required(REQUIRED('is_ended')) })
export type LetterChoice = InferType<typeof letterChoiceSchema>

/** Whether letters of this kind are sent to the address of the link. */
export const letterSubscriptionSchema = object({
  kind: string().oneOf(LETTER_KINDS).required(),
  is_ended: boolean().required(),
})
export type LetterSubscription = InferType<typeof letterSubscriptionSchema>

/** The page of the link at the end of a letter. Mail clients send a POST there (RFC 8058). */
export function unsubscribePath(token: string): string {
  return `${paths.unsubscribe}?token=${token}`
}
