import fc, { type Arbitrary } from 'fast-check'
import type { JsonSchema } from '@server/lib/json-schema'
import { encode, type Field, pairs } from './bodies'
import { honest, hostileStyle, type RequestStyle, type PathPiece } from './request-styles'
import { nameOf, type DeclaredField, type Operation, type Parameter } from './operations'
import { plausible } from './plausible-values'
import { type Actor, ACTORS, type Fixtures } from './fixtures'
import type { Value } from './encoded-value'

/** A request as it goes out. */
export interface SentRequest {
  actor: Actor
  method: string
  url: string
  headers: Record<string, string>
  payload?: Buffer
}

/** A request whose ids and tokens are chosen when it is sent. */
export type PlannedRequest = (fixtures: Fixtures) => SentRequest

/**
 * Requests of an operation, as an honest browser makes them or as nobody should. What only reads seldom refuses: its
 * requests are hostile more often.
 */
export function requestsOf(operation: Operation): Arbitrary<PlannedRequest> {
  const reads = operation.method === 'GET'
  return fc.oneof(
    { weight: reads ? 1 : 2, arbitrary: honestRequestsOf(operation) },
    { weight: reads ? 2 : 1, arbitrary: planned(operation, hostileStyle) },
  )
}

/** Requests in the usual style alone. */
export function honestRequestsOf(operation: Operation): Arbitrary<PlannedRequest> {
  return planned(operation, honest)
}

/** A request line longer than some 16 KB never reaches an application. */
const QUERY_MAX_LENGTH = 8000

/** What only moderators may do, or somebody with a second factor as they have. */
const MODERATORS_ONLY = /[/]reports[/](pending|closed|[{]id[}])|[/]factors[/]recovery-codes$/

/** What the keepers of a page are refused. */
const READERS_ONLY = /^POST .*[}][/]proposals$/

/** Those who may do it ask most: the others are refused early. */
function actorsOf(operation: Operation): Arbitrary<Actor> {
  const most = mostlyAskedBy(nameOf(operation))
  return fc.oneof(...ACTORS.map((actor) => ({ weight: actor === most ? 9 : 1, arbitrary: fc.constant(actor) })))
}

function mostlyAskedBy(name: string): Actor {
  if (READERS_ONLY.test(name)) return 'stranger'
  return MODERATORS_ONLY.test(name) ? 'moderator' : 'owner'
}

function planned(operation: Operation, style: RequestStyle): Arbitrary<PlannedRequest> {
  const { method, path, body, parameters } = operation
  const placed = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place)
  const pieces = placed('path').map(({ name, schema }) => style.pathPiece(plausible(name, schema, operation)))

  return fc
    .record({
      actor: actorsOf(operation),
      token: fc.noBias(fc.nat()),
      method: style.method(method),
      pieces: fc.tuple(...pieces),
      slash: fc.constantFrom('', '', '/'),
      query: values(placed('query'), operation, style),
      headers: values(placed('header'), operation, honest),
      fields: values(fieldsOf(body?.schema), operation, style),
      damage: style.damage,
      address: style.address,
    })
    .map((plan) => (fixtures) => {
      const query = pairs(encodeAll(plan.query, fixtures)).slice(0, QUERY_MAX_LENGTH)
      const { contentType, payload } = plan.damage(encode(body?.mediaType, encodeAll(plan.fields, fixtures)))
      return {
        actor: plan.actor,
        method: plan.method,
        url: fillIn(path, plan.pieces, fixtures) + plan.slash + (query && `?${query}`),
        headers: {
          'x-forwarded-for': plan.address,
          ...authorization(plan.actor, plan.token, fixtures),
          ...Object.fromEntries(encodeAll(plan.headers, fixtures).map(([name, { text }]) => [name, text.toString()])),
          ...(contentType !== undefined && { 'content-type': contentType }),
        },
        ...((body ?? payload.length > 0) && { payload }),
      }
    })
}

function fieldsOf(schema: JsonSchema = {}): DeclaredField[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    schema: property,
    required: schema.required?.includes(name) ?? false,
  }))
}

function values(described: DeclaredField[], operation: Operation, style: RequestStyle): Arbitrary<[string, Value][]> {
  const declared = described.map((field) =>
    fc
      .tuple(style.isPresent(field), style.value(field.name, field.schema, operation))
      .map(([isPresent, value]): [string, Value][] => (isPresent ? [[field.name, value]] : [])),
  )
  return fc
    .tuple(fc.tuple(...declared), style.extraFields(described.map(({ name }) => name)))
    .map(([known, extra]) => [...known.flat(), ...extra])
}

function encodeAll(named: [string, Value][], fixtures: Fixtures): Field[] {
  return named.map(([name, value]) => [name, value(fixtures)])
}

function fillIn(path: string, pieces: PathPiece[], fixtures: Fixtures): string {
  const left = [...pieces]
  return path.replace(/\{\w+\}/g, () => left.shift()?.(fixtures) ?? '')
}

function authorization(actor: Actor, pick: number, { tokens }: Fixtures): { authorization?: string } {
  if (actor === 'guest') return {}
  const token = tokens[actor][pick % tokens[actor].length] ?? ''
  return { authorization: `Bearer ${token}` }
}
