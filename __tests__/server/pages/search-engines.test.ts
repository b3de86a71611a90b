import { sql } from 'kysely'
import type { Memorial } from '@contract/memorial'
import { startTestApp, type TestApp } from '@support/server-app'
import { aStoredMemorial, anOwner } from '@support/test-memorials'

const SITE = 'https://pomnim.example/o&o'

let server: TestApp
let token: string

beforeAll(async () => {
  server = await startTestApp({ PUBLIC_URL: SITE })
  token = (await anOwner(server)).token
})
afterAll(() => server.close())

const get = (url: string) => server.app.inject({ url })

/** The addresses in a sitemap, told by an XML parser's rules: `&amp;` is `&`. */
async function addressesIn(url: string): Promise<string[]> {
  const { statusCode, payload } = await get(url)
  if (statusCode !== 200) throw new Error(`${url} is ${statusCode}`)
  return [...payload.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'))
}

const pageOf = ({ id }: Pick<Memorial, 'id'>) => `${SITE}/memorials/${id}`

it('tells those who found a hole whom to write to, for half a year ahead', async () => {
  const { headers, payload } = await get('/.well-known/security.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(payload).toContain('Contact: mailto:')
  const [, expires = ''] = /^Expires: (.+)$/m.exec(payload) ?? []
  expect(Date.parse(expires) - Date.now()).toBeGreaterThan(170 * 24 * 3_600_000)
})

describe('robots.txt', () => {
  it('lets pages be visited, and tells where their addresses are', async () => {
    const { headers, payload } = await get('/robots.txt')
    const lines = payload.split('\n')

    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(lines).toEqual(expect.arrayContaining(['User-agent: *', 'Allow: /', `Sitemap: ${SITE}/sitemap.xml`]))
    const closed = lines.flatMap((line) => /^Disallow: (.+)$/.exec(line)?.[1] ?? [])
    expect(closed).toEqual(expect.arrayContaining(['/api/', '/media/', '/profile', '/my-memorials', '/login']))
    // Rules are beginnings of addresses.
    const pages = ['/', '/memorials', '/memorials/7', '/memorials/7/preview.jpg', '/swo', '/tariffs', '/assets/main.js']
    expect(pages.filter((page) => closed.some((rule) => page.startsWith(rule)))).toEqual([])
  })
})

describe('the sitemap', () => {
  it('leads to public memorials and the screens that are for everybody, and to nothing else', async () => {
    const open = await aStoredMemorial(server, token)
    const closed = await aStoredMemorial(server, token, { public_status: 'false' })
    const kept = await aStoredMemorial(server, token, { indexable: 'false' })

    expect(await addressesIn('/sitemap.xml')).toEqual([`${SITE}/sitemap-1.xml`])
    const addresses = await addressesIn('/sitemap-1.xml')
    expect(addresses).toEqual(expect.arrayContaining([`${SITE}/`, `${SITE}/memorials`, `${SITE}/swo`, pageOf(open)]))
    expect(addresses).not.toContain(pageOf(closed))
    expect(addresses).not.toContain(pageOf(kept))
    expect(addresses.filter((address) => /login|profile|create|my-/.test(address))).toEqual([])
  })

  it('is XML of its kind, whatever the address of the site', async () => {
    for (const url of ['/sitemap.xml', '/sitemap-1.xml']) {
      const { headers, payload } = await get(url)
      expect(headers).toMatchObject({
        'content-type': 'application/xml; charset=utf-8',
        'cache-control': 'public, max-age=600',
      })
      expect(payload).toMatch(
        /^<\?xml version="1.0" encoding="UTF-8"\?>\n<(?:urlset|sitemapindex) xmlns="http:\/\/www.sitemaps.org/,
      )
      expect(payload).toMatch(/<\/(?:urlset|sitemapindex)>\n$/)
      expect(payload).not.toMatch(/&(?!amp;)/)
    }
  })

  it('tells when a page was last changed', async () => {
    const { id } = await aStoredMemorial(server, token)
    const changedAt = async () => {
      const { payload } = await get('/sitemap-1.xml')
      return new RegExp(`/memorials/${id}</loc><lastmod>([^<]+)</lastmod>`).exec(payload)?.[1] ?? ''
    }
    const created = await changedAt()
    expect(new Date(created).toISOString()).toBe(created)

    const form = new FormData()
    form.append('biography', 'Сажала яблони.')
    await server.api({ method: 'PATCH', url: `/memorial/update/${id}`, token, payload: form })
    expect(await changedAt()).not.toBe(created)
  })

  it('loses a page that is closed, and one that its owner takes out', async () => {
    const { id } = await aStoredMemorial(server, token)
    const change = async (field: string, value: string) => {
      const form = new FormData()
      form.append(field, value)
      await server.api({ method: 'PATCH', url: `/memorial/update/${id}`, token, payload: form })
      return (await addressesIn('/sitemap-1.xml')).includes(pageOf({ id }))
    }
    expect(await change('indexable', 'false')).toBe(false)
    expect((await server.api({ url: `/memorial/${id}` })).json<Memorial>().indexable).toBe(false)
    expect(await change('indexable', 'true')).toBe(true)
    expect(await change('public_status', 'false')).toBe(false)
  })

  it('has parts of at most fifty thousand addresses, and none that is empty', async () => {
    const { user } = await anOwner(server)
    // Over two parts and a gap of a whole one.
    for (const [first, last] of [
      [1_000, 51_000],
      [101_000, 101_003],
    ] as const) {
      await sql`
        insert into memorials (id, user_id, lastname, name, lastname_key, name_key, surname_key, birth_date, death_date,
          public_status, swo_status, rate_check, is_advanced, media_storage_limit)
        overriding system value
        select id, ${user.id}, 'Ёлкин', 'Пётр', 'елкин', 'петр', '', '1921-05-09', '1999-11-30', true, false, false, false, 0
        from generate_series(${first}::int, ${last}::int) as id`.execute(server.db)
    }

    const parts = await addressesIn('/sitemap.xml')
    expect(parts).toEqual([1, 2, 3].map((part) => `${SITE}/sitemap-${part}.xml`))
    const inParts = await Promise.all(parts.map(async (part) => addressesIn(part.slice(SITE.length))))
    for (const addresses of inParts) {
      expect(addresses.length).toBeLessThanOrEqual(50_000)
      expect(addresses.length).toBeGreaterThan(0)
    }
    const all = inParts.flat()
    expect(new Set(all).size).toBe(all.length)
    for (const id of [1_000, 49_989, 49_990, 50_000, 51_000, 101_003]) expect(all).toContain(pageOf({ id }))

    await sql`update memorials set public_status = false where id between 49990 and 99978`.execute(server.db)
    expect(await addressesIn('/sitemap.xml')).toEqual([1, 3].map((part) => `${SITE}/sitemap-${part}.xml`))
    for (const part of [2, 4, 99_999]) expect((await get(`/sitemap-${part}.xml`)).statusCode).toBe(404)
  })
})
