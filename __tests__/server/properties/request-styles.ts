import fc, { type Arbitrary } from 'fast-check'
import type { JsonSchema } from '@server/lib/json-schema'
import { type Damage, damage } from './bodies'
import { hostile, hostileName, hostilePathPiece } from './hostile-values'
import type { DeclaredField, Operation } from './operations'
import { plausible } from './plausible-values'
import type { Fixtures } from './fixtures'
import { percentEncode, type Value } from './encoded-value'

/** A part of a path, encoded. */
export type PathPiece = (fixtures: Fixtures) => string

/** How the parts of a request are generated. */
export interface RequestStyle {
  value: (name: string, schema: JsonSchema, operation: Operation) => Arbitrary<Value>
  pathPiece: (usual: Arbitrary<Value>) => Arbitrary<PathPiece>
  isPresent: (field: DeclaredField) => Arbitrary<boolean>
  /** Undeclared fields, and declared ones that come a second time. */
  extraFields: (declared: string[]) => Arbitrary<[string, Value][]>
  damage: Arbitrary<Damage>
  method: (declared: string) => Arbitrary<string>
  address: Arbitrary<string>
}

/** Fields that may be left out only where others say why. */
const NEEDED_MOSTLY = /^(?:birth_date|death_date|voice_consent|road)$/

/** Fields that few requests need, and that are refused unless they are exactly what the server waits for. */
const NEEDED_SELDOM = /^(?:code|passkey|expected|voice_upload)$/

/** Requests as a browser sends them. */
export const honest: RequestStyle = {
  value: plausible,
  pathPiece: (usual) => usual.map((value) => (fixtures) => percentEncode(value(fixtures).text)),
  isPresent: ({ name, required, schema }) => {
    if (!required && NEEDED_SELDOM.test(name)) return oneIn(8, fc.constant(true), fc.constant(false))
    return required || schema.format === 'binary' || NEEDED_MOSTLY.test(name)
      ? oneIn(8, fc.constant(required), fc.constant(true))
      : fc.boolean()
  },
  extraFields: () => fc.constant([]),
  damage: fc.constant((body) => body),
  method: (declared) => fc.constant(declared),
  address: fc.ipV4(),
}

/** Hostile requests. Not everything is wrong at once, or all of them would fail at the first check. */
export const hostileStyle: RequestStyle = {
  value: (name, schema, operation) => oneIn(3, hostile, plausible(name, schema, operation)),
  pathPiece: (usual) =>
    oneIn(
      3,
      hostilePathPiece.map((piece) => () => piece),
      honest.pathPiece(usual),
    ),
  isPresent: (field) => oneIn(6, fc.constant(false), honest.isPresent(field)),
  extraFields: (declared) =>
    fc.array(fc.tuple(fc.oneof(hostileName, fc.constantFrom('x', ...declared)), hostile), { maxLength: 2 }),
  damage: oneIn(3, damage, honest.damage),
  method: (declared) => oneIn(20, fc.constantFrom('PUT', 'OPTIONS', 'HEAD'), fc.constant(declared)),
  address: oneIn(8, fc.constantFrom('unknown', '::1', 'x'.repeat(2000), '1.2.3.4, 5.6.7.8', ''), fc.ipV6()),
}

function oneIn<T>(many: number, rare: Arbitrary<T>, usual: Arbitrary<T>): Arbitrary<T> {
  return fc.oneof({ weight: many - 1, arbitrary: usual }, { weight: 1, arbitrary: rare })
}
