import { waitFor } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { archivePaths } from '@contract/archive'
import { archiveApi } from '@client/api/archive-api'
import { archiveChangeApi } from '@client/api/archive-change-api'
import { memorialApi } from '@client/api/memorial-api'
import { memorialChangeApi } from '@client/api/memorial-change-api'
import { rememberingApi } from '@client/api/remembering-api'
import { aMemorial, anArchiveItem } from '@support/factories'
import { archiveList, hold, refuse, requestsTo, serve, serveMemorial, server } from '@support/server'
import { aStore } from '@support/store'

/** Whatever is shown before the server has accepted it, and a read of the same that comes late. */

const REMINDER = 'memorial/7/reminder'
const UPDATE = 'memorial/update/7/'
const PHOTOS = { kind: 'photo', memorialId: 7 } as const

type Store = ReturnType<typeof aStore>

/** With a subscription, as a screen has it: a query without one is forgotten when it gets out of date. */
const AGAIN = { forceRefetch: true } as const

/** What is read answers what the server has when it is asked, once it is let. */
function holdRead(path: string, body: object): () => void {
  let letIt = () => {}
  const isLet = new Promise<void>((resolve) => (letIt = resolve))
  server.use(
    http.get(
      `*/api/v1/${path}`,
      async () => {
        await isLet
        return HttpResponse.json(body as Record<string, unknown>)
      },
      { once: true },
    ),
  )
  return letIt
}

const CHANGES = [
  {
    name: 'a switch of the page',
    path: 'memorial/7',
    before: aMemorial({ id: 7, indexable: true }),
    after: aMemorial({ id: 7, indexable: false }),
    mutation: ['patch', UPDATE] as const,
    read: (store: Store) => store.dispatch(memorialApi.endpoints.getMemorial.initiate(7, AGAIN)),
    change: (store: Store) =>
      store.dispatch(memorialChangeApi.endpoints.changeStatus.initiate({ id: 7, indexable: false })),
    shown: (store: Store) => memorialApi.endpoints.getMemorial.select(7)(store.getState()).data?.indexable === false,
  },
  {
    name: 'the switch of letters',
    path: REMINDER,
    before: { is_on: false },
    after: { is_on: true },
    mutation: ['put', REMINDER] as const,
    read: (store: Store) => store.dispatch(rememberingApi.endpoints.getReminder.initiate(7, AGAIN)),
    change: (store: Store) =>
      store.dispatch(rememberingApi.endpoints.setReminder.initiate({ memorialId: 7, is_on: true })),
    shown: (store: Store) => rememberingApi.endpoints.getReminder.select(7)(store.getState()).data?.is_on === true,
  },
  {
    name: 'the order of photographs',
    path: archiveList('photo', 7),
    before: { result: [anArchiveItem({ id: 1 }), anArchiveItem({ id: 2 })] },
    after: { result: [anArchiveItem({ id: 2 }), anArchiveItem({ id: 1 })] },
    mutation: ['post', archivePaths('photo').reorder.slice(1)] as const,
    read: (store: Store) => store.dispatch(archiveApi.endpoints.getArchive.initiate(PHOTOS, AGAIN)),
    change: (store: Store) =>
      store.dispatch(archiveChangeApi.endpoints.reorderArchive.initiate({ ...PHOTOS, ids: [2, 1] })),
    shown: (store: Store) => archiveApi.endpoints.getArchive.select(PHOTOS)(store.getState()).data?.[0]?.id === 2,
  },
]

describe.each(CHANGES)('$name', ({ path, before, after, mutation: [method, url], read, change, shown }) => {
  let store: Store

  beforeEach(async () => {
    store = aStore()
    serve('get', path, before)
    await read(store)
  })

  /** A read that the server has answered before the change, and whose response is still on its way. */
  async function readSlowly() {
    const arrive = holdRead(path, before)
    const asked = requestsTo('get', path).length
    const end = read(store)
    await waitFor(() => expect(requestsTo('get', path)).toHaveLength(asked + 1))
    return async () => {
      arrive()
      await end
    }
  }

  it('stays as it was moved when a read arrives that began before', async () => {
    const arrive = await readSlowly()
    serve(method, url, method === 'patch' ? after : null)
    const accept = hold(method, url)
    const changed = change(store)
    expect(shown(store)).toBe(true)

    await arrive()
    expect(shown(store)).toBe(true)
    serve('get', path, after)
    accept()
    await changed
    await delay(0)
    expect(shown(store)).toBe(true)
  })

  it('stays when that read arrives after the server has accepted the change', async () => {
    const arrive = await readSlowly()
    serve(method, url, method === 'patch' ? after : null)
    await change(store)
    const letNext = hold('get', path)

    await arrive()
    expect(shown(store)).toBe(true)
    serve('get', path, after)
    letNext()
  })

  it('is undone when it is refused, also on top of what was read meanwhile', async () => {
    const arrive = await readSlowly()
    refuse(method, url, 500)
    const answer = hold(method, url)
    const changed = change(store)
    await arrive()
    answer()
    await changed
    await waitFor(() => expect(shown(store)).toBe(false))
  })

  it('gives way to what the server has by now, once it was accepted', async () => {
    serve(method, url, method === 'patch' ? after : null)
    await change(store)
    serve('get', path, before)
    await read(store)
    await waitFor(() => expect(shown(store)).toBe(false))
  })
})

it('a switch that is moved while the page is read again after a refused one does not jump back', async () => {
  const page = aMemorial({ id: 7, indexable: true, swo_status: false })
  serveMemorial(page)
  const store = aStore()
  await store.dispatch(memorialApi.endpoints.getMemorial.initiate(7))
  const shown = () => memorialApi.endpoints.getMemorial.select(7)(store.getState()).data
  const change = (fields: object) =>
    store.dispatch(memorialChangeApi.endpoints.changeStatus.initiate({ id: 7, ...fields }))

  refuse('patch', UPDATE, 500)
  const arrive = holdRead('memorial/7', page)
  await change({ indexable: false })
  await waitFor(() => expect(requestsTo('get', 'memorial/7')).toHaveLength(2))
  expect(shown()).toMatchObject({ indexable: true })

  serve('patch', UPDATE, { ...page, swo_status: true })
  const accept = hold('patch', UPDATE)
  const changed = change({ swo_status: true })
  arrive()
  await waitFor(() => expect(memorialApi.endpoints.getMemorial.select(7)(store.getState()).status).toBe('fulfilled'))
  expect(shown()).toMatchObject({ swo_status: true })

  serveMemorial({ ...page, swo_status: true })
  accept()
  await changed
  expect(shown()).toMatchObject({ swo_status: true })
})
