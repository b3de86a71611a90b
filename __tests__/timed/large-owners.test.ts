import { randomUUID } from 'node:crypto'
import { archivePaths } from '@contract/archive'
import { startTestApp, type TestApp } from '@support/server-app'
import { leastOf, longestPieceOfWork } from '@support/event-loop-work'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

const PHOTOS = 5000
const AT_ONCE = 1000
/** At least: its description, its people and its addresses. */
const BYTES_OF_PHOTO = 450
const HELD_MS = 50

let server: TestApp

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

it('answers the archive of a closed page with 5 000 photographs without holding anybody else', async () => {
  const owner = await anOwner(server)
  const page = await aStoredMemorial(server, owner.token, { public_status: 'false' })
  for (let stored = 0; stored < PHOTOS; stored += AT_ONCE) {
    const ids = Array.from({ length: AT_ONCE }, () => randomUUID())
    const preview = `data:image/webp;base64,${'A'.repeat(300)}`
    await server.db
      .insertInto('media')
      .values(
        ids.map((id) => ({
          id,
          memorial_id: page.id,
          width: 1280,
          height: 960,
          tone: '#a0a0a0',
          preview,
          duration: null,
          is_playable: null,
        })),
      )
      .execute()
    await server.db
      .insertInto('archive_items')
      .values(
        ids.map((id, index) => ({
          memorial_id: page.id,
          kind: 'photo' as const,
          media_id: id,
          file_name: 'picture.jpg',
          size_bytes: 1000,
          description: 'На крыльце дома, лето 1956 года. Слева направо: Мария, Иван и соседка Анна.',
          date_text: 'лето 1956',
          people: 'Мария и Иван',
          position: stored + index + 1,
        })),
      )
      .execute()
  }
  // Over a connection: an injected response is copied several times in one piece.
  const origin = await server.app.listen()
  const ask = async () => {
    const response = await fetch(`${origin}/api/v1${archivePaths('photo').list}/${page.id}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(response.status).toBe(200)
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(PHOTOS * BYTES_OF_PHOTO)
  }

  const held = await leastOf(() => longestPieceOfWork(ask), { enough: HELD_MS })
  expect(held).toBeLessThan(HELD_MS)
})
