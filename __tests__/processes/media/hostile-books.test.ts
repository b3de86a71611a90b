import { BIOGRAPHY_MAX_LENGTH, MEMORY_MAX_LENGTH } from '@contract/limits'
import { randomToken } from '@server/lib/token'
import { insertMemory } from '@server/modules/memories/repository'
import { addToArchive, anAdvancedMemorial } from '@support/archives'
import { eventLoopWork } from '@support/event-loop-work'
import { readPdf } from '@support/pdf-text'
import { startTestApp, type TestApp } from '@support/server-app'
import { aStoredMemorial, anOwner } from '@support/test-memorials'

const PHOTOS = 200
const LETTERS = 70
/** How many times as long as a usual book of its size a hostile one may keep the event loop at work. */
const HOSTILE_RATIO_MAX = 3
const TEST_MS = 180_000

let server: TestApp

beforeAll(async () => {
  // Its queries run in a thread of their own, which is not measured.
  server = await startTestApp({}, { ownDatabase: true })
})
afterAll(() => server.close())

const bookOf = (id: number) => server.api({ url: `/memorial/${id}/book` })

/** The archive's rows without their files. */
async function morePhotos(memorialId: number, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => randomToken())
  await server.db
    .insertInto('media')
    .values(ids.map((id) => ({ id, memorial_id: memorialId })))
    .execute()
  await server.db
    .insertInto('archive_items')
    .values(
      ids.map((media_id, index) => ({
        memorial_id: memorialId,
        kind: 'photo' as const,
        media_id,
        file_name: 'picture.jpg',
        size_bytes: 1,
        position: 100 + index,
      })),
    )
    .execute()
}

/** A page with more photographs and words than a book takes in, and a biography of the full length. */
async function aFullPage(lastname: string, name: string, biography: string): Promise<number> {
  const { owner, memorial } = await anAdvancedMemorial(server, {
    lastname,
    name,
    biography: biography.slice(0, BIOGRAPHY_MAX_LENGTH),
  })
  await addToArchive(server, 'photo', { token: owner.token, memorialId: memorial.id })
  await morePhotos(memorial.id, PHOTOS - 1)
  const description = 'Слово за словом, из-за неё. '.repeat(200).slice(0, MEMORY_MAX_LENGTH)
  for (let letter = 0; letter < LETTERS; letter++) {
    await insertMemory(server.db, { memorials_id: memorial.id, description, author: 'Сосед', status: 'approved' })
  }
  return memorial.id
}

it(
  'sets the longest page, says what it left out, and keeps the event loop busy about as long as a usual one',
  async () => {
    // The first book loads the program that sets all of them.
    await bookOf((await anAdvancedMemorial(server)).memorial.id)
    const usual = await aFullPage('Иванова', 'Анна', 'Она учила детей, и они её помнят. '.repeat(1500))
    const usualMs = await eventLoopWork(() => bookOf(usual))

    const hostile = await aFullPage(
      'Ж'.repeat(100),
      `${'Щ'.repeat(49)}-${'Ш'.repeat(50)}`,
      'Ы'.repeat(20_000) + ' а'.repeat(10_000) + '\n'.repeat(100) + '- x\n'.repeat(2_000),
    )
    let answer: Awaited<ReturnType<typeof bookOf>> | undefined
    const workMs = await eventLoopWork(async () => {
      answer = await bookOf(hostile)
    })

    expect(answer?.statusCode).toBe(200)
    const { pages } = await readPdf(answer?.rawPayload ?? Buffer.alloc(0))
    expect(pages.join(' ')).toContain('В книгу вошли не все фотографии: ещё 140')
    expect(pages.join(' ')).toContain('В книгу вошли не все слова памяти: ещё 10')
    expect(workMs / usualMs).toBeLessThan(HOSTILE_RATIO_MAX)
  },
  TEST_MS,
)

it('says where letters are that no font has, and leaves out other signs', async () => {
  const { token } = await anOwner(server)
  const biography = 'Мир 😀👨‍👩‍👧 вам. مرحبا بكم в доме. 漢字、漢字 и ‮всё. \u{1F595}'
  const { id } = await aStoredMemorial(server, token, { biography })

  const { pages } = await readPdf((await bookOf(id)).rawPayload)

  expect(pages[1]).toContain('Мир вам. […] в доме. […] и всё.')
  expect(pages.at(-1)).toContain('Вместо букв, которых нет в шрифте этой книги, стоит […].')
})
