import { waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { SENT_IN_PARTS_ABOVE_BYTES, UPLOAD_PART_BYTES } from '@contract/limits'
import {
  selectUploads,
  uploadCancelled,
  uploadDismissed,
  uploadRetried,
} from '@client/features/memorial/uploads/upload-slice'
import { queueUploads } from '@client/features/memorial/uploads/upload-queue'
import type { AppStore } from '@client/store/create-app-store'
import { anArchiveItem } from '@support/factories'
import { servePartsOfFiles, UPLOAD_ID } from '@support/chunks-server'
import { requestsTo, serve, server } from '@support/server'
import { aStore } from '@support/store'

const CREATE = 'video_archive/create'
const MB = 1024 ** 2
const PATIENTLY = { timeout: 30_000 }

let parts: ReturnType<typeof servePartsOfFiles>
let store: AppStore
let told: string[]

beforeEach(() => {
  parts = servePartsOfFiles()
  serve('post', CREATE, { ...anArchiveItem({ id: 5 }), duplicate_of: null }, 201)
  store = aStore({ token: 'account' })
  told = []
  store.subscribe(() => {
    const [first] = selectUploads(store.getState())
    const state = first?.isInterrupted ? 'interrupted' : first?.status
    if (state !== undefined && state !== told.at(-1)) told.push(state)
  })
})

afterEach(() => {
  jest.restoreAllMocks()
})

function send(size: number): void {
  const file = new File([new Uint8Array(size)], 'film.mp4', { type: 'video/mp4' })
  store.dispatch(queueUploads({ memorialId: 7, kind: 'video', files: [{ file, description: 'На даче' }] }))
}

const theUpload = () => selectUploads(store.getState())[0]
const arrived = () => waitFor(() => expect(theUpload()).toBeUndefined(), PATIENTLY)
const failed = () => waitFor(() => expect(theUpload()?.status).toBe('failed'), PATIENTLY)
const total = () => parts.state.parts.reduce((sum, bytes) => sum + bytes, 0)

async function createdFrom(): Promise<Record<string, unknown>> {
  const form = await requestsTo('post', CREATE).at(-1)?.formData()
  return Object.fromEntries(form?.entries() ?? [])
}

it('a large file goes in parts, and becomes an item by its number and what is said of it', async () => {
  send(9 * MB)
  await arrived()

  const { announced, authorizations } = parts.state
  expect(announced).toHaveLength(1)
  expect(announced[0]?.get('upload-metadata')).toBe(`memorial_id ${btoa('7')},kind ${btoa('video')}`)
  expect(parts.state.parts).toEqual([UPLOAD_PART_BYTES, MB])
  expect([...authorizations]).toEqual(['Bearer account'])
  expect(await createdFrom()).toEqual({ memorial_id: '7', description: 'На даче', upload: UPLOAD_ID })
  expect(told).toEqual(['waiting', 'sending', 'stored'])
})

it('a small one goes in one form as ever', async () => {
  send(SENT_IN_PARTS_ABOVE_BYTES)
  await arrived()

  expect(parts.state.announced).toEqual([])
  expect(Object.keys(await createdFrom())).toEqual(['memorial_id', 'description', 'file'])
})

it('one that breaks off goes on by itself from where it stopped', async () => {
  parts.next({ afterBytes: 2 * MB }, { status: 503 })

  send(6 * MB)
  await arrived()

  expect(parts.state.parts).toEqual([2 * MB, 4 * MB])
  expect(told).toEqual(['waiting', 'sending', 'interrupted', 'sending', 'interrupted', 'sending', 'stored'])
})

it('waits for the network for as long as the device has none', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'] })
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  parts.next({ afterBytes: 2 * MB })
  send(6 * MB)
  for (let n = 0; n < 100 && !theUpload()?.isInterrupted; n++) await jest.advanceTimersByTimeAsync(50)
  await jest.advanceTimersByTimeAsync(3_600_000)
  expect(theUpload()?.isInterrupted).toBe(true)
  expect(parts.state.asked).toBe(0)
  jest.useRealTimers()

  onLine.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))

  await arrived()
  expect(total()).toBe(6 * MB)
})

it('one that failed goes on at a press, and does not begin anew', async () => {
  parts.next({ afterBytes: 2 * MB }, { status: 429, detail: 'Пожалуйста, попробуйте позже.' })
  send(6 * MB)
  await failed()
  expect(theUpload()?.failure).toBe('Ошибка: Пожалуйста, попробуйте позже.')

  store.dispatch(uploadRetried(theUpload()?.id ?? ''))
  await arrived()

  expect(parts.state.announced).toHaveLength(1)
  expect(total()).toBe(6 * MB)
})

it('one whose parts the server no longer has begins anew', async () => {
  parts.next({ afterBytes: 2 * MB }, { status: 404 })

  send(6 * MB)
  await arrived()

  expect(parts.state.announced).toHaveLength(2)
  expect(parts.state.parts).toEqual([2 * MB, 6 * MB])
})

it('sends nothing twice when the answer of the archive is lost', async () => {
  let asked = 0
  server.use(http.post(`*/${CREATE}`, () => (++asked < 2 ? HttpResponse.error() : undefined)))

  send(6 * MB)
  await arrived()

  expect(asked).toBe(2)
  expect(parts.state.parts).toEqual([6 * MB])
})

it.each([
  ['cancelled under way', () => uploadCancelled(theUpload()?.id ?? ''), { afterBytes: 2 * MB }],
  ['dismissed after it failed', () => uploadDismissed(theUpload()?.id ?? ''), { status: 507 }],
])('what the server has of one that is %s goes at once', async (_when, event, mishap) => {
  parts.next(mishap, { status: 507 })
  send(6 * MB)
  await waitFor(() => expect(theUpload()?.isInterrupted ?? theUpload()?.status === 'failed').toBe(true), PATIENTLY)

  store.dispatch(event())

  await waitFor(() => expect(parts.state.discarded).toBe(1))
  expect(selectUploads(store.getState())).toEqual([])
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(requestsTo('post', CREATE)).toEqual([])
})

it('goes in one form to a server that knows no parts', async () => {
  server.use(http.post('*/uploads', () => HttpResponse.json({ detail: 'Not Found' }, { status: 404 })))

  send(6 * MB)
  await arrived()

  expect(Object.keys(await createdFrom())).toEqual(['memorial_id', 'description', 'file'])
})
