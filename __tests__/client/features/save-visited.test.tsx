import { act, screen, waitFor } from '@testing-library/react'
import { tokenDigest } from '@client/offline/policy'
import { findOfflineCopy, type OfflineCopy, writeOfflineCopy } from '@client/offline/copies'
import { aMemorial, aUser } from '@support/factories'
import { giveCaches } from '@support/cached-storage'
import { type Circumstances, openAt } from '@support/render'
import { requestsTo, serveMemorial, serveMemories, serveQrCode } from '@support/server'
import '@support/intersection-observer'

/** What a visit keeps on the device, when nobody has asked for it. */

const BEFORE = '2026-01-01T10:00:00.000Z'
const KEPT: OfflineCopy = {
  id: 7,
  name: 'Ёлкин Пётр',
  life: '',
  photoPath: null,
  keptAt: BEFORE,
  keptUntil: null,
  openedBy: null,
  isSaved: true,
  isOfAccount: false,
  photoCount: 0,
  hasVoice: false,
  bytes: 0,
}

let remove: () => void

beforeEach(() => {
  ;({ remove } = giveCaches())
  serveMemorial(aMemorial({ id: 7, user_id: 1 }))
  serveMemories(7, [])
  serveQrCode(7)
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'], advanceTimers: true })
})
afterEach(() => {
  jest.useRealTimers()
  Reflect.deleteProperty(navigator, 'connection')
  remove()
})

const saveData = () => Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })

async function visit(circumstances: Circumstances = {}): Promise<void> {
  openAt('/memorials/7', circumstances)
  await screen.findByText('Здесь ещё никто не написал. Расскажите, каким вы помните этого человека.')
  await act(() => jest.advanceTimersByTimeAsync(4_000))
}

it('is the page', async () => {
  await visit()
  await waitFor(async () => expect(await findOfflineCopy(7)).toMatchObject({ isSaved: false }))
})

it('is nothing where bytes are few', async () => {
  saveData()
  await visit()
  expect(await findOfflineCopy(7)).toBeUndefined()
  expect(requestsTo('get', 'memorial/7')).toHaveLength(1)
})

it('is what has changed of a page that was saved, where bytes are few too', async () => {
  saveData()
  await writeOfflineCopy(KEPT, [])
  await visit()
  await waitFor(async () => expect((await findOfflineCopy(7))?.keptAt).not.toBe(BEFORE))
})

describe('of a closed page', () => {
  beforeEach(() => serveMemorial(aMemorial({ id: 7, user_id: 1, public_status: false })))

  const savedWith = async (token: string): Promise<OfflineCopy> => ({
    ...KEPT,
    keptUntil: '2126-01-01T10:00:00.000Z',
    openedBy: await tokenDigest(token),
  })

  it.each([
    ['with a PIN', { memorialTokens: { 7: 'pin-token' } }],
    ['with an account', { as: aUser() }],
  ])('is nothing, when it is read %s', async (_how, circumstances) => {
    await visit(circumstances)
    expect(await caches.keys()).toEqual([])
    expect(requestsTo('get', 'memorial/7/qrcode')).toHaveLength(0)
  })

  it('is not what was kept before it was closed', async () => {
    await writeOfflineCopy({ ...KEPT, isSaved: false, keptAt: new Date().toISOString() }, [])
    await visit({ memorialTokens: { 7: 'pin-token' } })
    expect(await caches.keys()).toEqual([])
  })

  it('is what has changed of a copy that somebody saved with the same PIN', async () => {
    await writeOfflineCopy(await savedWith('pin-token'), [])
    await visit({ memorialTokens: { 7: 'pin-token' } })
    await waitFor(async () => expect((await findOfflineCopy(7))?.keptAt).not.toBe(BEFORE))
  })

  it('leaves a copy alone that another token opens', async () => {
    await writeOfflineCopy(await savedWith('another-pin'), [])
    await visit({ memorialTokens: { 7: 'pin-token' } })
    expect(await findOfflineCopy(7)).toEqual(await savedWith('another-pin'))
  })
})
