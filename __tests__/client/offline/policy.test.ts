import {
  accessOf,
  isCheckDue,
  isExpired,
  isRevokedBy,
  mayBeStored,
  opensCopy,
  survivesSignOut,
  tokenDigest,
} from '@client/offline/policy'
import { PIN_TOKEN_HOURS } from '@contract/retention'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = Date.parse('2026-12-01T12:00:00Z')
const at = (ms: number) => new Date(NOW + ms).toISOString()
const ACCOUNT = 'token-of-anna'
const PIN = 'pin.7.of-a-visitor'

beforeEach(() => jest.useFakeTimers({ now: NOW, doNotFake: ['queueMicrotask', 'nextTick'] }))
afterEach(() => jest.useRealTimers())

const PAGES = {
  'a public page, visited': { isPublic: true, isSaved: false, reader: { accountToken: ACCOUNT } },
  'a public page, saved': { isPublic: true, isSaved: true, reader: {} },
  'a closed page, visited': { isPublic: false, isSaved: false, reader: { accountToken: ACCOUNT } },
  'a closed page, saved by its keeper': { isPublic: false, isSaved: true, reader: { accountToken: ACCOUNT } },
  'a closed page, saved with a PIN': {
    isPublic: false,
    isSaved: true,
    reader: { memorialToken: PIN, accountToken: ACCOUNT },
  },
}

const copyOf = async (page: keyof typeof PAGES) => {
  const { isPublic, isSaved, reader } = PAGES[page]
  return { ...(await accessOf(reader, isPublic)), isSaved, keptAt: at(0) }
}

// For whom a copy opens: whether a guest, its account, a visitor with its PIN, another account may read it.
it.each<[keyof typeof PAGES, { stored: boolean; opensFor: string[]; hours: number | null; afterSignOut: boolean }]>([
  [
    'a public page, visited',
    { stored: true, opensFor: ['guest', 'account', 'pin', 'other'], hours: 30 * 24, afterSignOut: true },
  ],
  [
    'a public page, saved',
    { stored: true, opensFor: ['guest', 'account', 'pin', 'other'], hours: null, afterSignOut: true },
  ],
  ['a closed page, visited', { stored: false, opensFor: ['account'], hours: 0, afterSignOut: false }],
  [
    'a closed page, saved by its keeper',
    { stored: true, opensFor: ['account'], hours: PIN_TOKEN_HOURS, afterSignOut: false },
  ],
  ['a closed page, saved with a PIN', { stored: true, opensFor: ['pin'], hours: PIN_TOKEN_HOURS, afterSignOut: false }],
])('%s: for whom and until when it lies on a device', async (page, expected) => {
  const copy = await copyOf(page)
  const tokens = { guest: undefined, account: ACCOUNT, pin: PIN, other: 'token-of-boris' }
  const opens = await Promise.all(
    Object.entries(tokens).map(async ([who, token]) => ((await opensCopy(copy, token)) ? [who] : [])),
  )

  expect(mayBeStored(copy)).toBe(expected.stored)
  expect(opens.flat()).toEqual(expected.opensFor)
  expect(survivesSignOut(copy)).toBe(expected.afterSignOut)
  const { hours } = expected
  jest.setSystemTime(NOW + (hours ?? 10 * 365 * 24) * HOUR_MS + 1)
  expect(isExpired(copy)).toBe(hours !== null)
  jest.setSystemTime(NOW + (hours ?? 0) * HOUR_MS - 1)
  expect(isExpired(copy)).toBe(hours === 0)
})

it('a memorial token that ends earlier ends the copy with it', async () => {
  const end = Math.floor((NOW + 2 * HOUR_MS) / 1000)
  const { keptUntil, openedBy } = await accessOf({ memorialToken: `pin.7.${end}.signature` }, false)

  expect(Date.parse(keptUntil ?? '')).toBeLessThanOrEqual(NOW + PIN_TOKEN_HOURS * HOUR_MS)
  expect(openedBy).toBe(await tokenDigest(`pin.7.${end}.signature`))
})

it.each<[keyof typeof PAGES, { none: number[]; account: number[]; pin: number[] }]>([
  ['a public page, visited', { none: [401, 403, 404], account: [401, 403, 404], pin: [401, 403, 404] }],
  ['a closed page, saved by its keeper', { none: [404], account: [401, 403, 404], pin: [404] }],
  ['a closed page, saved with a PIN', { none: [404], account: [404], pin: [401, 403, 404] }],
])('%s: which responses revoke it, by the token that was refused', async (page, expected) => {
  const copy = await copyOf(page)
  const revokedBy = (authorization?: string) =>
    [200, 401, 403, 404, 500].filter((status) => isRevokedBy(status, authorization, copy))

  expect({ none: revokedBy(), account: revokedBy(`Bearer ${ACCOUNT}`), pin: revokedBy(`Bearer ${PIN}`) }).toEqual(
    expected,
  )
})

it('a saved copy is compared with the server each time, a visited one once an hour', async () => {
  const visited = await copyOf('a public page, visited')

  expect(isCheckDue(await copyOf('a public page, saved'))).toBe(true)
  expect(isCheckDue(visited)).toBe(false)
  expect(isCheckDue({ ...visited, keptAt: at(-HOUR_MS - 1) })).toBe(true)
  expect(isCheckDue({ ...visited, keptAt: at(-DAY_MS), checkedAt: at(-1) })).toBe(false)
})
