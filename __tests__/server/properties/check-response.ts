import Ajv2020 from 'ajv/dist/2020'
import type { LightMyRequestResponse } from 'fastify'
import type { JsonSchema } from '@server/lib/json-schema'
import type { Operation } from './operations'

/** What is wrong with an answer, or undefined. */
export function problemWith(operation: Operation, method: string, answer: LightMyRequestResponse): string | undefined {
  const { statusCode: status } = answer
  if (status >= 500) return 'the server failed'
  if (status >= 400) return refusalProblem(answer, method)
  // Uploads tell everyone by OPTIONS what they can.
  const isDeclared = method === 'HEAD' || (method === 'OPTIONS' && /\/(?:uploads|voices)\b/.test(operation.path))
  if (isDeclared) return undefined
  if (method !== operation.method) return `a ${method} that nothing declares was not refused`
  if (status === 304 && operation.parameters.some(({ name }) => name === 'if-none-match')) {
    return answer.payload === '' ? undefined : 'a 304 has a body'
  }
  const schema = operation.answers.get(status)
  if (schema === undefined) return 'no such answer is declared'
  if (schema === false || status === 204) return answer.payload === '' ? undefined : `a ${status} has a body`
  return schema ? jsonProblem(answer, schema) : otherProblem(answer)
}

const NULL = { type: 'null' }
const JSON_TYPE = 'application/json; charset=utf-8'
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })

function jsonProblem({ headers, payload }: LightMyRequestResponse, schema: JsonSchema) {
  if (headers['content-type'] !== JSON_TYPE) return `its content type is ${String(headers['content-type'])}`
  return schemaProblem(parse(payload), declaresNothing(schema) ? NULL : schema)
}

function otherProblem({ statusCode, headers, rawPayload }: LightMyRequestResponse): string | undefined {
  if (statusCode === 303) return headers.location?.startsWith('/') ? undefined : 'it leads nowhere'
  if (rawPayload.length === 0) return 'it is empty'
  return String(headers['content-type']).includes('json') ? 'it is JSON that no schema declares' : undefined
}

/** An empty schema declares an answer without a body. */
function declaresNothing(schema: JsonSchema): boolean {
  return Object.keys(schema).length === 0
}

function schemaProblem(body: unknown, schema: object): string | undefined {
  if (body === undefined) return 'its body is no JSON'
  return ajv.validate(schema, body) ? undefined : ajv.errorsText()
}

/** In Russian, without stack traces and file names of the server. */
const SENTENCE = { type: 'string', pattern: '[а-яё]', not: { pattern: '\\n +at |node_modules|\\.[jt]s:\\d' } }
const CODE = { type: 'string', pattern: '^[A-Z_]+$' }
const ISSUES = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    properties: {
      type: { type: 'string', minLength: 1 },
      loc: {
        type: 'array',
        minItems: 1,
        prefixItems: [{ enum: ['body', 'query', 'path'] }],
        items: { type: 'string' },
      },
      msg: SENTENCE,
    },
    required: ['type', 'loc', 'msg'],
    additionalProperties: false,
  },
}
/** Of a table of people. */
const ROW_PROBLEMS = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    properties: { row: { type: 'integer', minimum: 1 }, field: { type: 'string', minLength: 1 }, msg: SENTENCE },
    required: ['row', 'field', 'msg'],
    additionalProperties: false,
  },
}
const CODED = {
  type: 'object',
  properties: { code: CODE, reason: SENTENCE },
  required: ['code', 'reason'],
  additionalProperties: false,
}

/** The bodies of refusals, by status (see src/contract/README.md). */
const REFUSALS = refusals({
  400: { anyOf: [SENTENCE, CODE, CODED, { const: 'There was an error parsing the body' }] },
  401: { const: 'Unauthorized' },
  403: { anyOf: [SENTENCE, CODED] },
  404: { enum: ['Not Found', 'USER_NOT_FOUND'] },
  405: { const: 'Method Not Allowed' },
  409: SENTENCE,
  412: SENTENCE,
  413: SENTENCE,
  415: SENTENCE,
  416: SENTENCE,
  422: { anyOf: [ISSUES, ROW_PROBLEMS] },
  429: { anyOf: [SENTENCE, CODE] },
})

function refusals(details: Record<number, object>): Map<number, object> {
  const bodies = Object.entries(details).map(
    ([status, detail]) =>
      [
        Number(status),
        { type: 'object', properties: { detail }, required: ['detail'], additionalProperties: false },
      ] as const,
  )
  return new Map(bodies)
}

function refusalProblem({ statusCode, headers, payload }: LightMyRequestResponse, method: string) {
  const schema = REFUSALS.get(statusCode)
  if (!schema) return 'no refusal has this status'
  if (headers['content-type'] !== JSON_TYPE) return `its content type is ${String(headers['content-type'])}`
  if (statusCode === 429 && !/^[1-9]\d*$/.test(headers['retry-after']?.toString() ?? '')) return 'no Retry-After'
  if (method === 'HEAD') return undefined
  return schemaProblem(parse(payload), schema)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
