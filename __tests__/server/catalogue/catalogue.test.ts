import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ConfigError } from '@server/config'
import { readCatalogue } from '@server/modules/catalogue/read-catalogue'
import { startTestApp, type TestApp } from '@support/server-app'

const DEMO_CATALOGUE = path.resolve('config/demo/catalogue')

describe('the calls', () => {
  let server: TestApp

  beforeAll(async () => {
    server = await startTestApp({ CATALOGUE_DIR: DEMO_CATALOGUE })
  })
  afterAll(() => server.close())

  const result = async (url: string) => (await server.api({ url })).json<{ result: Record<string, unknown>[] }>().result

  it.each(['/tariffs', '/tariffs/'])('tell of one tariff of each type at %s', async (url) => {
    const types = (await result(url)).map(({ type }) => type)
    expect(types).toEqual(['base', 'advanced', 'upgrade', 'storage'])
  })

  it('tell of organizations, absent texts as null', async () => {
    expect(await result('/organizations/')).toContainEqual({
      id: expect.any(Number),
      name: expect.any(String),
      address: null,
      phone: null,
      website: null,
    })
  })

  it('tell of promotions', async () => {
    expect((await result('/promo/active')).length).toBeGreaterThan(0)
  })

  it('never tell a promo code', async () => {
    for (const url of ['/tariffs', '/organizations']) {
      expect((await server.api({ url })).body).not.toContain('POMNIM-')
    }
  })
})

describe('its files', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pomnim-catalogue-'))
    await cp(DEMO_CATALOGUE, folder, { recursive: true })
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('come with no promo code where there is no demo content', async () => {
    const { tariffs, promoCodes } = await readCatalogue(path.resolve('config/catalogue'))
    expect(tariffs).toHaveLength(4)
    expect(promoCodes).toEqual([])
  })

  it.each([
    ['is missing', 'tariffs.json', undefined, /tariffs\.json: there is no such file$/],
    ['is no JSON', 'promotions.json', '[{', /promotions\.json: /],
    ['holds an entry without its name', 'organizations.json', '[{"id":1}]', /organizations\.json: \[0\]\.\w+: /],
    ['has a code for no tariff', 'promo-codes.json', '[{"code":"x","tariff_id":99}]', /promo code X is for tariff 99/],
  ])('stop the start with one line when one %s', async (_what, name, content, line) => {
    if (content === undefined) await rm(path.join(folder, name))
    else await writeFile(path.join(folder, name), content)

    const reading = readCatalogue(folder)
    await expect(reading).rejects.toThrow(ConfigError)
    await expect(reading).rejects.toThrow(line)
  })
})
