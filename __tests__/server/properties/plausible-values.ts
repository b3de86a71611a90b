import fc, { type Arbitrary } from 'fast-check'
import { ARCHIVE_KINDS, archivePaths } from '@contract/archive'
import { moscowDay } from '@contract/days'
import type { JsonSchema } from '@server/lib/json-schema'
import { VOICES_PATH } from '@contract/upload'
import { announcement } from '@support/uploads'
import { filesFor } from './files'
import { type Operation, resourceOf, UPLOADED_PART } from './operations'
import { PASSWORD, PIN } from './people'
import { PROMO_CODES, type Fixtures } from './fixtures'
import { fixed, type Value, encodeValue } from './encoded-value'

/** A value that a schema describes, and that the server may well take. The operation tells whose `id` is meant. */
export function plausible(name: string, schema: JsonSchema, operation: Operation): Arbitrary<Value> {
  if (schema.enum) return fc.constantFrom(...schema.enum).map(fixed)
  if (schema.format === 'binary') return filesFor(name === 'voice' ? archivePaths('audio').create : operation.path)
  if (name === 'token' && resourceOf(operation) === 'keepers') return known('invitationTokens')
  if (name === 'voice_upload' || (name === 'upload' && operation.path.includes(VOICES_PATH))) return known('voices')
  if (name === 'token' && operation.path.endsWith('/confirm-email')) return known('changeTokens')
  if (name === 'token' && operation.path.endsWith('/return')) return known('returnTokens')
  if (name === 'token' && /\/letters\/subscription$|^\/unsubscribe$/.test(operation.path))
    return known('subscriptionTokens')
  if (name === 'token' && operation.path.endsWith('/letters/opened')) return known('openedTokens')
  if (name === 'token' && operation.path.includes('/questions/')) return known('questionTokens')
  if (name === 'own_token') return known(operation.path.includes('/stories/') ? 'storyTokens' : 'proposalTokens')
  if (name === 'code' && schema.pattern) return text(schema)
  const meant = BY_NAME.find(([pattern]) => pattern.test(name))?.[1]
  return meant ?? byType(name, schema, operation)
}

const WORDS = [
  'Светлая память',
  'Спи спокойно, дорогой друг.\nМы помним.',
  "O'Брайен-Ёжикова",
  'юный 🌲 лес',
  '100%',
  'a_b\\c',
]
const NAMES = ['Ёлкин', 'пётр', 'Салтыков-Щедрин', 'Анна  Мария', 'Ли']
const BIRTHS = ['1921-05-09', '1930-2-28', '1899-12-31', '1941-06-22']
const DEATHS = ['1999-11-30', '2000-02-29', '2014-11-02']
const CROPS = ['', '{"x":0,"y":0.25,"width":0.5,"height":0.5}']
const PLACES = ['55.7558, 37.6173', '-90, 180', '0,0', '59.9386, 30.3141']
/** A step for the photo that comes along. */
const ROAD = '{"before":[],"steps":[{"id":null,"line":"от ворот налево"}]}'
const RANGES = ['bytes=0-9', 'bytes=-5', 'bytes=5-', 'bytes=0-0,3-4', 'bytes=999999999-', 'bytes=9-2', 'lines=1-2', 'x']

const typed = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })

/** A place in a list whose length is known when the request is sent. */
const pick = fc.noBias(fc.nat())

/** What a schema of plain text does not say, its name does. */
const BY_NAME: [RegExp, Arbitrary<Value>][] = [
  [/email$|^username$/, mostly(known('emails'), freshEmail())],
  [/password$/, mostly(fixed(PASSWORD), texts('Ryabina-1961', 'Ольха-ольха-7', 'password', 'Aa1'))],
  [/pin_code$/, mostly(fixed(PIN), texts('0000', '1234567890', '13579'))],
  [/^token$/, mostly(known('linkTokens'), texts('x'))],
  [/^birth_date$/, texts(...BIRTHS)],
  [/^death_date$/, texts(...DEATHS)],
  [/^crop$/, texts(...CROPS)],
  [/author$|name$/, texts(...NAMES)],
  [/coordinates$/, texts(...PLACES)],
  [/^road$/, texts(ROAD)],
  [/^code$/, texts(...PROMO_CODES)],
  [/memorials?_?id$/i, idOf('memorial')],
  [/^user_id$/, idOf('keepers')],
  [/^invitation_id$/, idOf('invitations')],
  [/^key$/, known('accessKeys')],
  [/^decisions$/, someDecisions()],
  // Most archives of the fixtures are empty, and are put in order by naming nothing.
  [/^ids$/, mostly(fixed([]), fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 3 }).map(fixed))],
  [/^range$/, texts(...RANGES)],
  [/^field$/, texts('biography', 'lastname')],
  [/^revision$/, idOf('revisions')],
  [/^day$/, texts(moscowDay())],
  [/^time_zone$/, texts('Europe/Moscow')],
  [/^to$/, fc.array(freshEmail(), { minLength: 1, maxLength: 2 }).map(asRecipients)],
  [/^mediaId$/, mediaUrl((address) => address.pathname.split('/')[2])],
  [/^file$/, mediaUrl((address) => address.pathname.split('/')[3])],
  [/^(expires|signature)$/, texts('')],
  [/^upload$/, known('uploads')],
  [/^upload-metadata$/, announced()],
]

