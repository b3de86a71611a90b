import { hash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createRenderer } from '@client/ssr/render'
import { MEMORIES_PAGE_SIZE } from '@contract/limits'
import { RENDERED_STATE_ELEMENT_ID } from '@contract/settings'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

const HOSTILE = '</script><script>alert(1)</script><!-- & "кавычки" \'и\' $& <img src=x onerror=alert(2)>'
const NOBODY = 987_654_321

let clientFolder: string
let server: TestApp
let owner: string

beforeAll(async () => {
  clientFolder = await mkdtemp(path.join(tmpdir(), 'pomnim-client-'))
  await writeFile(
    path.join(clientFolder, 'index.html'),
    '<html><head><!--head--></head><body><div id="root"><!--app--></div><!--data--></body></html>',
  )
  server = await startTestApp({ PUBLIC_URL: 'https://pomnim.example' }, { clientFolder, createRenderer })
  owner = (await anOwner(server)).token
})
afterAll(async () => {
  await server.close()
  await rm(clientFolder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })

const stateOf = (html: string) => {
  const json = new RegExp(`id="${RENDERED_STATE_ELEMENT_ID}">(.*?)</script>`, 's').exec(html)?.[1]
  return JSON.parse(json ?? 'null') as { queries: Record<string, { data?: unknown }> }
}

async function write(memorialId: number, description: string): Promise<void> {
  const payload = { memorials_id: memorialId, author: 'Внук', description }
  const { statusCode } = await server.api({ method: 'POST', url: '/memories/create', token: owner, payload })
  expect(statusCode).toBe(201)
}

describe('a public memorial', () => {
  it('is there as HTML: name, dates, biography, burial place, words', async () => {
    const { id } = await aStoredMemorial(server, owner, {
      lastname: 'Ёлкин',
      name: 'Пётр',
      birth_date: '1901-02-03',
      death_date: '1984-05-06',
      biography: 'Сеял хлеб.\n\nПел в хоре.',
    })
    const burial = { memorial_id: id, burial_address: 'Село Берёзовка', burial_coordinates: '56.1, 40.4' }
    await server.api({ method: 'POST', url: '/burial/create', token: owner, payload: burial })
    await write(id, 'Помню его руки.')

    const { statusCode, body, headers } = await get(`/memorials/${id}`)

    expect(statusCode).toBe(200)
    expect(headers.vary).toContain('Accept-Encoding')
    const text = body
      .replace(/<(script|style)\b.*?<\/\1>/gs, '')
      .replace(/<[^>]+>/g, '\n')
      .replaceAll('\u00a0', ' ')
    for (const part of ['Ёлкин Пётр', '3 февраля 1901 — 6 мая 1984', 'Сеял хлеб.', 'Пел в хоре.'])
      expect(text).toContain(part)
    for (const part of ['Село Берёзовка', '56.1, 40.4', 'Помню его руки.', 'Внук']) expect(text).toContain(part)
  })

  it('carries the answers that it was rendered from, so that the browser asks for none of them', async () => {
    const { id } = await aStoredMemorial(server, owner)
    const { queries } = stateOf((await get(`/memorials/${id}`)).body)
    const asked = Object.entries(queries).map(([key, { data }]) => key.replace(/\(.*/s, data === null ? ': none' : ''))
    expect(asked.sort()).toEqual(['getBurial: none', 'getMemorial', 'getMemories', 'getStories'])
  })

  it('keeps a text that looks like a script a text, wherever it stands', async () => {
    const { id } = await aStoredMemorial(server, owner, { biography: HOSTILE })
    await write(id, HOSTILE)
    const { body } = await get(`/memorials/${id}`)
    expect(body).not.toContain('<script>alert')
    expect(body).not.toContain('<img src=x')
    expect(body).not.toContain('<!-- &')
    // Each script of the page is data.
    for (const [, attributes] of body.matchAll(/<script\b([^>]*)>/g))
      expect(attributes).toMatch(/type="application\/(ld\+)?json"/)
    expect(JSON.stringify(stateOf(body))).toContain(JSON.stringify(HOSTILE).slice(1, -1))
  })

  it('tells search engines and messengers whom it is about', async () => {
    const { id } = await aStoredMemorial(server, owner, {
      lastname: 'Сомова',
      name: 'Анна',
      surname: 'Андреевна',
      birth_date: '1920-01-01',
      death_date: '1999-12-31',
      biography: 'Учила детей & взрослых.',
    })
    const { body } = await get(`/memorials/${id}?utm_source=letter`)
    expect(body).toContain('<title>Сомова Анна Андреевна — ')
    expect(body).toContain(`<link data-server="" rel="canonical" href="https://pomnim.example/memorials/${id}"/>`)
    expect(body).toContain('property="og:title" content="Сомова Анна Андреевна, 1920\u00a0— 1999"')
    expect(body).toContain('name="description" content="Учила детей &amp; взрослых."')
    expect(body).toMatch(/property="og:image" content="https:\/\/pomnim\.example\/[^"]+\.jpg[^"]*"/)
    const facts = JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? '') as object
    expect(facts).toMatchObject({
      '@type': 'Person',
      familyName: 'Сомова',
      birthDate: '1920-01-01',
      deathDate: '1999-12-31',
    })
    expect(body).not.toContain('noindex')
  })

  it('tells them of dates what is known of them, and of a maiden name', async () => {
    const told = async (fields: Record<string, string>) => {
      const { id } = await aStoredMemorial(server, owner, { lastname: 'Сомова', name: 'Анна', surname: '', ...fields })
      const { body } = await get(`/memorials/${id}`)
      return {
        title: /og:title" content="([^"]*)"/.exec(body)?.[1]?.replaceAll('\u00a0', ' '),
        facts: JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? '') as object,
      }
    }
    const inexact = await told({ birth_precision: 'about', death_precision: 'month', maiden_name: 'Каримова' })
    expect(inexact.title).toBe('Сомова Анна, около 1921 — 1999')
    expect(inexact.facts).toMatchObject({ birthDate: '1921', deathDate: '1999-11', alternateName: 'Каримова Анна' })

    const unknown = await told({ birth_precision: 'unknown', death_precision: 'year' })
    expect(unknown.title).toBe('Сомова Анна, ум. 1999')
    expect(unknown.facts).toMatchObject({ deathDate: '1999' })
    for (const fact of ['birthDate', 'alternateName']) expect(unknown.facts).not.toHaveProperty(fact)

    const { title } = await told({ birth_precision: 'unknown', death_precision: 'unknown' })
    expect(title).toBe('Сомова Анна')
  })

  it('is kept away from search engines when its owner wants so', async () => {
    const { id } = await aStoredMemorial(server, owner, { indexable: 'false' })
    expect((await get(`/memorials/${id}`)).body).toContain('name="robots" content="noindex"')
  })

  it('is rendered anew as soon as something of it changes', async () => {
    const { id } = await aStoredMemorial(server, owner, { biography: 'Первая редакция' })
    const first = await get(`/memorials/${id}`)
    expect(first.body).toContain('Первая редакция')
    expect((await get(`/memorials/${id}`, { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304)

    const payload = { biography: 'Вторая редакция' }
    await server.api({ method: 'PATCH', url: `/memorial/update/${id}`, token: owner, payload })
    const second = await get(`/memorials/${id}`, { 'if-none-match': String(first.headers.etag) })
    expect(second.statusCode).toBe(200)
    expect(second.body).toContain('Вторая редакция')

    await write(id, 'Новые слова')
    expect((await get(`/memorials/${id}`)).body).toContain('Новые слова')
  })

  it('is the same text when it is rendered anew and nothing that it shows has changed', async () => {
    const biography = 'Перо css-constructor и перо.'
    const { id } = await aStoredMemorial(server, owner, { biography })
    const { body, headers } = await get(`/memorials/${id}`)
    expect(body).not.toContain('function Object')

    for (const text of ['Другое.', biography]) {
      const payload = { biography: text }
      await server.api({ method: 'PATCH', url: `/memorial/update/${id}`, token: owner, payload })
      expect((await get(`/memorials/${id}`)).body).toContain(text)
    }
    expect((await get(`/memorials/${id}`, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  })

  it('disappears with the next visit when it is closed or deleted', async () => {
    const { id } = await aStoredMemorial(server, owner, { lastname: 'Закроев' })
    expect((await get(`/memorials/${id}`)).body).toContain('Закроев')

    await server.api({
      method: 'PATCH',
      url: `/memorial/update/${id}`,
      token: owner,
      payload: { public_status: 'false' },
    })
    expect((await get(`/memorials/${id}`)).body).not.toContain('Закроев')

    await server.api({ method: 'DELETE', url: `/memorial/delete/${id}/`, token: owner })
    expect((await get(`/memorials/${id}`)).statusCode).toBe(404)
  })

  it('shows further words by its address', async () => {
    const { id } = await aStoredMemorial(server, owner)
    const words = Array.from({ length: MEMORIES_PAGE_SIZE + 1 }, (_nothing, index) => ({
      memorials_id: id,
      author: 'Внук',
      description: `Слова ${index + 1}.`,
      status: 'approved' as const,
      created_at: new Date(Date.UTC(2020, 0, index + 1)),
    }))
    await server.db.insertInto('memories').values(words).execute()
    expect((await get(`/memorials/${id}`)).body).not.toContain('Слова 1.')
    expect((await get(`/memorials/${id}`)).body).toContain('href="?words=2"')
    expect((await get(`/memorials/${id}?words=2`)).body).toContain('Слова 1.')
  })
})

describe('a closed memorial', () => {
  it('has the page of any other closed memorial, whoever it is about', async () => {
    const [one, other] = [
      await aStoredMemorial(server, owner, { lastname: 'Тайный', public_status: 'false', biography: 'Секрет' }),
      await aStoredMemorial(server, owner, { lastname: 'Скрытая', public_status: 'false' }),
    ]
    const [first, second] = [await get(`/memorials/${one.id}`), await get(`/memorials/${other.id}`)]

    expect(first.statusCode).toBe(200)
    expect(first.body).not.toMatch(/Тайный|Секрет|og:|canonical/)
    expect(first.body).toContain('<meta name="robots" content="noindex">')
    expect(first.body).toBe(second.body)
    const stable = ({ date, ...headers }: Record<string, unknown>) => headers
    expect(stable(first.headers)).toEqual(stable(second.headers))
  })

  it('opens to nobody by a token: what a page holds is the same for all', async () => {
    const { id } = await aStoredMemorial(server, owner, { lastname: 'Тайный', public_status: 'false' })
    expect((await get(`/memorials/${id}`, { authorization: `Bearer ${owner}` })).body).not.toContain('Тайный')
  })
})

describe('lists', () => {
  it('are searched, sorted and paged by their address alone', async () => {
    for (const letter of 'абвгдежзиклмн') await aStoredMemorial(server, owner, { lastname: `Листов${letter}` })
    const first = await get('/memorials?lastname=листов')
    expect(first.body).toContain('Листова')
    expect(first.body).not.toContain('Листовн')
    expect(first.body).toMatch(/href="\/memorials\?lastname=[^"]*page=2"/)

    const second = await get('/memorials?lastname=листов&page=2')
    expect(second.body).toContain('Листовн')
    const down = await get('/memorials?lastname=листов&sort_order=desc')
    expect(down.body).toContain('Листовн')
    expect(down.body).not.toContain('Листова')
    expect((await get('/memorials?lastname=нетникого')).body).toContain('Мемориалы не найдены')
  })

  it('send whoever asks for a page behind the last one to the last one', async () => {
    const { statusCode, headers } = await get('/memorials?lastname=листов&page=900')
    expect(statusCode).toBe(302)
    expect(headers.location).toMatch(/^\/memorials\?lastname=.*&page=2$/)
  })

  it('have forms that work without the program', async () => {
    for (const address of ['/memorials', '/swo']) {
      const { body } = await get(address)
      const form = /<form\b[^>]*>/.exec(body)?.[0]
      expect(form).toContain('method="get"')
      for (const name of ['lastname', 'name', 'surname', 'sort_by', 'sort_order'])
        expect(body).toContain(`name="${name}"`)
    }
  })

  it('name a memorial as soon as it is there', async () => {
    expect((await get('/memorials?lastname=новиков')).body).not.toContain('Новиков')
    await aStoredMemorial(server, owner, { lastname: 'Новиков' })
    expect((await get('/memorials?lastname=новиков')).body).toContain('Новиков')
  })
})

it.each([
  ['/', 'Страницы памяти'],
  ['/tariffs', 'Тарифы и цены'],
  ['/cooperation', 'Сотрудничество'],
  ['/how-it-works', 'Как это работает'],
  ['/privacy-policy', 'Политика обработки персональных данных'],
  ['/consent', 'Согласие на обработку персональных данных'],
])('%s is rendered, described, and free of styles that its policy refuses', async (url, heading) => {
  const { statusCode, body, headers } = await get(url)
  expect(statusCode).toBe(200)
  expect(body).toMatch(new RegExp(`<h1[^>]*>[^<]*${heading.slice(0, 10)}`))
  expect(body).toMatch(/<meta data-server="" name="description" content="[^"]{20,}"/)
  expect(body).toContain('property="og:image"')
  expect(body).not.toMatch(/<[a-z]+[^>]* style="/)
  const sheets = Array.from(body.matchAll(/<style\b[^>]*>([^]*?)<\/style>/g), ([, css = '']) => css)
  expect(sheets.length).toBeGreaterThanOrEqual(3)
  const policy = String(headers['content-security-policy'])
  for (const css of sheets) expect(policy).toContain(`'sha256-${hash('sha256', css, 'base64')}'`)
  expect(policy).not.toMatch(/unsafe|nonce/)
})

it.each(['/nowhere', '/memorials/x', `/memorials/${NOBODY}`])(
  '%s says with its status that nothing is there',
  async (url) => {
    const { statusCode, body } = await get(url)
    expect(statusCode).toBe(404)
    expect(body).toMatch(/<h1[^>]*>(Страница не найдена|Такой страницы нет)/)
    expect(body).toContain('noindex')
    expect(body).not.toContain('canonical')
  },
)

it.each(['/login', '/profile', '/my-memorials', '/memorials/create'])(
  '%s is an empty page, not to be found',
  async (url) => {
    const { statusCode, body } = await get(url)
    expect(statusCode).toBe(200)
    expect(body).not.toContain('<h1')
    expect(body).toContain('noindex')
    expect(body).toContain('<noscript>')
  },
)

it('sends empty pages, which the program fills, when more is to be rendered than it can', async () => {
  const addresses = Array.from({ length: 40 }, (_nothing, index) => `/memorials?lastname=толпа${'а'.repeat(index)}`)
  const answers = await Promise.all(addresses.map((address) => get(address)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const rendered = answers.filter(({ body }) => body.includes('<h1'))
  expect(rendered.length).toBeGreaterThan(0)
  expect(rendered.length).toBeLessThan(addresses.length)
  expect((await get('/memorials?lastname=толпа')).body).toContain('<h1')
})

it.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ['br;q=0.0, gzip;q=0', undefined, undefined],
  ['brotli', undefined, undefined],
])('to whoever accepts %s it is sent as %s', async (accepted, encoding, decompress) => {
  const { headers, rawPayload } = await get('/memorials', { 'accept-encoding': accepted })
  expect(headers['content-encoding']).toBe(encoding)
  expect(headers.vary).toBe('Accept-Encoding')
  expect((decompress?.(rawPayload) ?? rawPayload).toString()).toContain('<h1')
})

it('sends the same page to everybody while it is kept', async () => {
  const [first, second] = [await get('/swo'), await get('/swo')]
  expect(second.body).toBe(first.body)
  expect(second.headers.etag).toBe(first.headers.etag)
  expect(second.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
})
