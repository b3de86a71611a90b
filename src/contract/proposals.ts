import { array, type InferType, mixed, number, object, string } from 'yup'
import { consentVersionField } from './consent'
import { lineOfText, longText, REQUIRED } from './fields'
import { type HistoryValue, isHistoryValue } from './history'
import { AUTHOR_MAX_LENGTH, BIOGRAPHY_MAX_LENGTH, EMAIL_MAX_LENGTH, PROPOSAL_NOTE_MAX_LENGTH } from './limits'
import { PRECISIONS } from './memorial-terms'
import { paths } from './paths'

export const PROPOSAL_EMPTY = 'Напишите, как правильно, или расскажите, что вы знаете.'
export const PROPOSED_FIELD_UNKNOWN = 'Это на странице уточнить нельзя.'
const AUTHOR_REQUIRED = 'Пожалуйста, напишите, как вас зовут.'
const FIELD_MAX_LENGTH = 60
const TOKEN_MAX_LENGTH = 256

const PROPOSAL_STATUSES = ['pending', 'accepted', 'rejected'] as const
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]

/**
 * POST /memorial/{id}/proposals, a multipart form with a picture in `file` if there is one. `field` is a `what` of the history.
 * The rules of the field hold for `value` once it is known which one it is.
 */
export const proposalDraftSchema = object({
  field: lineOfText('field', FIELD_MAX_LENGTH).required(PROPOSED_FIELD_UNKNOWN),
  value: longText('value', BIOGRAPHY_MAX_LENGTH).default(''),
  precision: string().oneOf(PRECISIONS),
  note: longText('Что вы знаете', PROPOSAL_NOTE_MAX_LENGTH).default(''),
  author: lineOfText('Ваше имя', AUTHOR_MAX_LENGTH).required(AUTHOR_REQUIRED),
  author_email: lineOfText('E-mail', EMAIL_MAX_LENGTH).nullable(),
  consent_version: consentVersionField(),
})
export type ProposalDraft = InferType<typeof proposalDraftSchema>

/** `own_token` reads the proposal and takes it back; it is returned only here. */
export const proposedSchema = object({
  id: number().integer().required(),
  status: string().oneOf(PROPOSAL_STATUSES).required(),
  own_token: string().required(),
})
export type Proposed = InferType<typeof proposedSchema>

/** The page where its author reads a proposal, or takes it back. */
export function ownProposalPath(ownToken: string): string {
  return `${paths.ownProposal}?token=${ownToken}`
}

/** POST and DELETE /proposals/own. */
export const ownProposalSchema = object({
  own_token: lineOfText('own_token', TOKEN_MAX_LENGTH).required(REQUIRED('own_token')),
})

const value = () => mixed<Exclude<HistoryValue, null>>().nullable().defined()

/**
 * What its author reads of a proposal. `photo` is the root-relative URL of theirs until it is decided; `reply` the answer of the
 * keepers, if they gave one with their decision.
 */
export const writtenProposalSchema = object({
  id: number().integer().required(),
  memorial_id: number().integer().required(),
  memorial_name: string().required(),
  field: string().required(),
  value: value(),
  note: string().nullable().defined(),
  author: string().required(),
  photo: string().nullable().defined(),
  status: string().oneOf(PROPOSAL_STATUSES).required(),
  reply: string().nullable().defined(),
  created_at: string().required(),
})
export type WrittenProposal = InferType<typeof writtenProposalSchema>

/** A proposal that waits; `value` is null where its author only wrote a note. */
export const proposalSchema = writtenProposalSchema.omit(['status', 'reply']).shape({ current: value() })
export type Proposal = InferType<typeof proposalSchema>

/** Oldest first. */
export const proposalsSchema = object({
  result: array(proposalSchema).required(),
  total: number().integer().required(),
})
export type Proposals = InferType<typeof proposalsSchema>

/** POST /proposals/{id}/decide. `expected` is `current` as it was read. */
export const proposalDecisionSchema = object({
  decision: string().oneOf(['accepted', 'rejected'], 'Решение: accepted или rejected').required('Укажите решение'),
  expected: mixed<Exclude<HistoryValue, null>>({
    check: (given): given is Exclude<HistoryValue, null> => isHistoryValue(given),
  })
    .nullable()
    .typeError('expected: значение поля, как его прочитали'),
  note: longText('Ответ', PROPOSAL_NOTE_MAX_LENGTH).default(''),
})
export type ProposalDecision = InferType<typeof proposalDecisionSchema>
