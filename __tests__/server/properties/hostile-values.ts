import fc, { type Arbitrary } from 'fast-check'
import { filesFor } from './files'
import { fixed, type Value, encodeValue, type EncodedValue } from './encoded-value'

const LONG = 60_000
const HUGE = 1_000_000
const DEPTH = 5000

/** Texts that are read as something else than text somewhere. */
const TEXTS = [
  '',
  ' ',
  'Иvан',
  '---',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '1e309',
  '١٢٣',
  '9007199254740993',
  '2147483648',
  '0000-00-00',
  '275760-09-14',
  'a@b',
  '"a b"@example.org',
  `${'a'.repeat(250)}@example.org`,
  'é'.normalize('NFD').repeat(100),
]

/** What does harm inside a text that is put into a query, a page, a letter or a path. */
const MORSELS = ['%', '_', '\\', "'", '"', '\0', '\u202e', '\u200b', '\ufeff', '\r\n', '<b>', '$1', '{{', 'Ё', ' ', '1']

const NOT_TEXTS: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  [],
  {},
  ['a', 'b'],
  [[]],
  { toString: 1 },
  { valueOf: 'x', toString: null },
  { length: -1 },
  { constructor: { prototype: null } },
]

/** What only raw JSON, or only raw bytes, can say. */
const RAW: EncodedValue[] = [
  { json: '"\\ud800"', text: Buffer.from([0xed, 0xa0, 0x80]) },
  { json: '"a\\udc00b"', text: Buffer.from([0xff, 0xfe]) },
  { json: '1e309', text: '1e309' },
  { json: '-0', text: '-0' },
  { json: '-1e-400', text: '-1e-400' },
  { json: 'NaN', text: 'NaN' },
  { json: '99999999999999999999999', text: '99999999999999999999999' },
  { json: '{"__proto__":{"admin":true}}', text: '__proto__' },
  { json: '{"constructor":{"prototype":{"admin":true}}}', text: '[object Object]' },
  { json: '['.repeat(DEPTH) + ']'.repeat(DEPTH), text: '['.repeat(DEPTH) },
]

/** A value that no honest browser sends. */
export const hostile: Arbitrary<Value> = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...TEXTS).map(fixed) },
  { weight: 40, arbitrary: mixed(MORSELS).map(fixed) },
  { weight: 20, arbitrary: fc.constantFrom(...NOT_TEXTS).map(fixed) },
  { weight: 14, arbitrary: fc.constantFrom(...RAW).map((written) => () => written) },
  { weight: 14, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map(fixed) },
  { weight: 6, arbitrary: fc.jsonValue({ maxDepth: 4 }).map(fixed) },
  { weight: 4, arbitrary: filesFor('') },
  { weight: 6, arbitrary: long(LONG) },
  { weight: 1, arbitrary: long(HUGE) },
)

/** Names that a body or a query should not have. */
export const hostileName: Arbitrary<string> = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'user_id',
  'profile_rate',
  'is_superuser',
  'used_storage_bytes',
  'id',
  'a[b]',
  'a.b',
  '',
  '\0',
  'ключ',
)

/** A part of a path as it stands in the path. */
export const hostilePathPiece: Arbitrary<string> = fc.constantFrom(
  '0',
  '-1',
  '1e3',
  '1e9999',
  '1.0',
  '2147483648',
  '99999999999999999999',
  '0x1',
  'abc',
  'NaN',
  '..',
  '../..',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f',
  '%00',
  '1%00',
  '%ff',
  '%ed%a0%80',
  '%zz',
  '%',
  '%20',
  '1%20',
  '%2B1',
  '__proto__',
  'constructor',
  '*',
  ':id',
  ';',
  '1;a=b',
  '%D9%A1',
  '%F0%9F%8C%B2',
  'x'.repeat(99),
  '1'.repeat(3000),
  '',
)

function mixed(morsels: string[]): Arbitrary<string> {
  return fc.array(fc.constantFrom(...morsels), { minLength: 1, maxLength: 4 }).map((chosen) => chosen.join(''))
}

function long(length: number): Arbitrary<Value> {
  return fc.constantFrom('a', 'я', '\0', ' ', '🌲').map((unit) => {
    let written: EncodedValue | undefined
    return () => (written ??= encodeValue(unit.repeat(length / unit.length)))
  })
}
