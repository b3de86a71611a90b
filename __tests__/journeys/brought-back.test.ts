import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { ArchiveKind } from '@contract/archive'
import type { Exported } from '@contract/export'
import type { Memorial } from '@contract/memorial'
import { ACCOUNT_TOKEN_KEY } from '@client/store/token-storage'
import { archiveForm, sampleFile } from '@support/archives'
import { axeFindings } from '@support/axe'
import { type Complaints, DESKTOP, launchBrowser, openVisit, PHONE, sidewaysScroll } from '@support/browser'
import { copyEmptyDatabase } from '@support/data-dir'
import { memorialForm } from '@support/memorial-form'
import { startOwnS3 } from '@support/own-s3'
import { phonePhotograph, smallPicture } from '@support/photographs'
import { isPostgresExpected, startPostgres } from '@support/postgres'
import { readZip } from '@support/read-zip'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { differingPart, wholePage } from '@support/screenshots'
import { type ServerProcess, startServerProcess } from '@support/server-process'

const CATALOGUE = { CATALOGUE_DIR: path.resolve('config/demo/catalogue') }
const JSON_TYPE = { 'content-type': 'application/json' }
const NAME = 'Берёзкина Мария Ивановна'
/** As a part of all colour values: less than a letter. */
const SAME_TO_THE_EYE = 0.00002
type Viewport = typeof DESKTOP

let folder: string
let there: ServerProcess
let here: ServerProcess
let keeper: RemoteAccount
let fund: RemoteAccount
let browser: Browser
let page: Page
let complaints: Complaints
let taken: Buffer
let idThere: number
const stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-back-'))
  const dataDirs = ['there', 'here'].map((name) => path.join(folder, name)) as [string, string]
  for (const dataDir of dataDirs) copyEmptyDatabase(dataDir)
  const elsewhere = await anotherDatabaseAndStore()
  ;[there, here] = await Promise.all([
    startServerProcess({ DATA_DIR: dataDirs[0], ...CATALOGUE }),
    startServerProcess({ DATA_DIR: dataDirs[1], NEW_ACCOUNT_MEMORIALS: '1000', ...elsewhere, ...CATALOGUE }),
  ])
  keeper = await openAccount(there, dataDirs[0], 'doch@example.org')
  fund = await openAccount(here, dataDirs[1], 'fond@example.org')
  idThere = await fillPage()
  taken = await take(keeper, there, idThere)
  await writeFile(path.join(folder, 'page.zip'), taken)
  browser = await launchBrowser()
  ;({ page, complaints } = await openVisit(browser, here.url, { acceptDownloads: true }))
  const token: [string, string] = [ACCOUNT_TOKEN_KEY, fund.token]
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), token)
})

afterAll(async () => {
  await browser.close()
  for (const server of [there, here]) await server.stop()
  for (const stop of stops) await stop()
  await rm(folder, { recursive: true, force: true })
})

/** PostgreSQL where there is one, in place of the embedded database, and an object store in place of a folder. */
async function anotherDatabaseAndStore(): Promise<Record<string, string>> {
  const s3 = await startOwnS3()
  stops.push(() => s3.stop())
  if (!isPostgresExpected()) return s3.settings(s3.url)
  const postgres = await startPostgres()
  stops.push(() => postgres.stop())
  return { ...s3.settings(s3.url), DATABASE_URL: await postgres.makeDatabase() }
}

const post = (account: RemoteAccount, url: string, body: object) =>
  account.fetch(url, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) })

