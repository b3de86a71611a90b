import { QueryStatus } from '@reduxjs/toolkit/query'
import { delay, http, HttpResponse } from 'msw'
import { type ArchiveItem, archivePaths } from '@contract/archive'
import { archiveApi } from '@client/api/archive-api'
import { archiveChangeApi } from '@client/api/archive-change-api'
import { anArchiveItem } from '@support/factories'
import { archiveList, requestsTo, serve, server } from '@support/server'
import { aStore } from '@support/store'

const ARCHIVE = { kind: 'photo', memorialId: 7 } as const
const LIST = archiveList('photo', 7)
const SLOW_MS = 50
const { getArchive } = archiveApi.endpoints
const { createArchiveItem } = archiveChangeApi.endpoints

/** Lists what is there when it is asked, and answers a while later, as a busy server does. */
function serveSlowly(items: ArchiveItem[]): void {
  server.use(
    http.get(`*/api/v1/${LIST}`, async () => {
      const result = [...items]
      await delay(SLOW_MS)
      return HttpResponse.json({ result })
    }),
  )
}

function aKeptArchive() {
  const store = aStore()
  const list = store.dispatch(getArchive.initiate(ARCHIVE))
  const shown = () => getArchive.select(ARCHIVE)(store.getState())
  const settled = async () => {
    // What was asked for anew begins after the answer before it, so none may be under way for a while.
    do await delay(2 * SLOW_MS)
    while (shown().status === QueryStatus.pending)
  }
  const upload = (item: ArchiveItem, into: ArchiveItem[]) => {
    into.push(item)
    serve('post', archivePaths('photo').create.slice(1), { ...item, duplicate_of: null }, 201)
    const file = new File(['picture'], 'photo.jpg')
    return store.dispatch(
      createArchiveItem.initiate({ ...ARCHIVE, file, description: '', onProgress: () => undefined }, { track: false }),
    )
  }
  return { store, list, shown, settled, upload }
}

it('shows what was changed while the list was being fetched', async () => {
  const items: ArchiveItem[] = []
  serveSlowly(items)
  const { list, shown, settled, upload } = aKeptArchive()
  await list

  await upload(anArchiveItem({ id: 1 }), items)
  await upload(anArchiveItem({ id: 2 }), items)
  await upload(anArchiveItem({ id: 3 }), items)
  await settled()

  expect(shown().data?.map(({ id }) => id)).toEqual([1, 2, 3])
})

it('asks once more, however many changes came meanwhile', async () => {
  const items: ArchiveItem[] = []
  serveSlowly(items)
  const { list, settled, upload } = aKeptArchive()
  await list

  for (const id of [1, 2, 3, 4]) await upload(anArchiveItem({ id }), items)
  await settled()

  expect(requestsTo('get', LIST)).toHaveLength(3)
})

it('asks only once for screens that open together', async () => {
  serveSlowly([])
  const { store, list, settled } = aKeptArchive()
  void store.dispatch(getArchive.initiate(ARCHIVE, { forceRefetch: true }))
  await list
  await settled()

  expect(requestsTo('get', LIST)).toHaveLength(1)
})
