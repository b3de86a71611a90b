import { VOICE_CONSENT_VERSION } from '@contract/consent'
import type { Burial } from '@contract/burial'
import type { Memorial } from '@contract/memorial'
import type { WrittenMemory } from '@contract/memory'
import type { StoryReceipt } from '@contract/questions'
import { insertMemory } from '@server/modules/memories/repository'
import { addToArchive, anAdvancedMemorial, archiveForm } from '@support/archives'
import { readPdf } from '@support/pdf-text'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { aStoredMemorial, anOwner } from '@support/test-memorials'
import { changeRoad } from '../burial/burial-form'
import { aWav } from '../memories/words'
import { questionsOf } from '../questions/asking'

const PERSON = { lastname: 'Берёзкина', name: 'Мария', surname: 'Ивановна', maiden_name: 'Каримова' }
const DATES = { birth_date: '1912-05-09', death_date: '1993-02-08' }
const BIOGRAPHY = 'Родилась в Суздале.\n\nЕё любимые:\n- сад\n- книги\n\n> Живите дружно.\n\nГөлләр үстерде.'

let server: TestApp
let visits = 0

beforeAll(async () => {
  server = await startTestApp({ TRUST_PROXY: '1' })
})
afterAll(() => server.close())

/** From a new address each time, so that no limit is reached. */
function ask(id: number, options: { token?: string; method?: 'GET' | 'HEAD'; from?: string } = {}) {
  const { from = `10.0.${Math.floor(++visits / 250)}.${visits % 250}`, ...request } = options
  return server.api({ url: `/memorial/${id}/book`, headers: { 'x-forwarded-for': from }, ...request })
}

const bookOf = async (id: number, token?: string) =>
  readPdf((await ask(id, token === undefined ? {} : { token })).rawPayload)

/** The road to a grave, with these lines. */
async function walkTo(id: number, token: string, lines: string[]): Promise<void> {
  let before: string[] = []
  for (const [index, line] of lines.entries()) {
    const steps = [...before.map((step, nth) => ({ id: step, line: lines[nth] ?? '' })), { id: null, line }]
    const changed = await changeRoad(server, { id, token, before, steps })
    before = changed.json<Burial>().road?.map((step) => step.id) ?? []
    expect(before).toHaveLength(index + 1)
  }
}

async function filledPage() {
  const { owner, memorial } = await anAdvancedMemorial(server, { ...PERSON, ...DATES, biography: BIOGRAPHY })
  const photo = archiveForm(memorial.id, await smallPicture(), {
    description: 'На крыльце дома',
    date_text: 'лето 1956',
    people: 'Мария и Иван',
  })
  await server.api({ method: 'POST', url: '/photo_archive/create', token: owner.token, payload: photo })
  const burial = { memorial_id: memorial.id, burial_address: 'Хованское кладбище', burial_coordinates: '55.6, 37.4' }
  const grave = await server.api({ method: 'POST', url: '/burial/create', token: owner.token, payload: burial })
  await walkTo(grave.json<Burial>().id, owner.token, ['От ворот налево', 'У голубой ограды'])
  const words = { memorials_id: memorial.id, author: 'Соседка Анна', author_email: null }
  const bread = { description: 'Она учила нас печь хлеб.', reply: 'Приезжайте, испечём.' }
  await insertMemory(server.db, { ...words, ...bread, status: 'approved' })
  await insertMemory(server.db, { ...words, description: 'Это ещё не проверено.', status: 'pending' })
  await insertMemory(server.db, { ...words, description: 'Это отклонено.', status: 'rejected' })
  return { owner, memorial }
}

