import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { PICTURE_FILE } from '@contract/picture'
import { CONSENT_VERSION } from '@contract/consent'
import {
  type Exported,
  type ExportedAccount,
  exportedAccountSchema,
  exportedPageSchema,
  type ExportedPage,
} from '@contract/export'
import type { Memorial } from '@contract/memorial'
import { insertConsent } from '@server/modules/accounts/user-repository'
import { insertMemory } from '@server/modules/memories/repository'
import { addToArchive, anAdvancedMemorial, archiveForm } from '@support/archives'
import { smallPicture } from '@support/photographs'
import { readZip } from '@support/read-zip'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

const PERSON = { lastname: 'Берёзкина', name: 'Мария', surname: 'Ивановна', maiden_name: 'Каримова' }
const DATES = { birth_date: '1912-05-09', death_date: '1993-02-08', death_precision: 'about' }
const TOO_MANY = 'Вы уже много раз скачивали архивы. Пожалуйста, попробуйте позже.'
const BIOGRAPHY = 'Родилась в <Суздале>.\n\n- сад\n- книги'

let server: TestApp

beforeAll(async () => {
  server = await startTestApp()
  await server.postman.stop()
})
afterAll(() => server.close())

const askFor = (what: string, token?: string) =>
  server.api({ method: 'POST', url: `${what}/export`, ...(token && { token }) })
const download = (address: string) => server.app.inject(address)

async function takeHome(what: string, token: string): Promise<Map<string, Buffer>> {
  const answer = await askFor(what, token)
  expect(answer.statusCode).toBe(201)
  return readZip((await download(answer.json<Exported>().download_path)).rawPayload)
}

const dataOf = (files: Map<string, Buffer>, folder = '') =>
  JSON.parse(files.get(`${folder}data.json`)?.toString() ?? '') as ExportedPage

async function filledPage() {
  const { owner, memorial } = await anAdvancedMemorial(server, { ...PERSON, ...DATES, biography: BIOGRAPHY })
  const { token } = owner
  const photo = archiveForm(memorial.id, await smallPicture(), {
    description: 'На крыльце «дома»',
    date_text: 'лето 1956',
    people: 'Мария и Иван',
  })
  await server.api({ method: 'POST', url: '/photo_archive/create', token, payload: photo })
  await addToArchive(server, 'audio', { token, memorialId: memorial.id })
  await addToArchive(server, 'video', { token, memorialId: memorial.id })
  const burial = { memorial_id: memorial.id, burial_address: 'Хованское кладбище', burial_coordinates: '55.6, 37.4' }
  await server.api({ method: 'POST', url: '/burial/create', token, payload: burial })
  const words = { memorials_id: memorial.id, author: 'Соседка Анна', author_email: 'anna@example.org' }
  const bread = { description: 'Она учила нас печь хлеб.', reply: 'Приезжайте, испечём.' }
  await insertMemory(server.db, { ...words, ...bread, status: 'approved' })
  await insertMemory(server.db, { ...words, description: 'Это ещё не проверено.', status: 'pending' })
  return { owner, memorial }
}

