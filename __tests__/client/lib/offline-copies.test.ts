import { SAVED_AT_HEADER } from '@client/lib/connection'
import { tokenDigest } from '@client/offline/policy'
import {
  createSaveGuard,
  dropClosedCopies,
  dropCopyOpenedBy,
  deleteOfflineCopy,
  evictIfRevoked,
  offlineResponse,
  offlineFile,
  type OfflineCopy,
  listOfflineCopies,
  mediaUrl,
  onCopiesChange,
  findOfflineCopy,
  writeOfflineCopy,
} from '@client/offline/copies'
import { giveCaches, type MemoryCaches } from '@support/cached-storage'

const DAY_MS = 24 * 3_600_000
const NOW = Date.parse('2026-11-23T10:00:00Z')
const at = (ms: number) => new Date(NOW + ms).toISOString()

let caches: MemoryCaches
let remove: () => void

beforeEach(() => {
  jest.useFakeTimers({ now: NOW, doNotFake: ['queueMicrotask', 'setImmediate', 'setTimeout'] })
  ;({ caches, remove } = giveCaches())
})
afterEach(() => {
  remove()
  jest.useRealTimers()
})

function facts(fields: Partial<OfflineCopy> = {}): OfflineCopy {
  return {
    id: 7,
    name: 'Ёлкин Пётр',
    life: '1921 — 1999',
    photoPath: null,
    keptAt: at(0),
    keptUntil: null,
    openedBy: null,
    isSaved: true,
    isOfAccount: false,
    photoCount: 0,
    hasVoice: false,
    bytes: 10,
    ...fields,
  }
}

const page = (id: number) => `/api/v1/memorial/${id}`
const answer = (url: string, text = 'Помним') => ({ url, response: new Response(text) })

const MEMORIAL_TOKEN = 'pin.7.1.x'
/** Facts of a closed page that somebody saved, read with a token. */
const closed = async (token = MEMORIAL_TOKEN) => ({ keptUntil: at(1000), openedBy: await tokenDigest(token) })

async function keep(fields: Partial<OfflineCopy> = {}, ...addresses: string[]): Promise<void> {
  const copy = facts(fields)
  await writeOfflineCopy(
    copy,
    [page(copy.id), ...addresses].map((url) => answer(url)),
  )
}

it('answers what was kept, and says from when it is', async () => {
  await keep()
  const response = await offlineResponse(`http://localhost${page(7)}`)

  expect(await response?.text()).toBe('Помним')
  expect(response?.headers.get(SAVED_AT_HEADER)).toBe(at(0))
  expect(await offlineResponse(page(8))).toBeUndefined()
})

it('knows a URL by its query too', async () => {
  await keep({}, '/api/v1/memories/all?memorial_id=7&offset=0')
  expect(await offlineResponse('/api/v1/memories/all?memorial_id=7&offset=20')).toBeUndefined()
  expect(await offlineResponse('/api/v1/memories/all?memorial_id=7&offset=0')).toBeDefined()
})

it('gives a file in the one size that is kept, whatever size and signature are asked for', async () => {
  await keep({}, mediaUrl('/media/abc/720.webp?expires=1&signature=old'))
  expect(await offlineResponse('/media/abc/1280.webp?expires=2&signature=new')).toBeDefined()
  expect(await offlineResponse('/media/abcd/1280.webp')).toBeUndefined()
})

it('keeps what is new in place of what was there', async () => {
  await keep({}, '/media/one', '/media/two')
  await keep({ keptAt: at(5) }, '/media/two')
  expect(caches.addressesOf(7).sort()).toEqual(['/api/v1/memorial/7', '/kept/facts', '/media/two'])
  expect((await findOfflineCopy(7))?.keptAt).toBe(at(5))
})

it('lists the newest first', async () => {
  await keep({ id: 1, keptAt: at(-2) })
  await keep({ id: 2, keptAt: at(-1) })
  await keep({ id: 3, keptAt: at(-3) })
  expect((await listOfflineCopies()).map(({ id }) => id)).toEqual([2, 1, 3])
})

