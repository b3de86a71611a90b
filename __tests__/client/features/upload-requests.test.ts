import type { ArchiveItem } from '@contract/archive'
import { LONG_TIMEOUT_MS } from '@contract/limits'
import { api } from '@client/api/api'
import { archiveApi } from '@client/api/archive-api'
import { archiveChangeApi } from '@client/api/archive-change-api'
import { selectUploads, uploadCancelled } from '@client/features/memorial/uploads/upload-slice'
import { queueUploads } from '@client/features/memorial/uploads/upload-queue'
import { anArchiveItem } from '@support/factories'
import { archiveList, disconnect, hold, refuse, requestsTo, serve } from '@support/server'
import { watchSentForms } from '@support/sent-forms'
import { aStore } from '@support/store'

const CREATE = 'video_archive/create'
const FILE = new File(['0123456789'], 'film.mp4', { type: 'video/mp4' })
const TOKENS = { token: 'account', memorialTokens: { 9: 'pin-of-9' } }

let forms: ReturnType<typeof watchSentForms>
beforeEach(() => {
  forms = watchSentForms()
})
afterEach(() => forms.end())

function begin(store = aStore(TOKENS), memorialId = 7) {
  const request = store.dispatch(
    archiveChangeApi.endpoints.createArchiveItem.initiate({
      kind: 'video',
      memorialId,
      file: FILE,
      description: '',
      onProgress: () => undefined,
    }),
  )
  return { store, request }
}

describe('a file that is sent', () => {
  it('goes with the account’s token, after the memorial that it is for', async () => {
    serve('post', CREATE, anArchiveItem({ id: 5 }), 201)

    const { data } = await begin().request

    const [request] = requestsTo('post', CREATE)
    expect(request?.headers.get('authorization')).toBe('Bearer account')
    const form = await request?.formData()
    expect([...(form?.keys() ?? [])]).toEqual(['memorial_id', 'file'])
    expect(form?.get('memorial_id')).toBe('7')
    expect(form?.get('file')).toHaveProperty('name', 'film.mp4')
    expect(data).toEqual(anArchiveItem({ id: 5 }) satisfies ArchiveItem)
  })

  it('tells how much of it has left, at a modest rate, and never more than all', async () => {
    serve('post', CREATE, anArchiveItem(), 201)
    const release = hold('post', CREATE)
    const store = aStore(TOKENS)
    const file = new File([new Uint8Array(1000)], 'film.mp4')
    store.dispatch(queueUploads({ memorialId: 7, kind: 'video', files: [{ file, description: '' }] }))
    const told = () => selectUploads(store.getState())[0]?.sentBytes
    await forms.begun(0)

    forms.progress(0, 300)
    expect(told()).toBe(300)
    forms.progress(0, 310)
    expect(told()).toBe(300)
    forms.progress(0, 1200)
    expect(told()).toBe(1000)

    store.dispatch(uploadCancelled(selectUploads(store.getState())[0]?.id ?? ''))
    release()
  })

  it.each([
    [413, 'Файл слишком большой.'],
    [415, 'Такой файл не подойдёт.'],
  ])('and is refused with %i answers as any other call', async (status, detail) => {
    refuse('post', CREATE, status, detail)

    const { error } = await begin().request

    expect(error).toEqual({ status, data: { detail } })
  })

  it('meets a page of a proxy', async () => {
    serve('post', CREATE, 'не JSON' as never, 502)
    const { error } = await begin().request
    expect(error).toMatchObject({ status: 502 })
  })

  it('and loses its connection says so', async () => {
    disconnect('post', CREATE)
    const { error } = await begin().request
    expect(error).toMatchObject({ status: 'FETCH_ERROR' })
  })

  it.each([
    ['no answer', () => disconnect('post', CREATE), 2],
    ['an answer of no use', () => refuse('post', CREATE, 502), 2],
    ['a refusal', () => refuse('post', CREATE, 413), 1],
  ])(
    'that gets %s may have arrived all the same: the archive is asked for again unless refused',
    async (_end, arrange, times) => {
      const store = aStore(TOKENS)
      serve('get', archiveList('video', 7), { result: [] })
      await store.dispatch(archiveApi.endpoints.getArchive.initiate({ kind: 'video', memorialId: 7 }))
      arrange()

      await begin(store).request
      await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()))

      expect(requestsTo('get', archiveList('video', 7))).toHaveLength(times)
    },
  )

  it('ends the session at a 401', async () => {
    refuse('post', CREATE, 401)
    const { store, request } = begin()

    await request

    expect(store.getState().session.accountToken).toBeUndefined()
  })

  it('drops a memorial token that no longer opens, and keeps the session', async () => {
    refuse('post', CREATE, 401)
    const { store, request } = begin(aStore(TOKENS), 9)

    await request

    expect(store.getState().session).toMatchObject({ accountToken: 'account', memorialTokens: {} })
  })
})

describe('a server that does not answer an upload', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] }))
  afterEach(() => jest.useRealTimers())

  it('is given up so long after the last progress, not sooner', async () => {
    hold('post', CREATE)
    let outcome: unknown
    void begin().request.then(({ error }) => (outcome = error))
    await jest.advanceTimersByTimeAsync(LONG_TIMEOUT_MS - 1000)
    forms.progress(0, 5)

    await jest.advanceTimersByTimeAsync(LONG_TIMEOUT_MS - 1000)
    expect(outcome).toBeUndefined()

    await jest.advanceTimersByTimeAsync(1000)
    expect(outcome).toMatchObject({ status: 'TIMEOUT_ERROR' })
  })
})