describe('of a filled page', () => {
  let memorial: Memorial
  let answer: Awaited<ReturnType<typeof ask>>
  let pages: string[]
  const whole = () => pages.join(' ')

  beforeAll(async () => {
    ;({ memorial } = await filledPage())
    answer = await ask(memorial.id)
    ;({ pages } = await readPdf(answer.rawPayload))
  })

  it('is a PDF to be saved under a Russian name, and is kept by nobody', () => {
    const { headers } = answer
    expect(answer.statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-length': String(answer.rawPayload.length),
    })
    const [, encoded = ''] = /^attachment; filename="[ -~]+\.pdf"; filename\*=UTF-8''(\S+)$/.exec(
      String(headers['content-disposition']),
    ) as RegExpExecArray
    expect(decodeURIComponent(encoded)).toBe('Книга памяти — Берёзкина Мария Ивановна.pdf')
  })

  it('has its title and its language', async () => {
    expect(await readPdf(answer.rawPayload)).toMatchObject({
      title: 'Книга памяти — Берёзкина Мария Ивановна',
      language: 'ru',
    })
  })

  it('begins with a cover', () => {
    expect(pages[0]).toBe('БЕРЁЗКИНА Мария Ивановна урождённая Каримова 9 мая 1912 — 8 февраля 1993 Книга памяти')
  })

  it.each([
    ['the biography', 'Биография Родилась в Суздале. Её любимые: • сад • книги Живите дружно. Гөлләр үстерде.'],
    ['words and who wrote them', 'Слова памяти Она учила нас печь хлеб. Соседка Анна'],
    ['what was answered to them', 'Ответ близких Приезжайте, испечём.'],
    ['photographs with captions', 'Фотографии На крыльце дома лето 1956 · Мария и Иван'],
    ['the burial place', 'Место захоронения Хованское кладбище Координаты: 55.6, 37.4'],
    ['the road to it, in order', 'Дорога к могиле 1. От ворот налево 2. У голубой ограды'],
  ])('holds %s', (_what, text) => {
    expect(whole()).toContain(text)
  })

  it('tells them in their order, and has the code at the end', () => {
    const parts = [
      'Книга памяти',
      'Биография',
      'Слова памяти',
      'Фотографии',
      'Место захоронения',
      'Дорога к могиле',
      'Страница памяти',
    ]
    const places = parts.map((part) => whole().indexOf(part))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })

  it('shows the photograph, and those of the road', async () => {
    expect((await readPdf(answer.rawPayload)).pictures).toBe(3)
  })

  it('ends with the address of the page, and numbers all pages but the cover', () => {
    expect(pages.at(-1)).toContain(`/memorials/${memorial.id}`)
    expect(pages.slice(1).map((page) => /^\d+/.exec(page)?.[0])).toEqual(
      pages.slice(1).map((_, index) => `${index + 2}`),
    )
  })

  it('holds no words that nobody approved', () => {
    expect(whole()).not.toMatch(/не проверено|отклонено/)
  })
})

it('leaves out what a page does not have', async () => {
  const { token } = await anOwner(server)
  const memorial = await aStoredMemorial(server, token, { ...PERSON, biography: '' })

  const { pages, pictures } = await bookOf(memorial.id)

  expect(pages).toHaveLength(2)
  expect(pages.join(' ')).not.toMatch(/Биография|Фотографии|Место захоронения|Слова памяти/)
  expect(pictures).toBe(0)
})

it('holds the stories in their order, and a code for each voice that leads to it on the page', async () => {
  const { token } = await anOwner(server)
  const { id } = await aStoredMemorial(server, token, { ...PERSON, public_status: 'true' })
  const questions = questionsOf(server, id, token)
  const approve = async ({ story }: Awaited<ReturnType<typeof questions.told>>) => questions.decide(story.id)
  await approve(await questions.told({ text: 'Он пел «Рябину».' }))
  const { token: link } = await questions.asked()
  const spoken = { text: '', author: 'Вера', relation: 'дочь', voice_consent: VOICE_CONSENT_VERSION }
  const { id: storyId } = (await questions.answer(link, spoken, 0, aWav(75))).json<StoryReceipt>()
  await questions.decide(storyId)
  await questions.told({ text: 'Это ещё не проверено.' })

  const { pages, links } = await bookOf(id)

  const whole = pages.join(' ')
  expect(whole).toContain('Рассказы Что он любил петь? Он пел «Рябину». Зоя, соседка')
  expect(whole).toContain(
    'Что он любил петь? Вера, дочь Наведите на код камеру телефона, чтобы услышать рассказ (1:15).',
  )
  expect(whole).not.toContain('не проверено')
  expect(links.filter((address) => address.includes('#'))).toEqual([
    expect.stringMatching(new RegExp(`/memorials/${id}#story-${storyId}$`)),
  ])
})

