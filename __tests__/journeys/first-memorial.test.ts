import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import exifr from 'exifr'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { type Complaints, launchBrowser, openVisit } from '@support/browser'
import { linkOfLastLetter } from '@support/outbox'
import { colourAt, phonePhotograph } from '@support/photographs'
import { freePort, type ServerProcess, startServerProcess } from '@support/server-process'

const EMAIL = 'vnuk@example.org'
const PASSWORD = 'Berezka-1945'

let dataDir: string
let server: ServerProcess
let port: string
let browser: Browser
let page: Page
let complaints: Complaints

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-journey-'))
  port = String(await freePort())
  server = await startServerProcess({ DATA_DIR: dataDir, PORT: port })
  browser = await launchBrowser()
  ;({ page, complaints } = await openVisit(browser, server.url))
})

afterAll(async () => {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function fill(label: string, value: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(value)
}

async function fillDay(group: string, [day, month, year]: [string, string, string]): Promise<void> {
  const fields = page.getByRole('group', { name: group })
  await fields.getByLabel('День').fill(day)
  await fields.getByLabel('Месяц').fill(month)
  await fields.getByLabel('Год').fill(year)
}

describe('from nothing to a memorial that anyone can find', () => {
  it('registers, and is told to look for a letter', async () => {
    await page.goto('/register')
    await fill('E-mail', EMAIL)
    await fill('Пароль', PASSWORD)
    await fill('Подтверждение пароля', PASSWORD)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Зарегистрироваться' }).click()

    await page.waitForURL('**/verify-email')
    await page.getByText(EMAIL).waitFor()
  })

  it('opens the link of the letter', async () => {
    await page.goto(await linkOfLastLetter(dataDir, EMAIL))
    await page.waitForURL('**/verify-email?verified=success')
  })

  it('logs in', async () => {
    await page.goto('/login')
    await fill('E-mail', EMAIL)
    await fill('Пароль', PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Войти' }).click()
    await page.waitForURL((url) => url.pathname !== '/login')
  })

  it('creates a memorial with a photograph of 12 megapixels that knows where it was taken', async () => {
    const photo = path.join(dataDir, 'from-the-phone.jpg')
    await writeFile(photo, await phonePhotograph())

    await page.goto('/memorials/create')
    await fill('Фамилия', 'Ёлкин')
    await fill('Имя', 'Пётр')
    await fill('Отчество', 'Андреевич')
    await fillDay('Дата рождения', ['9', '5', '1921'])
    await fillDay('Дата смерти', ['30', '11', '1999'])
    await fill('Биография', 'Учил детей географии.\n\nЛюбил реку.')
    await page.locator('input[type=file]').setInputFiles(photo)
    await page.getByRole('checkbox', { name: 'Публичная страница' }).check()
    await page.getByRole('button', { name: 'Создать мемориал' }).click()

    await page.waitForURL('**/profile')
  })

  it('finds him by «елкин» and opens his page', async () => {
    await page.goto('/memorials')
    await page.getByLabel('Фамилия').fill('елкин')
    await page.getByText('Фильтры активны').waitFor()
    await page.getByText('Ёлкин Пётр Андреевич').waitFor()
    await page.getByText('09.05.1921').waitFor()
    await page.getByRole('link', { name: /Посетить страницу/ }).click()

    await page.getByRole('heading', { level: 1, name: 'Ёлкин Пётр Андреевич' }).waitFor()
    await page.getByText('9 мая 1921').first().waitFor()
    await page.getByText('Любил реку.').waitFor()
  })

  it('shows the photograph upright, and the stored one knows no place', async () => {
    const shown = page.getByRole('img', { name: /Ёлкин Пётр Андреевич/ }).first()
    const address = (await shown.getAttribute('src')) ?? ''
    const stored = Buffer.from(await (await fetch(new URL(address, server.url))).arrayBuffer())

    expect(await exifr.parse(stored)).toBeUndefined()
    const { width, height } = await sharp(stored).metadata()
    expect(height).toBeGreaterThan(width)
    expect([await colourAt(stored, 0.5, 0.1), await colourAt(stored, 0.5, 0.9)]).toEqual(['red', 'blue'])
    const natural = await shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
    expect(natural[1]).toBeGreaterThan(natural[0] ?? 0)
  })

  it('finds everything again after a power cut', async () => {
    const address = page.url()
    await server.kill()
    server = await startServerProcess({ DATA_DIR: dataDir, PORT: port })

    await page.goto(address)
    await page.getByRole('heading', { level: 1, name: 'Ёлкин Пётр Андреевич' }).waitFor()
    await page.getByText('Любил реку.').waitFor()
  })

  it('has asked no other host for anything, and no script has failed', () => {
    expect(complaints).toEqual({ scripts: [], foreign: [] })
  })
})
