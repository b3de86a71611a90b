import fc, { type Arbitrary } from 'fast-check'
import type { JsonSchema } from '@server/lib/json-schema'
import { encode, type Field, pairs } from './bodies'
import { honest, hostileManners, type Manners, type PathPiece } from './manners'
import type { DeclaredField, Operation, Parameter } from './operations'
import { plausible } from './plausible-values'
import { type Actor, ACTORS, type World } from './world'
import type { Value } from './written'

/** A request as it goes out. */
export interface SentRequest {
  actor: Actor
  method: string
  url: string
  headers: Record<string, string>
  payload?: Buffer
}

/** A request whose ids and tokens are chosen when it is sent. */
export type PlannedRequest = (world: World) => SentRequest

/**
 * Requests of an operation, as an honest browser makes them or as nobody should. What only reads seldom refuses: its
 * requests are hostile more often.
 */
export function requestsOf(operation: Operation): Arbitrary<PlannedRequest> {
  const reads = operation.method === 'GET'
  return fc.oneof(
    { weight: reads ? 1 : 2, arbitrary: planned(operation, honest) },
    { weight: reads ? 2 : 1, arbitrary: planned(operation, hostileManners) },
  )
}

/** A request line longer than some 16 KB never reaches an application. */
const QUERY_MAX_LENGTH = 8000

/** Owners ask most: what they may do, the others are refused early. */
const actors: Arbitrary<Actor> = fc.oneof(
  ...ACTORS.map((actor) => ({ weight: actor === 'owner' ? 9 : 1, arbitrary: fc.constant(actor) })),
)

function planned(operation: Operation, manners: Manners): Arbitrary<PlannedRequest> {
  const { method, path, body, parameters } = operation
  const placed = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place)
  const pieces = placed('path').map(({ name, schema }) => manners.pathPiece(plausible(name, schema, operation)))

  return fc
    .record({
      actor: actors,
      token: fc.noBias(fc.nat()),
      method: manners.method(method),
      pieces: fc.tuple(...pieces),
      slash: fc.constantFrom('', '', '/'),
      query: values(placed('query'), operation, manners),
      headers: values(placed('header'), operation, honest),
      fields: values(fieldsOf(body?.schema), operation, manners),
      damage: manners.damage,
      address: manners.address,
    })
    .map((plan) => (world) => {
      const query = pairs(written(plan.query, world)).slice(0, QUERY_MAX_LENGTH)
      const { contentType, payload } = plan.damage(encode(body?.mediaType, written(plan.fields, world)))
      return {
        actor: plan.actor,
        method: plan.method,
        url: fillIn(path, plan.pieces, world) + plan.slash + (query && `?${query}`),
        headers: {
          'x-forwarded-for': plan.address,
          ...authorization(plan.actor, plan.token, world),
          ...Object.fromEntries(written(plan.headers, world).map(([name, { text }]) => [name, text.toString()])),
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

function values(described: DeclaredField[], operation: Operation, manners: Manners): Arbitrary<[string, Value][]> {
  const declared = described.map((field) =>
    fc
      .tuple(manners.isPresent(field), manners.value(field.name, field.schema, operation))
      .map(([isPresent, value]): [string, Value][] => (isPresent ? [[field.name, value]] : [])),
  )
  return fc
    .tuple(fc.tuple(...declared), manners.extraFields(described.map(({ name }) => name)))
    .map(([known, extra]) => [...known.flat(), ...extra])
}

function written(named: [string, Value][], world: World): Field[] {
  return named.map(([name, value]) => [name, value(world)])
}

function fillIn(path: string, pieces: PathPiece[], world: World): string {
  const left = [...pieces]
  return path.replace(/\{\w+\}/g, () => left.shift()?.(world) ?? '')
}

function authorization(actor: Actor, pick: number, { tokens }: World): { authorization?: string } {
  if (actor === 'guest') return {}
  const token = tokens[actor][pick % tokens[actor].length] ?? ''
  return { authorization: `Bearer ${token}` }
}