it('answers nothing of a closed page after its end, and deletes it', async () => {
  await keep(await closed())
  expect(await offlineResponse(page(7), `Bearer ${MEMORIAL_TOKEN}`)).toBeDefined()
  jest.setSystemTime(NOW + 1000)

  expect(await offlineResponse(page(7), `Bearer ${MEMORIAL_TOKEN}`)).toBeUndefined()
  expect(await caches.keys()).toEqual([])
})

describe('a closed page', () => {
  it.each([
    ['with the token that read it', `Bearer ${MEMORIAL_TOKEN}`, true],
    ['without a token', undefined, false],
    ['with the token of another PIN', 'Bearer pin.7.2.y', false],
    ['with an account', 'Bearer account', false],
  ])('%s: opens from the device: %s', async (_who, authorization, opens) => {
    await keep(await closed())
    expect((await offlineResponse(page(7), authorization)) !== undefined).toBe(opens)
  })

  it('shows its files only at the addresses that its answers name', async () => {
    await keep(await closed(), mediaUrl('/media/abc/720.webp?expires=1&signature=s'))
    expect(await offlineResponse('/media/abc/1280.webp?expires=1&signature=s')).toBeDefined()
    expect(await offlineResponse('/media/abc/1280.webp?expires=2&signature=t')).toBeUndefined()
    expect(await offlineResponse('/media/abc/1280.webp')).toBeUndefined()
  })

  it('is not stored when it was only visited', async () => {
    expect(await writeOfflineCopy(facts({ ...(await closed()), isSaved: false }), [answer(page(7))])).toBe(false)
    expect(await caches.keys()).toEqual([])
  })

  it.each([
    ['that nobody asked for', { isSaved: false }],
    ['for everybody', { openedBy: undefined as unknown as null }],
  ])('that a former version stored %s leaves the device', async (_how, fields) => {
    await keep(await closed())
    const [name = ''] = await caches.keys()
    const former = { ...facts(await closed()), ...fields }
    await (await caches.open(name)).put('/kept/facts', Response.json(former))

    expect(await offlineResponse(page(7), `Bearer ${MEMORIAL_TOKEN}`)).toBeUndefined()
    expect(await listOfflineCopies()).toEqual([])
    expect(await caches.keys()).toEqual([])
  })

  it('goes with the token that opens it, and with no other', async () => {
    await keep(await closed())
    await dropCopyOpenedBy(7, 'pin.7.2.y')
    expect(await findOfflineCopy(7)).toBeDefined()
    await dropCopyOpenedBy(7, MEMORIAL_TOKEN)
    expect(await findOfflineCopy(7)).toBeUndefined()
  })
})

it('forgets a page that was only visited after a month, and one that was saved never', async () => {
  await keep({ id: 1, isSaved: false })
  await keep({ id: 2, isSaved: true })
  jest.setSystemTime(NOW + 30 * DAY_MS + 1)
  expect((await listOfflineCopies()).map(({ id }) => id)).toEqual([2])
})

it('keeps twenty visited pages, and all that were saved', async () => {
  for (let id = 1; id <= 25; id++) await keep({ id, isSaved: id <= 3, keptAt: at(id) })
  expect((await listOfflineCopies()).map(({ id }) => id).sort((a, b) => a - b)).toEqual([
    1,
    2,
    3,
    ...Array.from({ length: 20 }, (_, index) => index + 6),
  ])
})

it('keeps nothing of a page that does not fit, and says so', async () => {
  caches.room = 200
  const large = [answer(page(7)), answer('/media/large', 'x'.repeat(500))]
  await expect(writeOfflineCopy(facts(), large)).rejects.toMatchObject({ name: 'QuotaExceededError' })
  expect(await caches.keys()).toEqual([])
})

it('keeps what there was when there is no room for something newer', async () => {
  await keep()
  caches.room = 0
  await expect(writeOfflineCopy(facts({ keptAt: at(5) }), [answer(page(7), 'Новое')])).rejects.toMatchObject({
    name: 'QuotaExceededError',
  })
  expect(await (await offlineResponse(page(7)))?.text()).toBe('Помним')
})