async function fillPage(): Promise<number> {
  await post(keeper, '/promo-codes/apply', { code: 'POMNIM-ADVANCED' })
  await post(fund, '/promo-codes/apply', { code: 'POMNIM-ADVANCED' })
  const fields = {
    ...{ lastname: 'Берёзкина', name: 'Мария', surname: 'Ивановна', maiden_name: 'Каримова' },
    ...{ birth_date: '1912-05-01', birth_precision: 'month', death_date: '1993-01-01', death_precision: 'about' },
    ...{ biography: 'Родилась в Суздале.', rate_check: 'true', rotate: '90' },
    // As what comes back is, until its keeper opens it.
    public_status: 'false',
  }
  const form = memorialForm(fields, { bytes: await phonePhotograph({ width: 1200, height: 900 }) })
  const { id } = (await (await keeper.fetch('/memorial/create', { method: 'POST', body: form })).json()) as Memorial
  const add = async (kind: ArchiveKind, bytes: Buffer, words: Record<string, string>) => {
    const answer = await keeper.fetch(`/${kind}_archive/create`, {
      method: 'POST',
      body: archiveForm(id, bytes, words),
    })
    expect(answer.status).toBe(201)
  }
  await add('photo', await phonePhotograph({ width: 1200, height: 800 }), { description: 'На крыльце' })
  await add('photo', await smallPicture(), { date_text: 'лето 1956', people: 'Мария и Иван' })
  await add('audio', await sampleFile('sound.mp3'), { description: 'Колыбельная' })
  await add('video', await sampleFile('film.mp4'), { description: 'На реке' })
  await post(keeper, '/burial/create', { memorial_id: id, cemetery: 'Хованское', burial_coordinates: '55.6, 37.4' })
  const words = { memorials_id: id, author: 'Дочь Анна', description: 'Она учила нас печь хлеб.' }
  const left = await post(keeper, '/memories/create', words)
  expect(left.status).toBe(201)
  const { id: memory } = (await left.json()) as { id: number }
  await post(keeper, `/memories/${memory}/reply`, { text: 'Приезжайте, испечём.' })
  return id
}

async function take(account: RemoteAccount, server: ServerProcess, id: number): Promise<Buffer> {
  const answer = await account.fetch(`/memorial/${id}/export`, { method: 'POST' })
  const { download_path: address } = (await answer.json()) as Exported
  return Buffer.from(await (await fetch(server.url + address)).arrayBuffer())
}

/** The sums of what was kept: posters and copies of films are made anew. */
async function sumsOf(zip: Buffer) {
  const originals = [...(await readZip(zip))].filter(
    ([name]) => /^(?:portrait|grave|photos|audio|video)/.test(name) && !/-(?:poster|copy)\./.test(name),
  )
  return originals.map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')])
}

async function check(file: string): Promise<void> {
  await page.goto('/my-memorials')
  await page.getByRole('link', { name: 'Перенести из файла' }).click()
  await page.locator('#import-file').setInputFiles(file)
  await page.getByRole('button', { name: 'Проверить файл' }).click()
}

async function create(button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByText(/^Готово: /).waitFor()
}

/** A page as its owner sees it. Its QR code says its address, which is another at each installation. */
async function pictureOf(server: ServerProcess, { token }: RemoteAccount, id: number, viewport: Viewport) {
  const { page: view } = await openVisit(browser, server.url, { viewport })
  await view.addInitScript(([key, value]) => localStorage.setItem(key, value), [ACCOUNT_TOKEN_KEY, token] as const)
  await view.goto(`/memorials/${id}`)
  await view.getByRole('heading', { level: 1, name: /Берёзкина/i }).waitFor()
  const picture = await wholePage(view, {
    mask: [view.getByRole('img', { name: /^QR-код/ })],
    // With a network there are tiles of the map, and an outline without.
    awaited: [view.locator('.map-outline, .leaflet-tile-loaded').first()],
  })
  await view.context().close()
  return picture
}

const mine = async () => ((await (await fund.fetch('/memorial/my_memorials')).json()) as { result: Memorial[] }).result