function byType(name: string, { type, minimum = 0, maximum = 1000, ...schema }: JsonSchema, operation: Operation) {
  switch (Array.isArray(type) ? type[0] : type) {
    case 'integer':
    case 'number':
      if (name === 'id') return idOf(whoseId(operation))
      return fc
        .oneof(fc.constant(minimum), fc.integer({ min: minimum, max: Math.min(maximum, minimum + 50) }))
        .map(fixed)
    case 'boolean':
      return fc.boolean().map(fixed)
    case 'array':
      return fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }).map(fixed)
    case 'object':
      return fc.constant(fixed({}))
    default:
      return text(schema)
  }
}

function whoseId(operation: Operation): string {
  if (/[{]id[}][/](keepers|invitations)/.test(operation.path)) return 'kept'
  if (operation.path.includes('/keepers/invitations/')) return 'own invitations'
  if (operation.path.endsWith('/open')) return 'opened'
  if (operation.path.includes('/history/')) return 'told'
  if (operation.path.endsWith('/reopen')) return 'closings'
  if (/[/]memorial[/](restore|trash)[/]/.test(operation.path)) return 'trashed memorial'
  if (operation.method === 'GET' && operation.path.endsWith('/trash/{id}')) return 'memorial'
  if (/[/](restore|trash)[/]/.test(operation.path)) return `trashed ${resourceOf(operation)}`
  return operation.path.includes('memorial') ? 'memorial' : resourceOf(operation)
}

function someDecisions(): Arbitrary<Value> {
  const decision = fc.constantFrom('approved', 'rejected')
  return fc.array(fc.record({ id: fc.integer({ min: 1, max: 50 }), decision }), { maxLength: 3 }).map(fixed)
}

function text({ maxLength = 1000, pattern }: JsonSchema): Arbitrary<Value> {
  if (pattern) return fc.stringMatching(new RegExp(pattern)).map(fixed)
  const exact = 'я'.repeat(maxLength)
  return fc
    .oneof(
      { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
      { weight: 2, arbitrary: typed },
      { weight: 1, arbitrary: fc.constant(exact) },
    )
    .map((value) => fixed(value.slice(0, maxLength)))
}

function texts(...values: string[]): Arbitrary<Value> {
  return fc.constantFrom(...values).map(fixed)
}

function mostly(usual: Value | Arbitrary<Value>, other: Arbitrary<Value>): Arbitrary<Value> {
  const arbitrary = typeof usual === 'function' ? fc.constant(usual) : usual
  return fc.oneof({ weight: 3, arbitrary }, { weight: 1, arbitrary: other })
}

function freshEmail(): Arbitrary<Value> {
  return fc.integer({ min: 1, max: 1_000_000_000 }).map((number) => fixed(`new-${number}@example.org`))
}

type TokenList =
  | 'uploads'
  | 'voices'
  | 'linkTokens'
  | 'changeTokens'
  | 'returnTokens'
  | 'subscriptionTokens'
  | 'openedTokens'
  | 'invitationTokens'
  | 'accessKeys'
  | 'questionTokens'
  | 'storyTokens'
  | 'proposalTokens'

function known(list: 'emails' | TokenList): Arbitrary<Value> {
  return pick.map((place) => (fixtures) => encodeValue(fixtures[list][place % fixtures[list].length]))
}

function asRecipients(emails: Value[]): Value {
  return (fixtures) => encodeValue(emails.map((email) => ({ email: email(fixtures).text, name: 'Зоя' })))
}

/** Of what has no id yet, any small one: it may exist after all. */
function idOf(resource: string): Arbitrary<Value> {
  return pick.map((place) => (fixtures) => {
    const ids = fixtures.ids.get(resource) ?? []
    return encodeValue(ids[place % ids.length] ?? 1 + (place % 50))
  })
}

/** What the header of a new upload tells of its file. */
function announced(): Arbitrary<Value> {
  return fc.tuple(fc.constantFrom(...ARCHIVE_KINDS), idOf('memorial')).map(([kind, memorial]) => (fixtures) => {
    const memorialId = Number(memorial(fixtures).json)
    return encodeValue(announcement({ memorialId, kind, size: UPLOADED_PART.length })['upload-metadata'])
  })
}

function mediaUrl(part: (address: URL) => string | undefined): Arbitrary<Value> {
  return fc.constant(({ mediaUrl: address }: Fixtures) => encodeValue(part(new URL(address, 'http://localhost')) ?? ''))
}
