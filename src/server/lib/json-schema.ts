import { setImmediate as otherWork } from 'node:timers/promises'
import fastJson from 'fast-json-stringify'
import type { FastifyReply } from 'fastify'
import type { Schema, SchemaDescription, SchemaFieldDescription, SchemaObjectDescription } from 'yup'

/** The subset of JSON Schema that our contracts need. */
export interface JsonSchema {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  default?: unknown
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean
}

interface Describable {
  describe(): SchemaFieldDescription
}

/** Turns a Yup schema of the contract into JSON Schema, for serialising responses and for OpenAPI. */
export function toJsonSchema(schema: Describable): JsonSchema {
  return convert(schema.describe())
}

function convert(field: SchemaFieldDescription): JsonSchema {
  const description = field as SchemaDescription
  const converted = { ...typeOf(description), ...limitsOf(description) }
  if (description.oneOf.length > 0) converted.enum = description.oneOf
  if (description.default !== undefined && description.type !== 'object') converted.default = description.default
  if (description.nullable && typeof converted.type === 'string') converted.type = [converted.type, 'null']
  if (description.nullable && converted.enum) converted.enum = [...converted.enum, null]
  return converted
}

function typeOf(description: SchemaDescription): JsonSchema {
  switch (description.type) {
    case 'object':
      return objectOf(description as SchemaObjectDescription)
    case 'array':
      return { type: 'array', items: convert((description as { innerType?: SchemaDescription }).innerType ?? ANYTHING) }
    case 'number':
      return { type: has(description, 'integer') ? 'integer' : 'number' }
    case 'mixed':
      return ofMixed(description.meta)
    default:
      return { type: description.type }
  }
}

/** Fields with a check of their own declare their type in `meta`. */
function ofMixed(meta: SchemaDescription['meta']): JsonSchema {
  if (meta?.isFile) return { type: 'string', format: 'binary' }
  if (meta?.isFileList) return { type: 'array', items: { type: 'string', format: 'binary' } }
  if (meta?.isList) return { type: 'array' }
  if (meta?.isAnyObject) return { type: 'object', additionalProperties: true }
  return meta?.isListOfIds ? { type: 'array', items: { type: 'integer', minimum: 1 } } : {}
}

const ANYTHING = { type: 'mixed', tests: [], oneOf: [], notOneOf: [], nullable: true, optional: true } as const

function objectOf({ fields }: SchemaObjectDescription): JsonSchema {
  const entries = Object.entries(fields)
  const required = entries.filter(([, field]) => !isOptional(field as SchemaDescription)).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, field]) => [name, convert(field)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function isOptional(description: SchemaDescription): boolean {
  return description.optional || (description.default !== undefined && description.type !== 'object')
}

function limitsOf({ type, tests }: SchemaDescription): JsonSchema {
  const limits: JsonSchema = {}
  for (const { name, params } of tests) {
    if (name === 'min') limits[type === 'string' ? 'minLength' : 'minimum'] = Number(params?.min)
    if (name === 'max') limits[type === 'string' ? 'maxLength' : 'maximum'] = Number(params?.max)
    // Yup treats an empty text as missing.
    if (name === 'required' && type === 'string') limits.minLength ??= 1
    if (name === 'matches' && params?.regex instanceof RegExp) limits.pattern = params.regex.source
    if (name === 'day') limits.format = 'date'
  }
  return limits
}

function has(description: SchemaDescription, test: string): boolean {
  return description.tests.some(({ name }) => name === test)
}

type Serializer = (value: unknown) => string

/** Compiling one takes a millisecond, and many routes answer alike. */
const serializers = new WeakMap<Schema, Serializer>()

/** Serialises a value to JSON by its schema in the contract, without the fields that the schema does not name. */
export function serializerOf(schema: Schema): Serializer {
  const compiled = serializers.get(schema) ?? fastJson(toJsonSchema(schema) as Parameters<typeof fastJson>[0])
  serializers.set(schema, compiled)
  return compiled
}

/** About five milliseconds of work. */
const ITEMS_WITHOUT_PAUSE = 500

/**
 * Returns a function that sends `{ result: items }` for lists of any length: items are serialised by their schema in
 * chunks, and other requests are served in between.
 */
export function listSender<Item>(
  itemSchema: Schema<Item>,
): (reply: FastifyReply, items: readonly Item[]) => Promise<FastifyReply> {
  const serialize = serializerOf(itemSchema)
  return async (reply, items) => {
    const chunks: Buffer[] = []
    for (let from = 0; from < items.length; from += ITEMS_WITHOUT_PAUSE) {
      if (from > 0) await otherWork()
      const chunk = items.slice(from, from + ITEMS_WITHOUT_PAUSE).map((item) => serialize(item))
      chunks.push(Buffer.from(`${from > 0 ? ',' : ''}${chunk.join(',')}`))
    }
    const body = Buffer.concat([Buffer.from('{"result":['), ...chunks, Buffer.from(']}')])
    return reply.type('application/json; charset=utf-8').send(body)
  }
}
