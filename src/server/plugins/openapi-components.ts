import type { Schema } from 'yup'
import { accessRequestSchema, pendingAccessRequestSchema } from '@contract/access'
import { archiveItemSchema, newArchiveItemSchema } from '@contract/archive'
import { accessTokenSchema } from '@contract/auth'
import { burialSchema } from '@contract/burial'
import { factorSchema, signInSchema } from '@contract/factors'
import { invitationSchema, keeperSchema, waitingInvitationSchema } from '@contract/keepers'
import { foundPlaceSchema } from '@contract/geocoding'
import { givenConsentSchema } from '@contract/consent'
import { organizationSchema, promotionSchema, tariffSchema } from '@contract/catalogue'
import { memorialCardSchema, memorialSchema } from '@contract/memorial'
import { blockedAuthorSchema, memorySchema, pendingMemorySchema, writtenMemorySchema } from '@contract/memory'
import { PLATE_MEDIA_TYPES } from '@contract/plate'
import { pendingRelationSchema, relationSchema } from '@contract/relations'
import { candleCountsSchema, reminderSchema } from '@contract/remembering'
import { closingReportSchema, pendingReportSchema } from '@contract/reports'
import { sessionSchema } from '@contract/session'
import { trashedItemSchema, trashedMemorialSchema, trashedMemorySchema } from '@contract/trash'
import { userSchema } from '@contract/user'
import { toJsonSchema } from '../lib/json-schema'

/** The components of the OpenAPI document that calls share, and that no route declares. */

export const SECURITY_SCHEMES = {
  account: { type: 'http', scheme: 'bearer', description: 'The token of POST /auth/login' },
  pin: { type: 'http', scheme: 'bearer', description: 'The token of POST /memorial/{id}/verify-pin, for that page' },
} as const

/** Schemas with a name, so that a generated client has a type for each. */
const NAMED_RESPONSES: Record<string, Schema> = {
  AccessRequest: accessRequestSchema,
  AccessToken: accessTokenSchema,
  AccountSession: sessionSchema,
  ArchiveItem: archiveItemSchema,
  NewArchiveItem: newArchiveItemSchema,
  Burial: burialSchema,
  CandleCounts: candleCountsSchema,
  Factor: factorSchema,
  Invitation: invitationSchema,
  Keeper: keeperSchema,
  FoundPlace: foundPlaceSchema,
  GivenConsent: givenConsentSchema,
  Memorial: memorialSchema,
  MemorialCard: memorialCardSchema,
  BlockedAuthor: blockedAuthorSchema,
  Memory: memorySchema,
  Organization: organizationSchema,
  PendingAccessRequest: pendingAccessRequestSchema,
  PendingMemory: pendingMemorySchema,
  PendingRelation: pendingRelationSchema,
  PendingReport: pendingReportSchema,
  ClosingReport: closingReportSchema,
  Promotion: promotionSchema,
  Relation: relationSchema,
  Reminder: reminderSchema,
  SignIn: signInSchema,
  Tariff: tariffSchema,
  TrashedItem: trashedItemSchema,
  TrashedMemorial: trashedMemorialSchema,
  TrashedMemory: trashedMemorySchema,
  User: userSchema,
  WaitingInvitation: waitingInvitationSchema,
  WrittenMemory: writtenMemorySchema,
}

/** The shape of every error: `ErrorBody` of the contract. */
const ERRORS = {
  Error: {
    type: 'object',
    properties: {
      detail: {
        oneOf: [
          { type: 'string', description: 'A code, or a sentence in Russian' },
          { $ref: '#/components/schemas/CodedDetail' },
          { type: 'array', items: { $ref: '#/components/schemas/ValidationIssue' } },
          { type: 'array', items: { $ref: '#/components/schemas/RowProblem' } },
        ],
      },
      changed_by: { type: 'string', description: 'With 409: who has changed what was expected' },
      changed_at: { type: 'string', description: 'With 409: the instant of that change' },
      request_id: { type: 'string', description: 'With 500: what finds it in the log' },
    },
    required: ['detail'],
  },
  CodedDetail: {
    type: 'object',
    properties: { code: { type: 'string' }, reason: { type: 'string', description: 'A sentence in Russian' } },
    required: ['code', 'reason'],
  },
  ValidationIssue: {
    type: 'object',
    properties: {
      type: { type: 'string' },
      loc: {
        type: 'array',
        items: { type: ['string', 'integer'] },
        description: 'Where: body, query or path, then the name of the field',
      },
      msg: { type: 'string', description: 'A sentence in Russian' },
    },
    required: ['type', 'loc', 'msg'],
  },
  RowProblem: {
    type: 'object',
    properties: {
      row: { type: 'integer', description: 'The line of a table of people: its headings are 1' },
      field: { type: 'string' },
      msg: { type: 'string', description: 'A sentence in Russian' },
    },
    required: ['row', 'field', 'msg'],
  },
}

export type OpenApiResponses = Record<string, object>

/** Responses that are not JSON, by operation. The contract has no schemas for them. */
export const OTHER_RESPONSES: Record<string, OpenApiResponses> = {
  getAuthVerify: {
    303: {
      description: 'To the screen that tells whether the e-mail is verified',
      type: 'null',
      headers: { location: { type: 'string' } },
    },
  },
  postMemorialByIdCandle: {
    303: {
      description: 'To the page, for a form that was sent without scripts',
      type: 'null',
      headers: { location: { type: 'string' } },
    },
  },
  getMemorialByIdBook: {
    200: { description: 'OK', content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } },
  },
  getMemorialMyMemorialsPlates: {
    200: { description: 'OK', content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } },
  },
  getMemorialByIdCalendarIcs: {
    200: { description: 'OK', content: { 'text/calendar': { schema: { type: 'string' } } } },
  },
  getMemorialByIdQrcode: {
    200: {
      description: 'OK',
      content: Object.fromEntries(
        Object.values(PLATE_MEDIA_TYPES).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
      ),
    },
  },
}

const REFUSAL = {
  description: 'Refused',
  headers: { 'retry-after': { description: 'Seconds; with 429', schema: { type: 'integer' } } },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

/** Moves each named schema to the components, and adds an error to the responses of every call. */
export function withComponents<Document extends { paths?: object; components?: object }>(document: Document): Document {
  const named = Object.entries(NAMED_RESPONSES).map(([name, response]) => [name, toJsonSchema(response)] as const)
  const names = new Map(named.map(([name, schema]) => [JSON.stringify(schema), name]))
  return {
    ...document,
    components: { ...document.components, schemas: { ...Object.fromEntries(named), ...ERRORS } },
    paths: refusable(referring(document.paths ?? {}, names) as Paths),
  }
}

type Paths = Record<string, Record<string, { responses: object }>>

function refusable(paths: Paths): Paths {
  for (const operation of Object.values(paths).flatMap((calls) => Object.values(calls))) {
    operation.responses = { ...operation.responses, default: REFUSAL }
  }
  return paths
}

/** A copy with a `$ref` in place of each named schema. `names` maps the JSON of a schema to its name. */
function referring(node: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof node !== 'object' || node === null) return node
  const name = names.get(JSON.stringify(node))
  if (name) return { $ref: `#/components/schemas/${name}` }
  if (Array.isArray(node)) return node.map((item) => referring(item, names))
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, referring(value, names)]))
}
