import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createRenderer } from '@client/ssr/render'
import type { ArchiveItem } from '@contract/archive'
import { ALBUM_FIRST_PHOTOS } from '@contract/limits'
import { addToArchive, anAdvancedMemorial, anArchiveItem, sampleFile } from '@support/archives'
import { startTestApp, type TestApp } from '@support/server-app'

let clientFolder: string
let server: TestApp

beforeAll(async () => {
  clientFolder = await mkdtemp(path.join(tmpdir(), 'pomnim-client-'))
  const shell = '<html><head><!--head--></head><body><div id="root"><!--app--></div><!--data--></body></html>'
  await writeFile(path.join(clientFolder, 'index.html'), shell)
  server = await startTestApp({}, { clientFolder, createRenderer })
})
afterAll(async () => {
  await server.close()
  await rm(clientFolder, { recursive: true, force: true })
})

const get = (url: string) => server.app.inject({ url })

it('a rendered page has its photos, voices and films in the HTML, and all photos behind a link', async () => {
  const { owner, memorial } = await anAdvancedMemorial(server)
  const of = { token: owner.token, memorialId: memorial.id }
  const photos: ArchiveItem[] = []
  for (let count = 0; count < ALBUM_FIRST_PHOTOS + 1; count++) photos.push(await anArchiveItem(server, 'photo', of))
  const voice = await anArchiveItem(server, 'audio', of)
  const film = await anArchiveItem(server, 'video', of)
  const shown = (html: string) => photos.filter(({ id }) => html.includes(`id="photo-${id}"`)).length

  const { body } = await get(`/memorials/${memorial.id}`)
  const [first] = photos

  expect(shown(body)).toBe(ALBUM_FIRST_PHOTOS)
  expect(body).toContain(`width="${first?.width}" height="${first?.height}"`)
  expect(body).toContain('src="data:image/webp;base64,')
  expect(body).toContain(`<audio src="${voice.file_path}"`)
  expect(body).toContain(`src="${film.file_path}`)
  expect(body).toContain('href="?photos=all#photos"')
  expect(body).not.toMatch(/Загрузка|<[^>]* style="/)
  expect(shown((await get(`/memorials/${memorial.id}?photos=all`)).body)).toBe(photos.length)

  const closing = { method: 'PATCH', url: `/memorial/update/${memorial.id}/`, token: owner.token } as const
  const { statusCode } = await server.api({ ...closing, payload: { public_status: 'false' } })
  expect(statusCode).toBe(200)
  for (const url of [`/memorials/${memorial.id}`, `/memorials/${memorial.id}?photos=all`])
    expect((await get(url)).body).not.toContain('/media/')
})

it('what is said of a film that few browsers play needs no style attribute, which is blocked', async () => {
  const { owner, memorial } = await anAdvancedMemorial(server)
  const bytes = await sampleFile('film-hevc.mp4')
  await addToArchive(server, 'video', { token: owner.token, memorialId: memorial.id, bytes })
  const { body } = await get(`/memorials/${memorial.id}`)
  expect(body).toContain('MuiAlert-root')
  expect(body).not.toMatch(/<[^>]* style="/)
})
