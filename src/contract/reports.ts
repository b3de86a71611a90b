import { array, boolean, type InferType, number, object, string } from 'yup'
import { consentTick } from './auth'
import { consentVersionField } from './consent'
import { longText, optionalEmailField, REQUIRED } from './fields'
import { REPORT_MAX_LENGTH } from './limits'

const REPORT_REASONS = ['not_mine', 'insult', 'private', 'wrong', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** The choices in the report form, also shown to moderators. */
export const REPORT_REASON_TEXTS: Record<ReportReason, string> = {
  not_mine: 'Это мой близкий, и я этого не хочу',
  insult: 'Здесь оскорбляют человека или его родных',
  private: 'Здесь то, что не должны видеть все: адрес, телефон, болезнь',
  wrong: 'Здесь неправда или ошибка: не те даты, чужое фото',
  other: 'Другое',
}

export const REPORT_LABELS = {
  reason: 'Что случилось',
  text: 'Несколько слов',
  email: 'E-mail для ответа',
} as const

/** A moderator's text: the reason for closing a page, or a reply to the reporter. */
export const REPORT_DECISION_LABELS = { close: 'Причина', dismiss: 'Ответ' } as const

const REPORT_STATUSES = ['pending', 'dismissed', 'closed', 'reopened'] as const
export type ReportStatus = (typeof REPORT_STATUSES)[number]

const REPORT_DECISIONS = ['dismiss', 'close'] as const
export type ReportDecision = (typeof REPORT_DECISIONS)[number]

const REASON_MISSING = 'Пожалуйста, выберите, что случилось'
const WORDS_MISSING = 'Пожалуйста, напишите несколько слов: так мы поймём, что случилось'
const DECISION_MISSING = 'Решение: dismiss или close'

/** POST /memorial/{id}/report. An empty email address means none. */
export const reportDraftSchema = object({
  reason: string().oneOf(REPORT_REASONS, REASON_MISSING).required(REASON_MISSING),
  text: longText(REPORT_LABELS.text, REPORT_MAX_LENGTH)
    .default('')
    .test('words-for-other', WORDS_MISSING, (text, { parent }: { parent: { reason?: string } }) => {
      return parent.reason !== 'other' || !!text
    }),
  email: optionalEmailField(REPORT_LABELS.email),
  consent_version: consentVersionField(),
})
export type ReportDraft = InferType<typeof reportDraftSchema>

/** The form on the page: the consent is required with an email address. */
export const reportFormSchema = reportDraftSchema.omit(['consent_version']).shape({
  consent: boolean().when('email', {
    is: (email: unknown) => Boolean(email),
    then: () => consentTick(),
  }),
})

/** A pending report, for moderators. `created_at` is an instant. */
export const pendingReportSchema = object({
  id: number().integer().required(),
  memorial_id: number().integer().required(),
  memorial_name: string().required(),
  reason: string().oneOf(REPORT_REASONS).required(),
  text: string().defined(),
  email: string().nullable().defined(),
  created_at: string().required(),
})
export type PendingReport = InferType<typeof pendingReportSchema>

/** Oldest first. */
export const pendingReportsSchema = object({ result: array(pendingReportSchema).required() })
export type PendingReports = InferType<typeof pendingReportsSchema>

/**
 * A report for which a page is currently closed, for moderators. Its text and email address are retained for a month
 * only.
 */
export const closingReportSchema = pendingReportSchema.shape({
  closed_at: string().required(),
  /** The text for the page's keepers. */
  closed_reason: string().required(),
})
export type ClosingReport = InferType<typeof closingReportSchema>

/** Most recently closed first. */
export const closingReportsSchema = object({ result: array(closingReportSchema).required() })
export type ClosingReports = InferType<typeof closingReportsSchema>

/** POST /reports/{id}/decide. `text` is sent to the keepers if the page is closed, otherwise to the reporter. */
export const reportDecisionSchema = object({
  decision: string().oneOf(REPORT_DECISIONS, DECISION_MISSING).required(DECISION_MISSING),
  text: longText(REPORT_DECISION_LABELS.close, REPORT_MAX_LENGTH)
    .default('')
    .test(
      'reason-for-closing',
      REQUIRED(REPORT_DECISION_LABELS.close),
      (text, { parent }: { parent: { decision?: string } }) => parent.decision !== 'close' || !!text,
    ),
})
export type ReportDecided = InferType<typeof reportDecidedSchema>

export const reportDecidedSchema = object({
  id: number().integer().required(),
  status: string().oneOf(REPORT_STATUSES).required(),
})
