import { act, screen, waitFor } from '@testing-library/react'
import { type KeptMemorial, readKept, writeKept } from '@client/lib/kept-memorials'
import { aMemorial } from '@support/factories'
import { giveCaches } from '@support/kept-caches'
import { openAt } from '@support/render'
import { requestsTo, serveMemorial, serveMemories, serveQrCode } from '@support/server'
import '@support/intersection-observer'

/** What a visit keeps on the device, when nobody has asked for it. */

const BEFORE = '2026-01-01T10:00:00.000Z'
const KEPT: KeptMemorial = {
  id: 7,
  name: 'Ёлкин Пётр',
  life: '',
  photoPath: null,
  keptAt: BEFORE,
  keptUntil: null,
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

async function visit(): Promise<void> {
  openAt('/memorials/7')
  await screen.findByText('Слов памяти пока нет.')
  await act(() => jest.advanceTimersByTimeAsync(4_000))
}

it('is the page', async () => {
  await visit()
  await waitFor(async () => expect(await readKept(7)).toMatchObject({ isSaved: false }))
})

it('is nothing where bytes are few', async () => {
  saveData()
  await visit()
  expect(await readKept(7)).toBeUndefined()
  expect(requestsTo('get', 'memorial/7')).toHaveLength(1)
})

it('is what has changed of a page that was saved, where bytes are few too', async () => {
  saveData()
  await writeKept(KEPT, [])
  await visit()
  await waitFor(async () => expect((await readKept(7))?.keptAt).not.toBe(BEFORE))
})
