import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Schema } from 'yup'
import { TEXT_AS_SENT_FACTOR } from '@contract/fields'
import { invalid } from '../lib/api-error'
import { type JsonSchema, toJsonSchema } from '../lib/json-schema'

/** The maximum for every body without a file. */
export const BODY_MAX_BYTES = 512 * 1024
/** For names, quotes, brackets, and ignored fields. */
const AROUND_FIELDS_BYTES = 2 * 1024
/** For fields without a maximum length: an id, a PIN, a choice. */
const SHORT_LENGTH = 32
/** Three bytes of UTF-8, each percent-encoded in a form. The longest in JSON, `\u0436`, takes six. */
const WIDEST_CHARACTER_BYTES = 9

/**
 * The maximum number of lists, objects and commas. Half a megabyte of tiny objects takes a tenth of a second to parse.
 */
const JSON_VALUES_MAX = 10_000
const JSON_TOO_COMPLEX = 'Тело запроса устроено слишком сложно'

/** Limits each body to the size that its route's schema can use, before it is read. */
export const bodies = fp((app, _options, done) => {
  app.addHook('onRoute', (route) => {
    const schema = route.schema?.body as Schema | undefined
    route.bodyLimit ??= longestBody(schema && toJsonSchema(schema))
  })

  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request: FastifyRequest, text, parsed) => {
      if (isTooComplex(text)) parsed(invalid([{ type: 'json_invalid', loc: ['body'], msg: JSON_TOO_COMPLEX }]))
      else void parse(request, text, parsed)
    },
  )
  done()
})

/** The size in bytes of the longest body that a schema accepts. Without a schema the body is not used. */
export function longestBody({ properties = {} }: JsonSchema = {}): number {
  const bytes = Object.values(properties).reduce((sum, field) => sum + longestField(field), AROUND_FIELDS_BYTES)
  return Math.min(bytes, BODY_MAX_BYTES)
}

function longestField({ type, format, items, maxLength = SHORT_LENGTH }: JsonSchema): number {
  // A file has a limit of its own.
  if (format === 'binary' || items?.format === 'binary') return 0
  if (type === 'array' || type === 'object') return BODY_MAX_BYTES
  return maxLength * TEXT_AS_SENT_FACTOR * WIDEST_CHARACTER_BYTES
}

const [QUOTE, BACKSLASH] = ['"', '\\'].map((sign) => sign.charCodeAt(0))
const SEPARATORS = new Set([',', '{', '['].map((sign) => sign.charCodeAt(0)))

function isTooComplex(json: string): boolean {
  let chunks = 0
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at)
    if (sign === QUOTE) isInText = !isInText
    else if (isInText && sign === BACKSLASH) at++
    else if (!isInText && SEPARATORS.has(sign) && ++chunks > JSON_VALUES_MAX) return true
  }
  return false
}