it('holds a code for words by voice, which leads to them on the page, with a text or without', async () => {
  const { token } = await anOwner(server)
  const { id } = await aStoredMemorial(server, token, { ...PERSON, public_status: 'true' })
  const form = new FormData()
  const spoken = { memorials_id: String(id), author: 'Вера', voice_consent: VOICE_CONSENT_VERSION }
  for (const [name, value] of Object.entries(spoken)) form.append(name, value)
  form.append('voice', new Blob([aWav(75) as Uint8Array<ArrayBuffer>]), 'voice.wav')
  const left = await server.api({ method: 'POST', url: '/memories/create', token, payload: form })
  const { id: wordsId } = left.json<WrittenMemory>()

  const { pages, links } = await bookOf(id)

  expect(pages.join(' ')).toMatch(
    /Слова памяти Вера .+ Наведите на код камеру телефона, чтобы услышать рассказ \(1:15\)\./,
  )
  expect(links.filter((address) => address.includes('#'))).toEqual([
    expect.stringMatching(new RegExp(`/memorials/${id}\\?words=2#words-${wordsId}$`)),
  ])
})

it('is made without a picture that the store has lost', async () => {
  const { owner, memorial } = await filledPage()
  await addToArchive(server, 'photo', { token: owner.token, memorialId: memorial.id })
  const { media_id } = await server.db
    .selectFrom('archive_items')
    .select('media_id')
    .where('memorial_id', '=', memorial.id)
    .orderBy('position')
    .executeTakeFirstOrThrow()
  await server.store.removeFolder(media_id)

  const { pages, pictures } = await bookOf(memorial.id)

  // That of the archive that is left, and two of the road.
  expect(pictures).toBe(3)
  expect(pages.join(' ')).not.toContain('На крыльце дома')
})

describe('of a closed page', () => {
  it('is refused as the page itself is, and made for its owner', async () => {
    const { token } = await anOwner(server)
    const { token: stranger } = await anOwner(server)
    const { id } = await aStoredMemorial(server, token, { ...PERSON, public_status: 'false' })

    for (const asker of [undefined, stranger, 'no token of ours']) {
      const withToken = asker === undefined ? {} : { token: asker }
      const [book, page] = [await ask(id, withToken), await server.api({ url: `/memorial/${id}`, ...withToken })]
      expect([book.statusCode, book.json()]).toEqual([403, page.json()])
    }
    const book = await ask(id, { token })
    expect([book.statusCode, book.headers['cache-control']]).toEqual([200, 'no-store'])
    expect((await readPdf(book.rawPayload)).pages.at(-1)).toContain('PIN')
  })

  it('is refused when it was closed while the book waited for its turn', async () => {
    const { token } = await anOwner(server)
    const { id } = await aStoredMemorial(server, token, PERSON)
    const others = Array.from({ length: 3 }, () => ask(id))
    const last = ask(id)
    // The first one is being made, the others wait.
    await Promise.race(others)
    await server.db.updateTable('memorials').set({ public_status: false }).where('id', '=', id).execute()

    expect((await last).statusCode).toBe(403)
    await Promise.all(others)
  })
})

it('answers 404 where there is no such page', async () => {
  expect((await ask(999_999)).statusCode).toBe(404)
})

it('makes none for a HEAD, and says whether there is one', async () => {
  const { token } = await anOwner(server)
  const open = await aStoredMemorial(server, token, PERSON)
  const closed = await aStoredMemorial(server, token, { ...PERSON, public_status: 'false' })

  const head = await ask(open.id, { method: 'HEAD' })

  expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([200, '', 'application/pdf'])
  expect((await ask(closed.id, { method: 'HEAD' })).statusCode).toBe(403)
})

it('makes ten in ten minutes for one address, and leaves none of their files', async () => {
  const { token } = await anOwner(server)
  const { id } = await aStoredMemorial(server, token, PERSON)
  const from = '192.0.2.7'

  for (let book = 0; book < 10; book++) expect((await ask(id, { from })).statusCode).toBe(200)

  const refused = await ask(id, { from })
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    { detail: 'Вы уже скачали много книг. Пожалуйста, попробуйте через несколько минут.' },
  ])
  expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect((await ask(id)).statusCode).toBe(200)
})
