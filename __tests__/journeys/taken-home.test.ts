import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import type { ArchiveKind } from '@contract/archive'
import { ACCOUNT_TOKEN_KEY } from '@client/store/token-storage'
import { archiveForm, sampleFile } from '@support/archives'
import { axeFindings } from '@support/axe'
import { type Complaints, DESKTOP, launchBrowser, openVisit, PHONE, sidewaysScroll } from '@support/browser'
import { makeDataDir } from '@support/data-dir'
import { memorialForm } from '@support/memorial-form'
import { phonePhotograph, smallPicture } from '@support/photographs'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { unzip } from '@support/unzip'
import { until } from '@support/until'

const BIOGRAPHY = 'Родилась в Суздале.\n\nЕё любимые:\n- сад\n- книги\n\n> Живите дружно.'

let dataDir: string
let home: string
let server: ServerProcess
let browser: Browser
let keeper: RemoteAccount
let page: Page
let offline: Page
let complaints: Complaints
let id: number

beforeAll(async () => {
  dataDir = await makeDataDir('taken')
  home = await mkdtemp(path.join(tmpdir(), 'pomnim-home-'))
  server = await startServerProcess({ DATA_DIR: dataDir, CATALOGUE_DIR: path.resolve('config/demo/catalogue') })
  keeper = await openAccount(server, dataDir, 'doch@example.org')
  await fillPage()
  browser = await launchBrowser()
  ;({ page, complaints } = await openVisit(browser, server.url, { acceptDownloads: true }))
  const token: [string, string] = [ACCOUNT_TOKEN_KEY, keeper.token]
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), token)
  offline = await (await browser.newContext({ offline: true, viewport: DESKTOP, reducedMotion: 'reduce' })).newPage()
})

afterAll(async () => {
  await browser.close()
  await server.stop()
  for (const folder of [dataDir, home]) await rm(folder, { recursive: true, force: true })
})

async function fillPage(): Promise<void> {
  const json = { 'content-type': 'application/json' }
  const post = (url: string, body: object) =>
    keeper.fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) })
  await post('/promo-codes/apply', { code: 'POMNIM-ADVANCED' })
  const form = memorialForm({ biography: BIOGRAPHY, rate_check: 'true' }, { bytes: await phonePhotograph() })
  const created = await keeper.fetch('/memorial/create', { method: 'POST', body: form })
  ;({ id } = (await created.json()) as { id: number })
  await add('photo', await phonePhotograph({ width: 1200, height: 800 }), { description: 'На крыльце' })
  await add('photo', await smallPicture(), { date_text: 'лето 1956', people: 'Мария и Иван' })
  await add('audio', await sampleFile('sound.mp3'), { description: 'Колыбельная' })
  await add('video', await sampleFile('film.mp4'), { description: 'На реке' })
  await post('/burial/create', { memorial_id: id, cemetery: 'Хованское', burial_coordinates: '55.6, 37.4' })
}

async function add(kind: ArchiveKind, bytes: Buffer, fields: Record<string, string>): Promise<void> {
  const answer = await keeper.fetch(`/${kind}_archive/create`, { method: 'POST', body: archiveForm(id, bytes, fields) })
  expect(answer.status).toBe(201)
}

/** Presses what begins a download, and unpacks the archive that comes. */
async function download(name: string, folder: string): Promise<string> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name, exact: true }).click()
  const archive = await coming
  await unzip(await readFile(await archive.path()), folder)
  return archive.suggestedFilename()
}

const openOffline = (file: string) => offline.goto(pathToFileURL(path.join(home, file)).href)

describe('a page that its keeper takes home', () => {
  it('is downloaded from edit mode, under the name of the person', async () => {
    await page.goto(`/memorials/${id}`)
    await page.getByRole('button', { name: 'Редактировать', exact: true }).click()
    for (const part of ['История', 'Скачать страницу']) await page.getByRole('heading', { name: part }).click()
    expect(await page.locator('details[open] h2').allInnerTexts()).toEqual(['Скачать страницу'])
    const heading = await page.getByRole('heading', { level: 1 }).innerText()

    const name = await download('Скачать страницу', path.join(home, 'page'))

    expect(name.replace('.zip', '').toLowerCase().split(' ').sort()).toEqual(heading.toLowerCase().split(/\s/).sort())
  })

  it('opens from a disk without network, with its texts, photographs, sound and film', async () => {
    await openOffline('page/index.html')

    await offline.getByRole('heading', { name: 'Фотографии' }).waitFor()
    expect(await offline.locator('blockquote').innerText()).toBe('Живите дружно.')
    for (const picture of await offline.getByRole('img').all()) {
      await picture.scrollIntoViewIfNeeded()
      await until(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth > 0))
    }
    expect(await offline.getByRole('img').count()).toBe(3)
    for (const kind of ['audio', 'video']) {
      const recording = offline.locator(kind)
      await recording.evaluate(async (element: HTMLMediaElement) => {
        element.muted = true
        await element.play()
      })
      await until(() => recording.evaluate((element: HTMLMediaElement) => element.currentTime > 0.1))
    }
    const fonts = () => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)
    expect(await offline.evaluate(fonts)).toContain('PT Serif')
  })

  it('is a page for everyone, also on a phone', async () => {
    for (const viewport of [DESKTOP, PHONE]) {
      await offline.setViewportSize(viewport)
      expect(await axeFindings(offline)).toEqual([])
      expect(await sidewaysScroll(offline)).toBe(0)
    }
  })

  it('is there among all pages, which the cabinet gives as one archive', async () => {
    await page.goto('/profile/settings#data')
    await download('Скачать все страницы', path.join(home, 'all'))
    await openOffline('all/index.html')
    expect(await axeFindings(offline)).toEqual([])

    await offline.getByRole('listitem').getByRole('link').click()

    await offline.getByText('Родилась в').waitFor()
    await offline.getByRole('link', { name: 'Все страницы' }).click()
    await offline.getByRole('heading', { name: 'Страницы памяти' }).waitFor()
  })

  it('has asked no other host for anything, and no script has failed', () => {
    expect(complaints).toEqual({ scripts: [], foreign: [] })
  })
})