describe('a page that was taken home, at another installation', () => {
  it('is made anew from its archive', async () => {
    await check(path.join(folder, 'page.zip'))
    await page.getByText('Готово к созданию: 1 из 1 страницы.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await create('Создать 1 страницу')
    await page.getByRole('main').getByRole('link', { name: 'Мои мемориалы' }).click()
    await page.getByRole('main').getByRole('listitem').getByRole('link').click()
  })

  it('shows names, dates, burial place, words and archives as they were', async () => {
    await page.getByRole('heading', { level: 1, name: /Берёзкина/i }).waitFor()
    for (const text of [/Каримова/, /май 1912|мая 1912/, /(?:около|ок\.)\s1993/, /Родилась в/, /Хованское/]) {
      await page.getByText(text).first().waitFor()
    }
    for (const text of [/Она учила нас печь/, /Дочь Анна/, /Приезжайте, испечём/]) {
      const shown = page.getByText(text).first()
      await shown.scrollIntoViewIfNeeded()
      await shown.waitFor()
    }
    // Archives are loaded when a reader comes near.
    await page.getByRole('heading', { name: /аудио/i }).scrollIntoViewIfNeeded()
    await page.getByText('Колыбельная').first().waitFor()
  })

  it('has the same originals, byte for byte', async () => {
    const [back] = await mine()
    expect(`${back?.lastname} ${back?.name} ${back?.surname}`).toBe(NAME)
    expect(back?.public_status).toBe(false)
    const sums = await sumsOf(await take(fund, here, back?.id ?? 0))
    expect(sums).toHaveLength(6)
    expect(sums).toEqual(await sumsOf(taken))
  })
})

describe('the page beside the one that it was', () => {
  it.each([
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
  ])('looks the same on %s', async (_name, viewport) => {
    const [back] = await mine()
    const before = await pictureOf(there, keeper, idThere, viewport)
    const after = await pictureOf(here, fund, back?.id ?? 0, viewport)
    expect(await differingPart(before, after)).toBeLessThan(SAME_TO_THE_EYE)
  })
})

describe('a fund with 300 people in a table, three of them with a fault', () => {
  const person = (nth: number) => `Фондов;Иван;;12.0${1 + (nth % 9)}.19${10 + (nth % 80)};2001`
  const table = async (name: string, faults: Record<number, string>) => {
    const rows = Array.from({ length: 300 }, (_, nth) => faults[nth + 2] ?? person(nth))
    const file = path.join(folder, name)
    await writeFile(file, ['Фамилия;Имя;Отчество;Дата рождения;Дата смерти', ...rows].join('\r\n'))
    return file
  }

  it('is told of exactly these three', async () => {
    const faults = { 40: 'Фондов;;;1950;2001', 150: 'Фондов;Иван;;31.02.1950;2001', 299: 'Smith;Иван;;1950;2001' }
    await check(await table('faults.csv', faults))
    await page.getByText(/Готово к созданию: 297 из 300 строк/).waitFor()
    const list = page.getByRole('main').getByRole('listitem')
    expect(await list.count()).toBe(3)
    for (const [nth, row] of [40, 150, 299].entries())
      expect(await list.nth(nth).innerText()).toContain(`Строка ${row}`)
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport)
      expect(await axeFindings(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
    }
    expect(await mine()).toHaveLength(1)
  })

  it('mends them, and has 300 pages', async () => {
    await page.locator('#import-file').setInputFiles(await table('mended.csv', {}))
    await page.getByRole('button', { name: 'Проверить файл' }).click()
    await create('Создать 300 страниц')
    expect(await mine()).toHaveLength(301)
  })

  it('can begin with a sample of the table', async () => {
    await page.goto('/my-memorials/import')
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Скачать образец таблицы' }).click()
    const file = path.join(folder, 'sample.csv')
    await writeFile(file, await readFile(await (await coming).path()))
    await check(file)
    await page.getByText('Готово к созданию: 2 из 2 строк').waitFor()
  })
})

it('has asked no other host for anything, and no script has failed', () => {
  expect(complaints).toEqual({ scripts: [], foreign: [] })
})
