import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { Exported, ExportedPage } from '@contract/export'
import type { ImportCorrection } from '@contract/import'
import type { Memorial } from '@contract/memorial'
import { insertMemory } from '@server/modules/memories/repository'
import { addToArchive, archiveForm } from './archives'
import { phonePhotograph, smallPicture } from './photographs'
import { readZip } from './read-zip'
import type { TestApp } from './server-app'
import { aStoredMemorial } from './test-memorials'

/** A ZIP with these files. */
export async function zipFiles(files: Iterable<[string, Buffer]>): Promise<Buffer> {
  const made = new ZipFile()
  for (const [name, bytes] of files) made.addBuffer(bytes, name)
  made.end()
  return buffer(made.outputStream)
}

/** The pages that an account owns or keeps, in the order in which they were made. */
export async function ownPages(server: TestApp, token: string): Promise<Memorial[]> {
  const response = await server.api({ url: '/memorial/my_memorials', token })
  return response.json<{ result: Memorial[] }>().result.sort((one, other) => one.id - other.id)
}

/** Downloads the archive of a page, or of all pages of an account. */
export async function takeArchive(server: TestApp, token: string, what: number | 'all'): Promise<Buffer> {
  const url = what === 'all' ? '/users/me/export' : `/memorial/${what}/export`
  const answer = await server.api({ method: 'POST', url, token })
  return (await server.app.inject(answer.json<Exported>().download_path)).rawPayload
}

export function takenData(files: Map<string, Buffer>, folder = ''): ExportedPage {
  return JSON.parse(files.get(`${folder}data.json`)?.toString() ?? '') as ExportedPage
}

/** The archive with another data.json. */
export async function withData(archive: Buffer, change: (page: ExportedPage) => unknown): Promise<Buffer> {
  const files = await readZip(archive)
  files.set('data.json', Buffer.from(JSON.stringify(change(takenData(files)))))
  return zipFiles(files)
}

/** The content of an archive, without what differs in another installation for the same page. */
export function withoutPlace({
  address: _address,
  taken_at: _takenAt,
  history: _history,
  history_total: _total,
  ...page
}: ExportedPage) {
  const { id: _id, created_at: _createdAt, ...memorial } = page.memorial
  const items = (some: ExportedPage['photos']) => some.map(({ added_at: _addedAt, ...item }) => item)
  return {
    ...page,
    memorial,
    photos: items(page.photos),
    audios: items(page.audios),
    videos: items(page.videos),
    stories: page.stories?.map(({ id: _id, ...story }) => story),
    relations: page.relations?.map(({ kind }) => kind),
  }
}

export function importFile(
  server: TestApp,
  token: string,
  file: Uint8Array,
  {
    dryRun = false,
    skip = false,
    photos,
    corrections,
  }: { dryRun?: boolean; skip?: boolean; photos?: Uint8Array; corrections?: ImportCorrection[] } = {},
) {
  const form = new FormData()
  form.append('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'pages')
  if (photos) form.append('photos', new Blob([photos as Uint8Array<ArrayBuffer>]), 'photos.zip')
  if (corrections) form.append('corrections', JSON.stringify(corrections))
  const url = `/memorial/import?dry_run=${dryRun}&skip=${skip}`
  return server.api({ method: 'POST', url, token, payload: form })
}

/** A page with everything that a page can have. It uses a credit for an advanced one. */
export async function aFullPage(server: TestApp, token: string): Promise<number> {
  const { id } = await aStoredMemorial(server, token, {
    ...{ lastname: 'Берёзкина', name: 'Мария', surname: 'Ивановна', maiden_name: 'Каримова' },
    ...{ birth_date: '1912-05-01', birth_precision: 'month', death_date: '1993-01-01', death_precision: 'about' },
    biography: 'Родилась в <Суздале>.\n\n- сад\n- книги',
    ...{ rate_check: 'true', indexable: 'false' },
  })
  const portrait = new FormData()
  portrait.append(
    'photo',
    new Blob([new Uint8Array(await phonePhotograph({ width: 1200, height: 900 }))]),
    'portrait.jpg',
  )
  portrait.append('rotate', '90')
  portrait.append('crop', JSON.stringify({ x: 0.1, y: 0, width: 0.5, height: 1 }))
  await server.api({ method: 'PATCH', url: `/memorial/update/${id}`, token, payload: portrait })
  const photo = archiveForm(id, await smallPicture(), {
    ...{ description: 'На крыльце «дома»', date_text: 'лето 1956', people: 'Мария и Иван' },
  })
  await server.api({ method: 'POST', url: '/photo_archive/create', token, payload: photo })
  await addToArchive(server, 'photo', {
    token,
    memorialId: id,
    bytes: await phonePhotograph({ width: 600, height: 400 }),
  })
  await addToArchive(server, 'audio', { token, memorialId: id })
  await addToArchive(server, 'video', { token, memorialId: id })
  const burial = new FormData()
  for (const [name, value] of Object.entries({
    ...{ memorial_id: String(id), burial_address: 'Москва', cemetery: 'Хованское', plot: 'уч. 5' },
    burial_coordinates: '55.6, 37.4',
  })) {
    burial.append(name, value)
  }
  burial.append('burial_photo_file', new Blob([new Uint8Array(await smallPicture())]), 'grave.jpg')
  const place = await server.api({ method: 'POST', url: '/burial/create', token, payload: burial })
  const road = new FormData()
  road.append('road', JSON.stringify({ before: [], steps: [{ id: null, line: 'От ворот налево' }] }))
  road.append('road_photo_file', new Blob([new Uint8Array(await smallPicture())]), 'road.jpg')
  const { id: placeId } = place.json<{ id: number }>()
  await server.api({ method: 'PATCH', url: `/burial/update/${placeId}`, token, payload: road })
  const words = {
    memorials_id: id,
    author: 'Соседка Анна',
    author_email: 'anna@example.org',
    status: 'approved' as const,
  }
  await insertMemory(server.db, {
    ...words,
    description: 'Она учила нас печь хлеб.',
    reply: 'Приезжайте, испечём.',
    created_at: new Date('2024-03-05T10:00:00Z'),
  })
  await insertMemory(server.db, { ...words, description: 'Помню.', created_at: new Date('2024-05-05T10:00:00Z') })
  await leaveWordsWithPhoto(server, token, id)
  return id
}

async function leaveWordsWithPhoto(server: TestApp, token: string, memorialId: number): Promise<void> {
  const payload = new FormData()
  const words = { memorials_id: String(memorialId), author: 'Внук', description: 'Мы на крыльце.' }
  for (const [name, value] of Object.entries(words)) payload.append(name, value)
  payload.append('file', new Blob([new Uint8Array(await smallPicture())]), 'porch.jpg')
  const left = await server.api({ method: 'POST', url: '/memories/create', token, payload })
  const { id } = left.json<{ id: number }>()
  const decision = { decision: 'approved' }
  await server.api({ method: 'POST', url: `/memories/moderate/${id}`, token, payload: decision })
}
