import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { archivePaths } from '@contract/archive'
import { archiveForm, sampleFile } from '@support/archives'
import { axeFindings } from '@support/axe'
import { launchBrowser, launchWholeBrowser, openVisit, PHONE, sidewaysScroll } from '@support/browser'
import { makeDataDir } from '@support/data-dir'
import { smallPicture } from '@support/photographs'
import { aPhone, forgetAnswers, KEPT_NOTE, type Phone, save, writeByTouch } from '@support/phone'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { until } from '@support/until'

/** A grave without network: a page that was kept on the phone is read there, and what is written there arrives later. */

const PIN = '0451'
const PLACE = '55.123456, 37.654321'

let dataDir: string
let server: ServerProcess
let browser: Browser
let owner: RemoteAccount
let openId: number
let closedId: number

beforeAll(async () => {
  dataDir = await makeDataDir('graveside')
  server = await startServerProcess({ DATA_DIR: dataDir, CATALOGUE_DIR: path.resolve('config/demo/catalogue') })
  owner = await openAccount(server, dataDir, 'vnuk@example.org')
  await post('/promo-codes/apply', { code: 'POMNIM-ADVANCED' })
  await post('/users/me/set-pin', { pin_code: PIN })
  openId = (await owner.createMemorial({ rate_check: 'true' })).id
  closedId = (await owner.createMemorial({ public_status: 'false', lastname: 'Закрытая' })).id
  await add('photo', await smallPicture())
  await add('audio', await sampleFile('sound.mp3'))
  await post('/burial/create', { memorial_id: openId, burial_address: 'Хованское кладбище', burial_coordinates: PLACE })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

function post(address: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return owner.fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function add(kind: 'photo' | 'audio', bytes: Uint8Array): Promise<void> {
  await owner.fetch(archivePaths(kind).create, { method: 'POST', body: archiveForm(openId, bytes) })
}

const VISIT_MS = 20_000

/** All that the caches of a page's device hold, but for the program: addresses without the site's. */
function keptOn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => !name.startsWith('workbox-'))
    const entries = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return entries.flat().map(({ url }) => url.slice(location.origin.length))
  })
}

/** The keys of what the page's device has of what was written there: sent, not yet sent, or only begun. */
const writtenOn = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /-(draft|memory)-/.test(key)))

const databasesOn = (page: Page) => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))

async function openClosedPage(): Promise<Phone> {
  const { page, complaints } = await openVisit(browser, server.url, { viewport: PHONE, hasTouch: true, isMobile: true })
  await page.goto(`/memorials/${closedId}`)
  await page.getByLabel('PIN-код').fill(PIN)
  await page.getByRole('button', { name: 'Открыть страницу' }).tap()
  await page.getByRole('heading', { level: 1, name: /Закрытая/ }).waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
  return { context: page.context(), page, complaints }
}

describe('a page that was saved', () => {
  let phone: Phone

  beforeAll(async () => {
    phone = await aPhone(browser, server, `/memorials/${openId}`)
    await save(phone)
  })
  afterAll(() => phone.context.close())

  it('tells what of it is kept', async () => {
    const { page } = phone
    await page.getByRole('button', { name: 'Сохранено на телефоне' }).tap()
    const dialog = page.getByRole('dialog')

    expect(await dialog.innerText()).toMatch(/слова памяти, место захоронения, 1.фотография, голос/)
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Закрыть' }).tap()
  })

  it('is read without network after a reload, and says from when it is', async () => {
    const { page, context, complaints } = phone
    // The emulated loss of network leaves a service worker `onLine`: it would be given what the browser itself still holds.
    await forgetAnswers(page)
    await context.setOffline(true)
    await page.reload()

    await page.getByText(KEPT_NOTE).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/Ёлкин\s+Пётр Андреевич/i)
    await page.getByText('Учил детей географии.').waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    expect(complaints).toEqual({ scripts: [], foreign: [] })
  })

  it('lets one hear the voice', async () => {
    const { page } = phone
    await page.getByRole('button', { name: /Услышать голос/ }).tap()
    await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0.2)
  })

  it('shows its photo, and where in the country the grave lies', async () => {
    const { page } = phone
    const photos = page.getByRole('region', { name: 'Фотографии' })
    await photos.scrollIntoViewIfNeeded()
    const photo = photos.locator('img:not([data-preview])').first()
    await photo.waitFor()
    await until(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth > 0))

    const grave = page.getByRole('region', { name: 'Место захоронения' })
    await grave.scrollIntoViewIfNeeded()
    await grave.getByText('Хованское кладбище').waitFor()
    await grave.getByText(/Пока видно только, в какой части страны это место/).waitFor()
    const map = grave.getByRole('application', { name: 'Карта места захоронения' })
    await map.getByText('Москва').waitFor()
    await map.locator('.map-pin').waitFor()
    await until(() => map.locator('canvas').first().evaluate(isDrawnOn))
    await grave.getByText('Проложить маршрут').tap()
    expect(await grave.getByRole('link', { name: /Яндекс/ }).getAttribute('href')).toContain('55.123456')
  })

  it('takes words, which arrive once when the network is back', async () => {
    const { page, context } = phone
    await writeByTouch(page, 'Стою у его могилы.')
    await page.getByText('Ждёт связи. Слова отправятся сами, когда она появится.').waitFor()
    await page.reload()
    await page.getByText('Ждёт связи.').waitFor()

    await context.setOffline(false)
    await page.getByText('Ждёт проверки.').waitFor()
    await page.reload()
    await page.mouse.wheel(0, 200)

    const { result } = (await (await owner.fetch('/memories/pending')).json()) as { result: { description: string }[] }
    expect(result.map(({ description }) => description)).toEqual(['Стою у его могилы.'])
    expect(await page.getByText(KEPT_NOTE).count()).toBe(0)
  })

  it('leaves nothing on the phone when it is deleted elsewhere', async () => {
    const { page } = phone
    await page.getByRole('button', { name: 'Написать' }).tap()
    await page.getByLabel('Воспоминание').fill('Начатые слова.')
    const [draft, waiting] = [`memory-draft-${openId}-guest`, `waiting-memory-${openId}-guest`]
    await until(async () => (await writtenOn(page)).sort().join() === [draft, waiting].join())
    expect(await keptOn(page)).toContain(`/api/v1/memorial/${openId}`)
    await owner.deleteMemorial(openId)

    let visitedAt = -Infinity
    await until(async () => {
      // A visit asks once for the pages that are kept. Where a busy server answers too late, the next visit asks again.
      if (performance.now() - visitedAt > VISIT_MS) {
        await page.goto('/')
        await page.mouse.wheel(0, 200)
        visitedAt = performance.now()
      }
      return (await keptOn(page)).length === 0 && (await writtenOn(page)).length === 0
    })
    expect(await databasesOn(page)).toEqual([])
  })
})

