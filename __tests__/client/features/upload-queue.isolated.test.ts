import { waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { accountChangedElsewhere, sessionExpired, signedOut } from '@client/session/session-slice'
import { archiveApi } from '@client/api/archive-api'
import {
  selectUploads,
  uploadCancelled,
  uploadDismissed,
  uploadProgressed,
  uploadQueued,
  uploadRetried,
} from '@client/features/memorial/uploads/upload-slice'
import type { AppStore } from '@client/store/create-app-store'
import '@client/features/memorial/uploads/upload-news'
import { addListeners, notify } from '@client/store/listeners'
import { queueUploads } from '@client/features/memorial/uploads/upload-queue'
import { asksBeforeClosing } from '@support/closing'
import { anArchiveItem } from '@support/factories'
import { archiveList, disconnect, hold, refuse, requestsTo, serve, serveArchive, server } from '@support/server'
import { aStore } from '@support/store'

const CREATE = 'photo_archive/create'
const NO_CONNECTION = 'Ошибка: Нет связи с сервером. Проверьте подключение и повторите.'

function send(store: AppStore, ...names: string[]): void {
  const files = names.map((name) => ({
    file: new File(['снимок'], name, { type: 'image/jpeg' }),
    description: `Снимок ${name}`,
  }))
  store.dispatch(queueUploads({ memorialId: 7, kind: 'photo', files }))
}

const listed = (store: AppStore) => selectUploads(store.getState()).map(({ fileName, status }) => [fileName, status])

const STORED = [
  ['a.jpg', 'stored'],
  ['b.jpg', 'stored'],
]

function idOf(store: AppStore, name: string): string {
  return selectUploads(store.getState()).find(({ fileName }) => fileName === name)?.id ?? ''
}

const arrived = () => requestsTo('post', CREATE)

let notices: string[]
addListeners((startListening) => {
  startListening({ actionCreator: notify, effect: ({ payload: { text } }) => void notices.push(text) })
})
beforeEach(() => {
  notices = []
})

function answerUploads(): void {
  serve('post', CREATE, anArchiveItem(), 201)
}

describe('the queue of uploads', () => {
  it('sends two at a time, the others wait for their turn, and all arrive', async () => {
    answerUploads()
    const release = hold('post', CREATE)
    const store = aStore({ token: 'account' })

    send(store, 'a.jpg', 'b.jpg', 'c.jpg')
    await waitFor(() => expect(arrived()).toHaveLength(2))
    expect(listed(store)).toEqual([
      ['a.jpg', 'sending'],
      ['b.jpg', 'sending'],
      ['c.jpg', 'waiting'],
    ])

    release()
    await waitFor(() => expect(listed(store)).toEqual([]))
    expect(arrived()).toHaveLength(3)
  })

  it('lets go of an upload whose file it does not have, as time travel brings back', async () => {
    const store = aStore({ token: 'account' })

    store.dispatch(uploadQueued({ id: 'a', memorialId: 7, kind: 'photo', fileName: 'a.jpg', size: 6 }))

    await waitFor(() => expect(listed(store)).toEqual([]))
    expect(arrived()).toHaveLength(0)
  })

  it('sends with each file its description', async () => {
    answerUploads()
    const store = aStore({ token: 'account' })

    send(store, 'a.jpg', 'b.jpg')
    await waitFor(() => expect(listed(store)).toEqual([]))

    const forms = await Promise.all(arrived().map((request) => request.formData()))
    expect(forms.map((form) => form.get('description'))).toEqual(['Снимок a.jpg', 'Снимок b.jpg'])
    expect(forms.map((form) => (form.get('file') as File).name)).toEqual(['a.jpg', 'b.jpg'])
  })

  it('never sends one that was cancelled while it waited', async () => {
    answerUploads()
    const release = hold('post', CREATE)
    const store = aStore({ token: 'account' })
    send(store, 'a.jpg', 'b.jpg', 'c.jpg')
    await waitFor(() => expect(arrived()).toHaveLength(2))

    store.dispatch(uploadCancelled(idOf(store, 'c.jpg')))
    release()

    await waitFor(() => expect(listed(store)).toEqual([]))
    expect(arrived()).toHaveLength(2)
  })

  it('stops one that was cancelled under way, and the next takes its place', async () => {
    answerUploads()
    const release = hold('post', CREATE)
    const aborted = jest.spyOn(XMLHttpRequest.prototype, 'abort')
    const store = aStore({ token: 'account' })
    send(store, 'a.jpg', 'b.jpg', 'c.jpg')
    await waitFor(() => expect(arrived()).toHaveLength(2))

    store.dispatch(uploadCancelled(idOf(store, 'a.jpg')))

    await waitFor(() => expect(arrived()).toHaveLength(3))
    expect(aborted).toHaveBeenCalledTimes(1)
    expect(listed(store)).toEqual([
      ['b.jpg', 'sending'],
      ['c.jpg', 'sending'],
    ])
    release()
    await waitFor(() => expect(listed(store)).toEqual([]))
    aborted.mockRestore()
  })

  it('hears the server out about one that was cancelled when all of it had been sent', async () => {
    answerUploads()
    serveArchive('photo', 7, [])
    const release = hold('post', CREATE)
    const aborted = jest.spyOn(XMLHttpRequest.prototype, 'abort')
    const store = aStore({ token: 'account' })
    await store.dispatch(archiveApi.endpoints.getArchive.initiate({ kind: 'photo', memorialId: 7 }))
    send(store, 'a.jpg', 'b.jpg')
    await waitFor(() => expect(arrived()).toHaveLength(2))
    const id = idOf(store, 'a.jpg')
    store.dispatch(uploadProgressed({ id, sentBytes: 1_000_000 }))

    store.dispatch(uploadCancelled(id))
    // Whatever else changes in the list meanwhile.
    store.dispatch(uploadCancelled(idOf(store, 'b.jpg')))
    serveArchive('photo', 7, [anArchiveItem()])
    release()

    const shown = () => archiveApi.endpoints.getArchive.select({ kind: 'photo', memorialId: 7 })(store.getState()).data
    await waitFor(() => expect(shown()).toEqual([anArchiveItem()]))
    expect(aborted).toHaveBeenCalledTimes(1)
    aborted.mockRestore()
  })

  it('stops one that was cancelled at its end when the account leaves', async () => {
    serve('post', 'auth/logout', null, 204)
    answerUploads()
    hold('post', CREATE)
    const aborted = jest.spyOn(XMLHttpRequest.prototype, 'abort')
    const store = aStore({ token: 'account' })
    send(store, 'a.jpg')
    await waitFor(() => expect(arrived()).toHaveLength(1))
    store.dispatch(uploadProgressed({ id: idOf(store, 'a.jpg'), sentBytes: 1_000_000 }))
    store.dispatch(uploadCancelled(idOf(store, 'a.jpg')))
    expect(aborted).not.toHaveBeenCalled()

    store.dispatch(signedOut())

    expect(aborted).toHaveBeenCalledTimes(1)
    aborted.mockRestore()
  })

  it('keeps one that failed, with the reason, and sends it again when asked', async () => {
    disconnect('post', CREATE)
    const store = aStore({ token: 'account' })
    send(store, 'a.jpg')
    await waitFor(() => expect(listed(store)).toEqual([['a.jpg', 'failed']]))
    expect(selectUploads(store.getState())[0]?.failure).toBe(NO_CONNECTION)

    answerUploads()
    store.dispatch(uploadRetried(idOf(store, 'a.jpg')))

    await waitFor(() => expect(listed(store)).toEqual([]))
    expect((await arrived()[1]?.formData())?.get('file')).toHaveProperty('name', 'a.jpg')
  })

  it.each([
    [413, 'В хранилище не хватает места.', 'Ошибка: Файл слишком большой.'],
    [415, 'Такой файл не подойдёт.', 'Ошибка: Такой файл не подойдёт.'],
    [500, 'Internal Server Error', 'Ошибка: Не удалось загрузить файл.'],
  ])('tells of a %i in words', async (status, detail, text) => {
    refuse('post', CREATE, status, detail)
    const store = aStore({ token: 'account' })

    send(store, 'a.jpg')

    await waitFor(() => expect(selectUploads(store.getState())[0]?.failure).toBe(text))
  })

  it('goes on with the others when one fails, and forgets that one when told to', async () => {
    refuse('post', CREATE, 415, 'Такой файл не подойдёт.')
    const store = aStore({ token: 'account' })
    send(store, 'a.jpg', 'b.jpg', 'c.jpg')
    await waitFor(() => expect(listed(store).map(([, status]) => status)).toEqual(['failed', 'failed', 'failed']))

    store.dispatch(uploadDismissed(idOf(store, 'b.jpg')))

    expect(listed(store).map(([name]) => name)).toEqual(['a.jpg', 'c.jpg'])
  })

  it.each([
    ['leaves', signedOut()],
    ['is no longer known', sessionExpired()],
    ['changes in another tab', accountChangedElsewhere({ token: 'another' })],
  ])('drops everything when the account %s', async (_what, event) => {
    serve('post', 'auth/logout', null, 204)
    answerUploads()
    hold('post', CREATE)
    const aborted = jest.spyOn(XMLHttpRequest.prototype, 'abort')
    const store = aStore({ token: 'account' })
    send(store, 'a.jpg', 'b.jpg', 'c.jpg')
    await waitFor(() => expect(arrived()).toHaveLength(2))

    store.dispatch(event)

    expect(listed(store)).toEqual([])
    expect(aborted).toHaveBeenCalledTimes(2)
    expect(arrived()).toHaveLength(2)
    aborted.mockRestore()
  })

  it('puts what arrived in another order into the order of the choice, and is not done before', async () => {
    serveArchive(
      'photo',
      7,
      [3, 9, 10, 11].map((id) => anArchiveItem({ id })),
    )
    serve('post', 'photo_archive/reorder', null, 204)
    const release = hold('post', 'photo_archive/reorder')
    let next = 12
    server.use(
      http.post(`*/${CREATE}`, async ({ request }) => {
        const { name } = (await request.formData()).get('file') as File
        return HttpResponse.json(anArchiveItem({ id: { 'a.jpg': 11, 'b.jpg': 10 }[name] ?? next++ }), { status: 201 })
      }),
    )
    const store = aStore({ token: 'account' })

    send(store, 'a.jpg', 'b.jpg')

    const reorder = await waitFor(() => {
      const [request] = requestsTo('post', 'photo_archive/reorder')
      expect(request).toBeDefined()
      return request as Request
    })
    expect(await reorder.json()).toEqual({ memorial_id: 7, ids: [3, 9, 11, 10] })
    expect(listed(store)).toEqual(STORED)
    expect(asksBeforeClosing()).toBe(true)

    release()
    await waitFor(() => expect(listed(store)).toEqual([]))
    await waitFor(() => expect(asksBeforeClosing()).toBe(false))
  })

  it('counts in what is sent to the same archive while the order of the first is being kept', async () => {
    serveArchive(
      'photo',
      7,
      [10, 11, 12].map((id) => anArchiveItem({ id })),
    )
    serve('post', 'photo_archive/reorder', null, 204)
    const release = hold('post', 'photo_archive/reorder')
    const ids: Record<string, number> = { 'a.jpg': 11, 'b.jpg': 10, 'c.jpg': 12 }
    server.use(
      http.post(`*/${CREATE}`, async ({ request }) => {
        const { name } = (await request.formData()).get('file') as File
        return HttpResponse.json(anArchiveItem({ id: ids[name] }), { status: 201 })
      }),
    )
    const store = aStore({ token: 'account' })

    send(store, 'a.jpg', 'b.jpg')
    await waitFor(() => expect(requestsTo('post', 'photo_archive/reorder')).toHaveLength(1))
    const releaseThird = hold('post', CREATE)
    send(store, 'c.jpg')
    release()
    await waitFor(() => expect(arrived()).toHaveLength(3))
    expect(notices).toEqual([])

    releaseThird()
    await waitFor(() => expect(listed(store)).toEqual([]))
    expect(notices).toEqual(['Загружено: 3 файла'])
  })

  it('does not take a list for whole that was asked for before the last file arrived', async () => {
    serveArchive(
      'photo',
      7,
      [3, 10, 11].map((id) => anArchiveItem({ id })),
    )
    server.use(
      http.get(`*/${archiveList('photo', 7)}`, () => HttpResponse.json({ result: [anArchiveItem({ id: 3 })] }), {
        once: true,
      }),
    )
    const release = hold('get', archiveList('photo', 7))
    serve('post', 'photo_archive/reorder', null, 204)
    let next = 11
    server.use(http.post(`*/${CREATE}`, () => HttpResponse.json(anArchiveItem({ id: next-- }), { status: 201 })))
    const store = aStore({ token: 'account' })
    void store.dispatch(archiveApi.endpoints.getArchive.initiate({ kind: 'photo', memorialId: 7 }))
    await waitFor(() => expect(requestsTo('get', archiveList('photo', 7))).toHaveLength(1))

    send(store, 'a.jpg', 'b.jpg')
    await waitFor(() => expect(listed(store)).toEqual(STORED))
    release()

    const reorder = await waitFor(() => {
      const [request] = requestsTo('post', 'photo_archive/reorder')
      expect(request).toBeDefined()
      return request as Request
    })
    expect(await reorder.json()).toEqual({ memorial_id: 7, ids: [3, 11, 10] })
  })

  it('leaves the order as it is where the others of the archive are not known', async () => {
    refuse('get', archiveList('photo', 7), 403)
    let next = 12
    server.use(http.post(`*/${CREATE}`, () => HttpResponse.json(anArchiveItem({ id: next-- }), { status: 201 })))
    const store = aStore({ token: 'account' })

    send(store, 'a.jpg', 'b.jpg')

    await waitFor(() => expect(requestsTo('get', archiveList('photo', 7))).not.toHaveLength(0))
    await waitFor(() => expect(listed(store)).toEqual([]))
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(requestsTo('post', 'photo_archive/reorder')).toHaveLength(0)
  })
})
