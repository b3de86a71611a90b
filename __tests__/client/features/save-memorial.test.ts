import { saveMemorial } from '@client/offline/save-memorial'
import type { Reader } from '@client/offline/policy'
import { SAVED_AT_HEADER } from '@client/lib/connection'
import { dropClosedCopies, findOfflineCopy } from '@client/offline/copies'
import { ADVANCED } from '@contract/memorial-terms'
import { PIN_TOKEN_HOURS } from '@contract/retention'
import { delay, http, HttpResponse } from 'msw'
import { aBurial, aMemorial, aMemory, anArchiveItem } from '@support/factories'
import { giveCaches, type MemoryCaches } from '@support/cached-storage'
import {
  disconnect,
  refuse,
  requestsTo,
  serve,
  serveArchive,
  serveBurial,
  serveMemorial,
  serveMemories,
  serveQrCode,
  server,
} from '@support/server'

const HOUR_MS = 3_600_000
const PHOTO = (id: number) => anArchiveItem({ id, file_path: `/media/photo${id}/picture.jpg` })
const TOKENS: Reader = { accountToken: 'account', memorialToken: undefined }

let caches: MemoryCaches
let remove: () => void

beforeEach(() => ({ caches, remove } = giveCaches()))
afterEach(() => remove())

function serveAll(fields: Parameters<typeof aMemorial>[0] = {}) {
  const memorial = aMemorial({ id: 7, photo_path: '/media/portrait/picture.jpg', profile_rate: ADVANCED, ...fields })
  serveMemorial(memorial)
  serveMemories(7, [])
  serveQrCode(7)
  serveArchive(
    'photo',
    7,
    Array.from({ length: 15 }, (_, index) => PHOTO(index + 1)),
  )
  serveArchive('audio', 7, [anArchiveItem({ id: 1, file_path: '/media/voice/recording.mp3' })])
  serveArchive('video', 7, [anArchiveItem({ id: 1, file_path: '/media/film/film.mp4' })])
  server.use(http.get('*/media/:folder/:file', () => HttpResponse.text('file')))
  return memorial
}

const mediaOf = () => caches.addressesOf(7).filter((address) => address.startsWith('/media/'))

it('keeps all that the page asks for, its portrait, first photos and voice, and no film', async () => {
  const outcome = await saveMemorial(serveAll(), {}, { isSaved: true })

  expect(outcome).toMatchObject({ copy: { id: 7, photoCount: 12, hasVoice: true, isSaved: true, keptUntil: null } })
  const photos = Array.from({ length: 12 }, (_, index) => `/media/photo${index + 1}`)
  expect(mediaOf().sort()).toEqual(['/media/portrait', '/media/voice', ...photos].sort())
  expect(caches.addressesOf(7)).toEqual(
    expect.arrayContaining([
      '/api/v1/memorial/7',
      '/api/v1/burial/7',
      '/api/v1/memories/all?memorial_id=7&offset=0&limit=20',
      '/api/v1/memorial/7/qrcode',
      '/api/v1/photo_archive/get_memorial_photos/7',
      '/api/v1/photo_archive/get_memorial_photos/7?limit=24',
    ]),
  )
})

it('keeps the voices of stories and words', async () => {
  const memorial = serveAll()
  const voice = { duration: 2, is_playable: true, is_being_prepared: false, text: null, peaks: null }
  serveMemories(7, [aMemory({ voice: { ...voice, file_path: '/media/words/recording.m4a' } })])
  serve('get', 'memorial/7/stories', {
    result: [{ id: 5, voice: { ...voice, file_path: '/media/story/recording.m4a' } }],
  })
  await saveMemorial(memorial, {}, { isSaved: true })
  expect(mediaOf()).toEqual(expect.arrayContaining(['/media/voice', '/media/words', '/media/story']))
})

it('keeps of a page that was only visited no photos and no voice', async () => {
  await saveMemorial(serveAll(), {}, { isSaved: false })
  expect(mediaOf()).toEqual(['/media/portrait'])
})

it('keeps the road to the grave, also of a page that was only visited', async () => {
  const step = { id: 'gate', line: 'От ворот налево', photo_path: '/media/gate/picture.jpg' }
  const road = [{ ...step, photo_width: null, photo_height: null }]
  const memorial = serveAll()
  serveBurial(aBurial({ memorial_id: 7, photo_path: '/media/grave/picture.jpg', road }))
  await saveMemorial(memorial, {}, { isSaved: false })
  expect(mediaOf().sort()).toEqual(['/media/gate', '/media/grave', '/media/portrait'])
})

it('reads a public page as a stranger does, whoever is signed in', async () => {
  await saveMemorial(serveAll(), TOKENS, { isSaved: false })
  expect(requestsTo('get', 'memorial/7').map(({ headers }) => headers.get('authorization'))).toEqual([null])
  expect(await findOfflineCopy(7)).toMatchObject({ isOfAccount: false })
})

it('keeps a closed page until its PIN ends, and for its owner not longer', async () => {
  const closed = serveAll({ public_status: false })
  const end = Math.floor(Date.now() / 1000) + 3600
  await saveMemorial(closed, { ...TOKENS, memorialToken: `pin.7.${end}.signature` }, { isSaved: true })
  expect(await findOfflineCopy(7)).toMatchObject({ keptUntil: new Date(end * 1000).toISOString(), isOfAccount: false })

  await saveMemorial(closed, TOKENS, { isSaved: true })
  const ofOwner = await findOfflineCopy(7)
  expect(ofOwner?.isOfAccount).toBe(true)
  const hours = (Date.parse(ofOwner?.keptUntil ?? '') - Date.now()) / HOUR_MS
  expect(hours).toBeGreaterThan(PIN_TOKEN_HOURS - 0.1)
  expect(hours).toBeLessThanOrEqual(PIN_TOKEN_HOURS)
})