describe('a closed page', () => {
  it('opens without network for whoever has entered its PIN, until the PIN’s hours are over', async () => {
    const phone = await openClosedPage()
    const { page, context } = phone
    await save(phone)
    await context.setOffline(true)
    await page.reload()
    await page.getByText(KEPT_NOTE).waitFor()

    await page.evaluate(hoursPass)
    await page.reload()
    await page.getByText('Не удалось загрузить мемориал.').waitFor()
    expect(await keptOn(page)).toEqual([])
    await context.close()
  })

  it('that was saved opens in no other tab without network, and is not named there', async () => {
    const phone = await openClosedPage()
    const { context } = phone
    await save(phone)
    const other = await context.newPage()
    await other.goto('/saved')
    await other.getByText('Здесь пока ничего нет').waitFor()

    await context.setOffline(true)
    await other.goto(`/memorials/${closedId}`)
    await other.getByText('Не удалось загрузить мемориал.').waitFor()
    expect(await other.getByText(/Закрытая/).count()).toBe(0)
    await context.close()
  })

  it('goes from the phone at the next look when its PIN has changed', async () => {
    const phone = await openClosedPage()
    const { page, context } = phone
    await save(phone)
    await post('/users/me/change-pin', { current_pin_code: PIN, new_pin_code: PIN })

    await page.reload()
    await page.getByRole('heading', { name: 'Эту страницу семья пока хранит для себя' }).waitFor()
    await until(async () => (await keptOn(page)).length === 0)
    await context.close()
  })

  it('is not kept for whoever does not know its PIN', async () => {
    const { page, context } = await aPhone(browser, server, `/memorials/${closedId}`)
    await page.getByRole('heading', { name: 'Эту страницу семья пока хранит для себя' }).waitFor()
    expect(await keptOn(page)).toEqual([])
    await context.close()
  })
})

describe('a phone without network', () => {
  let phone: Phone

  // Its service worker comes with the whole program. What one test leaves on it is in the way of no other.
  beforeAll(async () => {
    phone = await aPhone(browser, server, '/')
  })
  beforeEach(() => phone.context.setOffline(false))
  afterAll(() => phone.context.close())

  it('shows pages that were only visited, and a list of all', async () => {
    const visited = await owner.createMemorial({ lastname: 'Посещённый' })
    const { page, context } = phone
    await page.goto(`/memorials/${visited.id}`)
    await page.mouse.wheel(0, 200)
    await until(async () => (await keptOn(page)).includes('/kept/facts'))
    await context.setOffline(true)
    await forgetAnswers(page)

    await page.goto('/saved')
    await page.getByRole('heading', { name: 'Открывались недавно' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'Посетить страницу' }).tap()
    await page.getByText(KEPT_NOTE).waitFor()
  })

  it('shows a page of ours at an address that is not kept', async () => {
    const { page, context } = phone
    await page.goto('/')
    await context.setOffline(true)
    await page.goto(`/memorials/${closedId}`)
    await page.getByText('Не удалось загрузить мемориал.').waitFor()
    expect(await page.getByRole('banner').count()).toBe(1)
  })

  it('can put the site on its screen', async () => {
    // What puts it there surrounds the page.
    const whole = await launchWholeBrowser()
    const { page, context } = await aPhone(whole, server, '/')
    const session = await context.newCDPSession(page)
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    // Every visit of the tests is private, which is all that stands in the way.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
    await whole.close()
  })
})

function isDrawnOn(element: Element): boolean {
  const { width, height } = element as HTMLCanvasElement
  const pixels = (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data
  return pixels?.some((value) => value > 0) ?? false
}

/** What the device keeps is as old as if the hours of a PIN were over. Runs in the page. */
async function hoursPass(): Promise<void> {
  for (const name of (await caches.keys()).filter((each) => each.startsWith('memorial-'))) {
    const cache = await caches.open(name)
    const facts = (await (await cache.match('/kept/facts'))?.json()) as object
    await cache.put('/kept/facts', Response.json({ ...facts, keptUntil: new Date(Date.now() - 1000).toISOString() }))
  }
}
