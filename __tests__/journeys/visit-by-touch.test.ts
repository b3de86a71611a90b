import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { archivePaths } from '@contract/archive'
import type { Burial, RoadStep } from '@contract/burial'
import { archiveForm, sampleFile } from '@support/archives'
import { launchBrowser } from '@support/browser'
import { makeDataDir } from '@support/data-dir'
import { aPhone, forgetAnswers, KEPT_NOTE, type Phone, save, writeByTouch } from '@support/phone'
import { drawnPhotograph } from '@support/photographs'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { until } from '@support/until'

/** A visitor lights a candle, sits down, writes and finds the road, all by touch; then without network. */

const ROAD = ['От ворот налево', 'У голубой ограды прямо']

let dataDir: string
let server: ServerProcess
let browser: Browser
let owner: RemoteAccount
let id: number
let phone: Phone

beforeAll(async () => {
  dataDir = await makeDataDir('visit-by-touch')
  server = await startServerProcess({ DATA_DIR: dataDir, CATALOGUE_DIR: path.resolve('config/demo/catalogue') })
  owner = await openAccount(server, dataDir, 'vnuk@example.org')
  await post('/promo-codes/apply', { code: 'POMNIM-ADVANCED' })
  ;({ id } = await owner.createMemorial({ rate_check: 'true' }))
  for (const sunAt of [0.2, 0.5, 0.8]) await add('photo', await drawnPhotograph(800, 600, sunAt))
  await add('audio', await sampleFile('sound.mp3'))
  const grave = { memorial_id: id, burial_address: 'Хованское кладбище', burial_coordinates: '55.123456, 37.654321' }
  await addRoad((await (await post('/burial/create', grave)).json()) as Burial)
  browser = await launchBrowser()
  phone = await aPhone(browser, server, `/memorials/${id}`)
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
  await owner.fetch(archivePaths(kind).create, { method: 'POST', body: archiveForm(id, bytes) })
}

async function addRoad({ id, road = [] }: Burial): Promise<void> {
  const line = ROAD[road.length]
  if (line === undefined) return
  const body = new FormData()
  const before = road.map((step) => step.id)
  body.append('road', JSON.stringify({ before, steps: [...road.map(idAndLine), { id: null, line }] }))
  body.append(
    'road_photo_file',
    new Blob([new Uint8Array(await drawnPhotograph(600, 800, road.length / 2))]),
    'road.jpg',
  )
  const response = await owner.fetch(`/burial/update/${id}`, { method: 'PATCH', body })
  await addRoad((await response.json()) as Burial)
}

const idAndLine = ({ id, line }: RoadStep) => ({ id, line })

it('lights a candle, which burns until tomorrow', async () => {
  const { page } = phone
  await goByBar(page, 'Свеча')
  await page.getByRole('button', { name: 'Зажечь свечу' }).tap()
  await page.getByRole('button', { name: /Свеча горит до.завтра/ }).waitFor()
  await page.getByRole('img', { name: 'Свеча горит' }).waitFor()
})

it('sits down, and finds the road', async () => {
  await sitDown(phone.page)
  await findTheRoad(phone.page)
})

it('presses what the bar will cover when typing has ended', async () => {
  const { page } = phone
  await page.getByRole('button', { name: 'Написать' }).tap()
  await page.getByLabel('Ваше имя').tap()
  const cancel = page.getByRole('button', { name: 'Отмена' })
  await cancel.evaluate((button) => scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 2))
  const { x, y, width, height } = (await cancel.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.click(x + width / 2, y + height / 2)
  await cancel.waitFor({ state: 'detached' })
  await page.getByRole('navigation', { name: 'На этой странице' }).waitFor()
})

it('writes words, and reads them when the family has approved them', async () => {
  const { page } = phone
  await goByBar(page, 'Слова')
  await writeByTouch(page, 'Здравствуй, Петя.')
  await page.getByText('Ждёт проверки.').waitFor()
  const { result } = (await (await owner.fetch('/memories/pending')).json()) as { result: { id: number }[] }
  await post(`/memories/moderate/${result[0]?.id}`, { decision: 'approved' })
  await forgetAnswers(page)
  await page.reload()
  await page.mouse.wheel(0, 200)
  await page.getByRole('region', { name: 'Слова памяти' }).getByText('Здравствуй, Петя.').first().waitFor()
})

it('has all but the candle without network, and hears kindly why', async () => {
  const { page, context } = phone
  await save(phone)
  await forgetAnswers(page)
  await context.setOffline(true)
  await page.reload()
  await page.getByText(KEPT_NOTE).waitFor()

  await sitDown(page)
  await findTheRoad(page)
  await goByBar(page, 'Свеча')
  await page.getByRole('button', { name: 'Зажечь свечу' }).tap()
  await page.getByText('Сейчас нет связи. Когда она появится, нажмите ещё раз: свеча загорится.').waitFor()

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Зажечь свечу' }).tap()
  await page.getByRole('button', { name: /Свеча горит до.завтра/ }).waitFor()
  expect(phone.complaints).toEqual({ scripts: [], foreign: [] })
})

/** The bar at the bottom of a phone. */
async function goByBar(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'На этой странице' }).getByRole('link', { name }).tap()
}

/** Photographs pass, the voice sounds, and one button leads out. */
async function sitDown(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Посидеть рядом' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Посидеть рядом' })
  await until(() => dialog.locator('img[data-shown]').evaluate(isLoaded))
  await until(() => dialog.locator('audio').evaluate((voice: HTMLAudioElement) => voice.currentTime > 0))
  await dialog.getByRole('button', { name: 'Вернуться' }).tap()
  await dialog.waitFor({ state: 'detached' })
}

async function findTheRoad(page: Page): Promise<void> {
  await goByBar(page, 'Дорога')
  const steps = page
    .getByRole('region', { name: 'Место захоронения' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('img') })
  await until(async () => (await steps.count()) === ROAD.length)
  for (const [nth, line] of ROAD.entries()) {
    const step = steps.nth(nth)
    await step.getByText(line.replaceAll(' ', '\u00a0')).or(step.getByText(line)).waitFor()
    await step.scrollIntoViewIfNeeded()
    await until(() => step.getByRole('img').evaluate(isLoaded))
  }
}

function isLoaded(image: Element): boolean {
  const { complete, naturalWidth } = image as HTMLImageElement
  return complete && naturalWidth > 0
}