it.each([404, 403, 401])('keeps nothing any more of a page that answers %i', async (status) => {
  const memorial = serveAll()
  await saveMemorial(memorial, {}, { isSaved: true })
  refuse('get', 'memorial/7', status)

  expect(await saveMemorial(memorial, {}, { isSaved: true })).toBe('gone')
  expect(await findOfflineCopy(7)).toBeUndefined()
})

it.each(['memorial/7', 'memories/all', 'photo_archive/get_memorial_photos/7'])(
  'leaves what was kept as it is when %s does not answer',
  async (path) => {
    const memorial = serveAll()
    await saveMemorial(memorial, {}, { isSaved: true })
    const before = await findOfflineCopy(7)
    disconnect('get', path)

    expect(await saveMemorial(memorial, {}, { isSaved: true })).toBe('failed')
    expect(await findOfflineCopy(7)).toEqual(before)
  },
)

it('does not take for news what comes from the device itself', async () => {
  const memorial = serveAll()
  server.use(
    http.get('*/memories/all', () =>
      HttpResponse.json({ result: [], total: 0 }, { headers: { [SAVED_AT_HEADER]: '2026-11-01T00:00:00Z' } }),
    ),
  )
  expect(await saveMemorial(memorial, {}, { isSaved: true })).toBe('failed')
})

it('fetches anew only the files that have changed', async () => {
  const fetched: string[] = []
  const memorial = serveAll()
  server.use(
    http.get('*/media/:folder/:file', ({ params }) => {
      fetched.push(String(params.folder))
      return HttpResponse.text('file')
    }),
  )
  await saveMemorial(memorial, {}, { isSaved: true })
  expect(fetched).toHaveLength(14)

  const changed = serveAll({ photo_path: '/media/newer/picture.jpg?signature=2' })
  server.use(
    http.get('*/media/:folder/:file', ({ params }) => {
      fetched.push(String(params.folder))
      return HttpResponse.text('file')
    }),
  )
  await saveMemorial(changed, {}, { isSaved: true, isRenewal: true })
  expect(fetched.slice(14)).toEqual(['newer'])
  expect(mediaOf()).toHaveLength(14)
  expect(mediaOf()).not.toContain('/media/portrait')
})

it('waits for no file longer than is reasonable', async () => {
  const memorial = serveAll()
  server.use(http.get('*/media/voice/:file', () => delay('infinite')))
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 300)
    return controller.signal
  })
  expect(await saveMemorial(memorial, {}, { isSaved: true })).toMatchObject({
    copy: { hasVoice: false, photoCount: 12 },
  })
  timeout.mockRestore()
})

describe('with several tabs', () => {
  const held = new Set<string>()
  const waiting: (() => void)[] = []

  beforeEach(() => {
    const request = async (name: string, { ifAvailable }: LockOptions, act: (lock: object | null) => unknown) => {
      if (held.has(name) && ifAvailable) return act(null)
      while (held.has(name)) await new Promise<void>((resolve) => waiting.push(resolve))
      held.add(name)
      try {
        return await act({})
      } finally {
        held.delete(name)
        waiting.splice(0).forEach((goOn) => goOn())
      }
    }
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  })
  afterEach(() => Reflect.deleteProperty(navigator, 'locks'))

  it('one keeps a page at a time, and a renewal is made once', async () => {
    const memorial = serveAll()
    const outcomes = await Promise.all([
      saveMemorial(memorial, {}, { isSaved: true }),
      saveMemorial(memorial, {}, { isSaved: true, isRenewal: true }),
    ])
    expect(outcomes).toMatchObject([{ copy: {} }, 'failed'])
    expect(requestsTo('get', 'memorial/7')).toHaveLength(1)
  })

  it('whoever asked for it waits', async () => {
    const memorial = serveAll()
    const keep = () => saveMemorial(memorial, {}, { isSaved: true })
    expect(await Promise.all([keep(), keep()])).toMatchObject([{ copy: {} }, { copy: {} }])
  })
})

it('keeps nothing for an account that has signed out meanwhile', async () => {
  const closed = serveAll({ public_status: false })
  const keeping = saveMemorial(closed, TOKENS, { isSaved: true })
  await dropClosedCopies()
  expect(await keeping).toBe('failed')
  expect(await findOfflineCopy(7)).toBeUndefined()
})

it('says that there is no room', async () => {
  caches.room = 500
  expect(await saveMemorial(serveAll(), {}, { isSaved: true })).toBe('no-room')
  expect(await findOfflineCopy(7)).toBeUndefined()
})

it('keeps the page without a file that cannot be had, or is too long', async () => {
  const memorial = serveAll()
  server.use(
    http.get('*/media/photo3/:file', () => HttpResponse.error()),
    http.get('*/media/voice/:file', () => new HttpResponse('x', { headers: { 'content-length': String(2 ** 25) } })),
  )
  expect(await saveMemorial(memorial, {}, { isSaved: true })).toMatchObject({ copy: { hasVoice: false } })
  expect(mediaOf()).not.toContain('/media/photo3')
  expect(mediaOf()).toContain('/media/photo4')
})