it.each([
  ['404', 404, null, undefined, []],
  ['403 of a page that was public', 403, null, undefined, []],
  ['401 with its token', 401, at(1000), 'Bearer pin.7.1.x', []],
  ['403 with its token', 403, at(1000), 'Bearer pin.7.1.x', []],
  ['403 of a closed page that was asked for without its PIN', 403, at(1000), undefined, [7]],
  ['403 of a closed page that was asked for with an account', 403, at(1000), 'Bearer account', [7]],
  ['500', 500, null, undefined, [7]],
  ['200', 200, null, undefined, [7]],
])('heeds %s', async (_name, status, keptUntil, authorization, left) => {
  await keep({ ...(await closed()), keptUntil })
  await evictIfRevoked(`http://localhost${page(7)}`, status, authorization)
  expect((await listOfflineCopies()).map(({ id }) => id)).toEqual(left)
})

it('takes a page of HTML that is gone for an answer too, and other calls for none', async () => {
  await keep()
  await evictIfRevoked('/api/v1/burial/7', 404, undefined)
  await evictIfRevoked('/api/v1/memorial/70', 404, undefined)
  await evictIfRevoked('/api/v1/memorial/7/qrcode', 404, undefined)
  expect(await findOfflineCopy(7)).toBeDefined()
  await evictIfRevoked('/memorials/7?words=2', 404, undefined)
  expect(await findOfflineCopy(7)).toBeUndefined()
})

it('deletes closed pages when the account changes, which ends what a PIN opened too', async () => {
  await keep({ id: 1, isOfAccount: true, ...(await closed('account')) })
  await keep({ id: 2, ...(await closed()) })
  await keep({ id: 3 })
  await dropClosedCopies()
  expect((await listOfflineCopies()).map(({ id }) => id)).toEqual([3])
})

describe('while a page is being kept anew', () => {
  /** The first answer that is written ends when this is called. */
  let goOn: () => void
  let under: Promise<boolean>

  beforeEach(async () => {
    await keep({ isOfAccount: true, ...(await closed('account')) })
    const text = new Promise<string>((resolve) => (goOn = () => resolve('Новое')))
    const slow = new Response('Новое')
    jest.spyOn(slow, 'blob').mockImplementation(async () => new Blob([await text]))
    const newer = facts({ keptAt: at(5), isOfAccount: true, ...(await closed('account')) })
    under = writeOfflineCopy(newer, [{ url: page(7), response: slow }], createSaveGuard())
  })

  it('what was kept before is read until all is written', async () => {
    const read = async () => (await offlineResponse(page(7), 'Bearer account'))?.text()
    expect(await read()).toBe('Помним')
    expect(await listOfflineCopies()).toHaveLength(1)
    goOn()
    expect(await under).toBe(true)
    expect(await read()).toBe('Новое')
    expect(await caches.keys()).toHaveLength(1)
  })

  it('nothing of it stays when the account signs out meanwhile', async () => {
    await dropClosedCopies()
    goOn()
    expect(await under).toBe(false)
    expect(await caches.keys()).toEqual([])
  })

  it('a half that nobody finishes is deleted later', async () => {
    jest.setSystemTime(NOW + 3_600_000)
    expect(await listOfflineCopies()).toEqual([])
    expect(await caches.keys()).toEqual([])
    goOn()
    await under
  })
})

it('reads one of two tabs that kept a page at once, the newest', async () => {
  await Promise.all([keep({ keptAt: at(1) }), keep({ keptAt: at(2) })])
  expect((await listOfflineCopies()).map(({ keptAt }) => keptAt)).toEqual([at(2)])
  expect(await caches.keys()).toHaveLength(1)
})

it('gives a file of the memorial it is asked of', async () => {
  await keep({}, '/media/one')
  expect(await (await offlineFile(7, '/media/one/1280.webp?signature=new'))?.text()).toBe('Помним')
  expect(await offlineFile(8, '/media/one/1280.webp')).toBeUndefined()
})

it('tells of changes, until nobody wants to hear of them', async () => {
  const heard = jest.fn()
  const stop = onCopiesChange(heard)
  await keep()
  await deleteOfflineCopy(7)
  await deleteOfflineCopy(7)
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
  await keep()
  expect(heard).toHaveBeenCalledTimes(2)
})

it('leaves the caches of others alone', async () => {
  await caches.open('workbox-precache')
  await keep()
  await listOfflineCopies()
  await deleteOfflineCopy(7)
  expect(await caches.keys()).toEqual(['workbox-precache'])
})