describe('the archive of a filled page', () => {
  let memorial: Memorial
  let files: Map<string, Buffer>
  let data: ExportedPage
  let html: string

  beforeAll(async () => {
    const filled = await filledPage()
    memorial = filled.memorial
    files = await takeHome(`/memorial/${memorial.id}`, filled.owner.token)
    data = dataOf(files)
    html = files.get('index.html')?.toString() ?? ''
  })

  it('has data of the shape that the contract names', async () => {
    await expect(exportedPageSchema.validate(data, { strict: true })).resolves.toEqual(data)
    expect(data).toMatchObject({
      address: expect.stringMatching(`/memorials/${memorial.id}$`) as string,
      memorial: { ...PERSON, ...DATES, death_date: '1993-01-01', biography: BIOGRAPHY, role: 'owner', id: memorial.id },
      portrait: null,
      burial: { burial_address: 'Хованское кладбище', burial_coordinates: '55.6, 37.4', cemetery: null },
      photos: [{ description: 'На крыльце «дома»', date_text: 'лето 1956', people: 'Мария и Иван' }],
      words: [{ author: 'Соседка Анна', text: 'Она учила нас печь хлеб.', reply: 'Приезжайте, испечём.' }],
    })
  })

  it('holds every file with its length, byte for byte as it was kept', async () => {
    const { photos, audios, videos } = data
    const items = await server.db
      .selectFrom('archive_items')
      .selectAll()
      .where('memorial_id', '=', memorial.id)
      .execute()
    expect([...photos, ...audios, ...videos].map(({ file }) => file)).toEqual([
      'photos/001.jpg',
      'audio/001.mp3',
      'video/001.mp4',
    ])
    for (const { file, size } of [...photos, ...audios, ...videos]) {
      expect(files.get(file)?.length).toBe(size)
    }
    const film = items.find(({ kind }) => kind === 'video')
    const stored = await server.store.open(`${film?.media_id}/${film?.file_name}`)
    const bytes = await buffer((await stored?.read()) ?? Readable.from([]))
    expect(files.get('video/001.mp4')?.equals(bytes)).toBe(true)
  })

  it('lets its HTML run no script and load nothing but what lies beside it', () => {
    const [, policy = ''] =
      /<head>\s*<meta charset="utf-8">\s*<meta http-equiv="content-security-policy" content="([^"]*)">/.exec(html) ?? []
    expect(policy).toMatch(/^default-src 'none';/)
    expect(policy).not.toMatch(/script|unsafe|http|\*/)
    expect(html).not.toMatch(/ style=|<style|<script/)
  })

  it('shows the page in HTML that needs no network, and takes what people wrote for text', () => {
    expect(html).toContain('Родилась в')
    expect(html).toContain('&lt;Суздале&gt;')
    expect(html).toContain('<li>сад</li>')
    expect(html).toContain('src="photos/001.jpg"')
    expect(html).toContain('Приезжайте, испечём.')
    const addresses = [...html.matchAll(/(?:src|poster|href)="([^"]*)"/g)].map(([, address = '']) => address)
    const local = addresses.filter((address) => !/^(geo:|https?:)/.test(address))
    expect(local.filter((address) => !files.has(address))).toEqual([])
    // The page's own address may be pressed; nothing is loaded from it.
    expect(html).not.toMatch(/src="https?:/)
    const css = files.get('style.css')?.toString() ?? ''
    const fonts = [...css.matchAll(/url\('([^']*)'\)/g)].map(([, address = '']) => address)
    expect(fonts.length).toBeGreaterThan(0)
    expect(fonts.filter((font) => !files.has(font))).toEqual([])
  })

  it("has no guest's e-mail, and no words that were not approved", () => {
    const whole = Buffer.concat([...files.values()]).toString()
    expect(whole).toContain('Соседка Анна')
    expect(whole).not.toContain('anna@example.org')
    expect(whole).not.toContain('Это ещё не проверено.')
  })
})

