import { rm } from 'node:fs/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import type { MemoryPage, PendingMemories } from '@contract/memory'
import { API_BASE_PATH } from '@contract/paths'
import { axeFindings } from '@support/axe'
import { type Complaints, DESKTOP, launchBrowser, openVisit, PHONE } from '@support/browser'
import { makeDataDir } from '@support/data-dir'
import { codeFor } from '@support/factors'
import { openAccount, openModerator, type RemoteModerator, REMOTE_PASSWORD } from '@support/remote-account'
import { repeats } from '@support/repeats'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { until } from '@support/until'

const MODERATOR = 'moderator@example.org'
/** More than the cabinet asks for at once. */
const COUNT = repeats({ usually: 60, thoroughly: 200 })
/** More key presses than it takes to reach the list by Tab from the top of the cabinet. */
const TABS_AT_MOST = 100
/** How many times slower than this machine. */
const SLOW_PHONE = 20

let dataDir: string
let server: ServerProcess
let browser: Browser
let page: Page
let complaints: Complaints
let moderator: RemoteModerator
let memorialId: number

beforeAll(async () => {
  dataDir = await makeDataDir('moderation')
  server = await startServerProcess({ DATA_DIR: dataDir, MODERATOR_EMAILS: MODERATOR, TRUST_PROXY: '1' })
  const owner = await openAccount(server, dataDir, 'owner@example.org')
  moderator = await openModerator(server, dataDir, MODERATOR)
  memorialId = (await owner.createMemorial()).id
  for (let number = 1; number <= COUNT; number++) await leaveWords(number)
  browser = await launchBrowser()
  ;({ page, complaints } = await openVisit(browser, server.url))
})

afterAll(async () => {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Every guest has an address of their own, or the server would ask for patience. */
async function leaveWords(number: number): Promise<void> {
  const response = await fetch(`${server.url}${API_BASE_PATH}/memories/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${number}.1` },
    body: JSON.stringify({
      memorials_id: memorialId,
      description: `Воспоминание ${number}`,
      author: `Автор ${number}`,
      author_email: `guest-${number}@example.org`,
    }),
  })
  expect(response.status).toBe(201)
}

/** The author of the memory that has the focus. */
const focusedAuthor = () =>
  page.evaluate(() => document.activeElement?.closest('article[id^=pending]')?.querySelector('h3')?.textContent)

async function untilFocused(author: string): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      document.activeElement?.matches('article') && document.activeElement.querySelector('h3')?.textContent === wanted,
    author,
  )
}

const rightEdge = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().right)

const approvals = (number: number) => number % 2 === 1

async function pendingTotal(): Promise<number> {
  const response = await moderator.fetch('/memories/pending?limit=1')
  return ((await response.json()) as PendingMemories).total
}

async function approvedAuthors(): Promise<string[]> {
  const authors: string[] = []
  for (let offset = 0; offset < COUNT; offset += 100) {
    const url = `${server.url}${API_BASE_PATH}/memories/all?memorial_id=${memorialId}&limit=100&offset=${offset}`
    const { result } = (await (await fetch(url)).json()) as MemoryPage
    authors.push(...result.map(({ author }) => author))
  }
  return authors
}

describe(`a moderator with ${COUNT} memories and a keyboard`, () => {
  it('signs in and reaches the first of them by Tab', async () => {
    await page.goto('/login')
    await page.getByLabel('E-mail').fill(MODERATOR)
    await page.getByLabel('Пароль', { exact: true }).fill(REMOTE_PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByLabel('Код из приложения').fill(codeFor(moderator.codeSecret))
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname !== '/login')
    await page.goto('/profile/words')
    await page.getByText(`Ожидают решения: ${COUNT}`).first().waitFor()

    for (let tab = 0; tab < TABS_AT_MOST && (await focusedAuthor()) === undefined; tab++) {
      await page.keyboard.press('Tab')
    }

    expect(await focusedAuthor()).toBe('Автор 1')
  })

  it('finds a page that is for everyone', async () => {
    expect(await axeFindings(page)).toEqual([])
  })

  it('finds the way back within its strip on a phone with large text', async () => {
    const first = page.getByRole('article', { name: 'Автор 1', exact: true })
    const strip = page.getByRole('list', { name: 'Решения, которые можно отменить' })
    await page.setViewportSize(PHONE)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await first.scrollIntoViewIfNeeded()
    await page.keyboard.press('KeyA')

    const undoEnd = await rightEdge(strip.getByRole('button', { name: 'Отменить' }))
    expect(undoEnd).toBeLessThanOrEqual(await rightEdge(strip))
    // And the words beside or above it are not squeezed until they break.
    const { width, remPx } = await strip.getByText('Воспоминание одобрено').evaluate((words) => ({
      width: words.getBoundingClientRect().width,
      remPx: parseFloat(getComputedStyle(document.documentElement).fontSize),
    }))
    expect(width).toBeGreaterThanOrEqual(8 * remPx)

    await page.keyboard.press('Control+KeyZ')
    await untilFocused('Автор 1')
    await page.setViewportSize(DESKTOP)
    await page.evaluate(() => (document.documentElement.style.fontSize = ''))
    await first.scrollIntoViewIfNeeded()
  })

  it('decides on all, and thinks better of some', async () => {
    for (let number = 1; number <= COUNT; number++) {
      await untilFocused(`Автор ${number}`)
      if (number % 20 === 0) {
        await page.keyboard.press(approvals(number) ? 'KeyR' : 'KeyA')
        await page.keyboard.press('Control+KeyZ')
        await untilFocused(`Автор ${number}`)
      }
      await page.keyboard.press(approvals(number) ? 'KeyA' : 'KeyR')
    }

    await page.getByText('Новых воспоминаний нет.').waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

  it('leaves at once, and the server knows of every decision', async () => {
    // As on an old phone: little time is left from the moment the page hides until it is taken away.
    const phone = await page.context().newCDPSession(page)
    await phone.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PHONE })
    await page.goto('/')
    await phone.send('Emulation.setCPUThrottlingRate', { rate: 1 })

    await until(async () => (await pendingTotal()) === 0)
    const numbers = Array.from({ length: COUNT }, (_none, index) => index + 1)
    expect((await approvedAuthors()).sort()).toEqual(
      numbers
        .filter(approvals)
        .map((number) => `Автор ${number}`)
        .sort(),
    )
  })

  it('has asked no other host for anything, and no script has failed', () => {
    expect(complaints).toEqual({ scripts: [], foreign: [] })
  })
})
