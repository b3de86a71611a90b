import { createChangeFeed, tagOfMemorial } from '@server/db/change-feed'

import { createMediaUrls } from '@server/media/media-urls'
import { createCardCache, type CardCache } from '@server/modules/memorials/card-cache'
import { createMemorialPresentation } from '@server/modules/memorials/presentation'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

let server: TestApp
let owner: Awaited<ReturnType<typeof anOwner>>
/** What the cards under test hear of is told by each test, whatever the database announces. */
let feed: ReturnType<typeof createChangeFeed>
let cards: CardCache

beforeAll(async () => {
  server = await startTestApp({ NEW_ACCOUNT_MEMORIALS: '100' })
  owner = await anOwner(server)
})
afterAll(() => server.close())
beforeEach(() => {
  feed = createChangeFeed()
  const presentation = createMemorialPresentation(createMediaUrls(['a key of tests']))
  cards = createCardCache({ db: server.db, changes: feed, presentation })
  feed.open()
})

const aPage = async (fields: Record<string, string> = {}) =>
  (await aStoredMemorial(server, owner.token, { public_status: 'true', lastname: 'Прежняя', ...fields })).id
const change = (id: number, columns: { lastname?: string; public_status?: boolean }) =>
  server.db.updateTable('memorials').set(columns).where('id', '=', id).execute()
const announce = (id: number) => feed.drop(tagOfMemorial(id))
const namesOf = async (...ids: number[]) => (await cards.find('public', ids)).map(({ lastname }) => lastname)

it('are those of the pages, in the order that was asked for', async () => {
  const [first, second] = [await aPage({ lastname: 'Первая' }), await aPage({ lastname: 'Вторая' })]
  expect(await namesOf(second, first)).toEqual(['Вторая', 'Первая'])
  expect(await namesOf(first, second)).toEqual(['Первая', 'Вторая'])
})

it('stay as they were read until a change of their page is announced', async () => {
  const [changed, other] = [await aPage(), await aPage()]
  await namesOf(changed, other)
  for (const id of [changed, other]) await change(id, { lastname: 'Новая' })
  expect(await namesOf(changed, other)).toEqual(['Прежняя', 'Прежняя'])
  announce(changed)
  expect(await namesOf(changed, other)).toEqual(['Новая', 'Прежняя'])
})

it('are not kept when a change was announced while they were read', async () => {
  const id = await aPage()
  const read = namesOf(id)
  announce(id)
  expect(await read).toEqual(['Прежняя'])
  await change(id, { lastname: 'Новая' })
  expect(await namesOf(id)).toEqual(['Новая'])
})

it.each([
  ['changes may be missed', () => feed.open(() => false)],
  ['changes were lost', () => feed.dropAll()],
])('are read anew when %s', async (_when, happens) => {
  const id = await aPage()
  await namesOf(id)
  await change(id, { lastname: 'Новая' })
  happens()
  expect(await namesOf(id)).toEqual(['Новая'])
})

it('of a page that is closed are none', async () => {
  const id = await aPage()
  await namesOf(id)
  await change(id, { public_status: false })
  announce(id)
  expect(await namesOf(id)).toEqual([])
})

it('of heroes are no others', async () => {
  const [hero, other] = [await aPage({ swo_status: 'true' }), await aPage()]
  expect(await namesOf(hero, other)).toHaveLength(2)
  expect((await cards.find('heroes', [hero, other])).map(({ id }) => id)).toEqual([hero])
})