it('takes a turned portrait with the whole picture that it was made from', async () => {
  const owner = await anOwner(server)
  const { id } = await aStoredMemorial(server, owner.token, PERSON, { withPhoto: true })
  const form = new FormData()
  form.append('rotate', '90')
  form.append('crop', JSON.stringify({ x: 0, y: 0, width: 0.5, height: 1 }))
  await server.api({ method: 'PATCH', url: `/memorial/update/${id}`, token: owner.token, payload: form })

  const files = await takeHome(`/memorial/${id}`, owner.token)
  const { portrait } = dataOf(files)

  expect(portrait).toMatchObject({ rotate: 90, crop: { width: 0.5 }, original: { file: 'portrait-original.jpg' } })
  const { photo_id: shown, photo_original_id: whole } = await server.db
    .selectFrom('memorials')
    .select(['photo_id', 'photo_original_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const stored = async (media: string | null) => {
    const file = await server.store.open(`${media}/${PICTURE_FILE}`)
    return buffer((await file?.read()) ?? Readable.from([]))
  }
  expect(files.get('portrait.jpg')?.equals(await stored(shown))).toBe(true)
  expect(files.get('portrait-original.jpg')?.equals(await stored(whole))).toBe(true)
  expect(shown).not.toBe(whole)
})

it('takes all pages that one owns or keeps, with a list and a family tree', async () => {
  const sister = await anOwner(server)
  const brother = await anOwner(server)
  const hers = await aStoredMemorial(server, sister.token, { ...PERSON, ...DATES, biography: 'Первая\n@вторая' })
  const his = await aStoredMemorial(server, brother.token, { lastname: 'Петров', name: 'Иван' })
  // Rules of names were not always as they are.
  await server.db.updateTable('memorials').set({ lastname: 'Пет/ров' }).where('id', '=', his.id).execute()
  await server.db.insertInto('keepers').values({ memorial_id: hers.id, user_id: brother.user.id }).execute()

  const parent = { memorial_id: his.id, other_id: hers.id, kind: 'parent', status: 'approved' } as const
  await server.db
    .insertInto('relations')
    .values({ ...parent, decided_at: new Date() })
    .execute()

  const files = await takeHome('/users/me', brother.token)

  const folders = [`Берёзкина Мария Ивановна (${hers.id})/`, `Пет ров Иван Андреевич (${his.id})/`]
  expect(folders.map((folder) => dataOf(files, folder).memorial.role)).toEqual(['keeper', 'owner'])
  const list = files.get('index.html')?.toString() ?? ''
  for (const folder of folders) {
    expect(list).toContain(`href="${encodeURI(folder)}index.html"`)
    expect(files.get(`${folder}index.html`)?.toString()).toContain('href="../style.css"')
  }
  const tree = files.get('family.ged')?.toString() ?? ''
  expect(tree).toContain('1 NAME Мария Ивановна /Берёзкина/')
  expect(tree).toContain('2 DATE 9 MAY 1912')
  expect(tree).toContain('2 DATE ABT 1993')
  expect(tree).toContain('1 NOTE Первая\n2 CONT @@вторая')
  expect(tree).toContain(`0 @F1@ FAM\n1 HUSB @I${hers.id}@\n1 CHIL @I${his.id}@\n`)
  expect(tree.match(/^1 FAM[CS] @F1@$/gm)).toEqual(['1 FAMS @F1@', '1 FAMC @F1@'])
})

it('takes with all pages what their holder agreed to, and with a single page nothing of it', async () => {
  const { token, user } = await anOwner(server)
  const { id } = await aStoredMemorial(server, token)
  const editions = { agreement: '2025-06-18', policy: '2026-11-30' }
  const consent = { version: CONSENT_VERSION, address: '198.51.100.7', accepted: editions }
  await insertConsent(server.db, { user_id: user.id }, consent)

  const account = JSON.parse(String((await takeHome('/users/me', token)).get('account.json'))) as ExportedAccount

  expect(exportedAccountSchema.validateSync(account, { strict: true })).toEqual(account)
  expect(account).toMatchObject({ format: 'pomnim-account', version: 1, email: user.email })
  expect(account.consents).toMatchObject([
    {
      ...{ occasion: 'account', edition: CONSENT_VERSION },
      agreement: { edition: '2025-06-18', is_current: false },
      policy: { edition: '2026-11-30', is_current: true },
    },
  ])
  expect([...(await takeHome(`/memorial/${id}`, token)).keys()]).not.toContain('account.json')
})

it('makes an archive with no pages for who has none', async () => {
  const files = await takeHome('/users/me', (await anOwner(server)).token)

  expect(files.get('index.html')?.toString()).toContain('Здесь пока нет страниц.')
  expect(files.get('family.ged')?.toString()).toMatch(/0 TRLR\n$/)
})

describe('the address of an archive', () => {
  let owner: Awaited<ReturnType<typeof anOwner>>
  let id: number

  beforeEach(async () => {
    owner = await anOwner(server)
    ;({ id } = await aStoredMemorial(server, owner.token, { ...PERSON, public_status: 'false' }))
  })

  const addressFor = async (token = owner.token) =>
    (await askFor(`/memorial/${id}`, token)).json<Exported>().download_path

  it('is given to those who keep the page alone', async () => {
    const stranger = await anOwner(server)

    expect((await askFor(`/memorial/${id}`)).statusCode).toBe(401)
    expect((await askFor(`/memorial/${id}`, stranger.token)).statusCode).toBe(403)
    expect((await askFor('/memorial/999999', owner.token)).statusCode).toBe(404)
    expect((await askFor('/users/me')).statusCode).toBe(401)
  })

  it('needs no token, is saved under the name of the page, and is kept by nobody', async () => {
    const { statusCode, headers } = await download(await addressFor())

    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    })
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain('Берёзкина Мария Ивановна.zip')
  })

  it('opens nothing else, nothing when it was changed, and nothing after an hour', async () => {
    const other = await aStoredMemorial(server, (await anOwner(server)).token, PERSON)
    const address = await addressFor()

    expect((await download(address.replace(`/${id}?`, `/${other.id}?`))).statusCode).toBe(403)
    expect((await download(address.replace(`/${id}?`, '/all?'))).statusCode).toBe(403)
    expect((await download(address.replace(/expires=\d+/, 'expires=9999999999'))).statusCode).toBe(403)
    expect((await download(address.split('?')[0] ?? '')).statusCode).toBe(403)
    expect((await download(address.replace(`/${id}?`, '/nothing?'))).statusCode).toBe(404)

    const hour = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_601_000)
    const late = await download(address)
    hour.mockRestore()
    expect(late.statusCode).toBe(403)
    expect(late.json()).toEqual({
      detail: 'Ссылка для скачивания устарела. Вернитесь на страницу и скачайте архив ещё раз.',
    })
  })

  it('ends with the keeping of the page, and with the account', async () => {
    const keeper = await anOwner(server)
    const keeping = { memorial_id: id, user_id: keeper.user.id }
    await server.db.insertInto('keepers').values(keeping).execute()
    const address = await addressFor(keeper.token)
    expect((await download(address)).statusCode).toBe(200)

    await server.db.deleteFrom('keepers').where('user_id', '=', keeper.user.id).execute()
    expect((await download(address)).statusCode).toBe(403)

    const own = await addressFor()
    await server.db.updateTable('users').set({ is_active: false }).where('id', '=', owner.user.id).execute()
    expect((await download(own)).statusCode).toBe(404)
  })

  it('takes none of the downloads that are allowed', async () => {
    for (let time = 0; time < 30; time++) await addressFor()
    expect((await download(await addressFor())).statusCode).toBe(200)
  })

  it('is not opened any more when too much was downloaded', async () => {
    const address = await addressFor()
    for (let time = 0; time < 30; time++) await download(address)

    const refused = await download(address)

    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    // Nor is an address given for it: the screen would say that the download has begun.
    for (const url of [`/memorial/${id}/export`, '/users/me/export']) {
      const asked = await server.api({ method: 'POST', url, token: owner.token })
      expect([asked.statusCode, asked.json()]).toEqual([429, { detail: TOO_MANY }])
    }
  })
})

it('leaves out a file that is gone, and keeps the rest', async () => {
  const { owner, memorial } = await anAdvancedMemorial(server, PERSON)
  for (const kind of ['photo', 'audio'] as const) {
    await addToArchive(server, kind, { token: owner.token, memorialId: memorial.id })
  }
  const { media_id: gone } = await server.db
    .selectFrom('archive_items')
    .select('media_id')
    .where('memorial_id', '=', memorial.id)
    .where('file_name', '=', PICTURE_FILE)
    .executeTakeFirstOrThrow()
  await server.store.removeFolder(gone)

  const files = await takeHome(`/memorial/${memorial.id}`, owner.token)

  expect(dataOf(files)).toMatchObject({ photos: [], audios: [{ file: 'audio/001.mp3' }] })
})
