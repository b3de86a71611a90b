import { rm } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import type { Memorial } from '@contract/memorial'
import { REPORT_REASON_TEXTS } from '@contract/reports'
import { ACCOUNT_TOKEN_KEY } from '@client/store/token-storage'
import { axeFindings } from '@support/axe'
import { type Complaints, launchBrowser, openVisit, PHONE, sidewaysScroll } from '@support/browser'
import { makeDataDir } from '@support/data-dir'
import { letterThatSays } from '@support/outbox'
import { openAccount, openModerator, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'

const OWNER = 'vnuk@example.org'
const MODERATOR = 'moderator@example.org'
const REPORTER = 'sosedka@example.org'
const PIN = '0451'
const INSULT = 'Он обокрал всю улицу.'
const REASON = 'В биографии оскорбляют человека.'
const ON_PHONE = { viewport: PHONE, hasTouch: true, isMobile: true }
const CLOSED_TITLE = 'Эту страницу семья пока хранит для себя'
/** More key presses than it takes to reach anything of the cabinet by Tab from its top. */
const TABS_AT_MOST = 100

let dataDir: string
let server: ServerProcess
let browser: Browser
let memorial: Memorial
let owner: RemoteAccount
let keeper: Page
let moderator: Page
/** Came to the page with its PIN, while it was for those who know it. */
let withPin: Page
let guest: Page
const complaints: Complaints[] = []

beforeAll(async () => {
  dataDir = await makeDataDir('reported')
  server = await startServerProcess({ DATA_DIR: dataDir, MODERATOR_EMAILS: MODERATOR })
  owner = await openAccount(server, dataDir, OWNER)
  await owner.fetch('/users/me/set-pin', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pin_code: PIN }),
  })
  memorial = await owner.createMemorial({ public_status: 'false', biography: INSULT })
  browser = await launchBrowser()
  keeper = await visit(owner)
  moderator = await visit(await openModerator(server, dataDir, MODERATOR))
  withPin = await visit()
  guest = await visit()
})

afterAll(async () => {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function visit(account?: RemoteAccount): Promise<Page> {
  const opened = await openVisit(browser, server.url, account ? undefined : ON_PHONE)
  complaints.push(opened.complaints)
  if (account) {
    const token: [string, string] = [ACCOUNT_TOKEN_KEY, account.token]
    await opened.page.addInitScript(([key, value]) => localStorage.setItem(key, value), token)
  }
  return opened.page
}

const address = () => `/memorials/${memorial.id}`

async function typePin(): Promise<void> {
  await withPin.getByLabel('PIN-код').fill(PIN)
  await withPin.getByRole('button', { name: 'Открыть страницу' }).tap()
}

/** Presses Tab until the focus is on something that matches. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const isThere = () => page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)
  for (let tab = 0; tab < TABS_AT_MOST && !(await isThere()); tab++) await page.keyboard.press('Tab')
  expect(await isThere()).toBe(true)
}

/** The page is opened anew, and tells nothing of whom it is about. */
async function seesNothing(page: Page): Promise<void> {
  await page.reload()
  await page.getByRole('heading', { level: 1, name: CLOSED_TITLE }).waitFor()
  const whole = (await page.title()) + (await page.content())
  expect(whole).not.toContain(INSULT)
  expect(whole).not.toContain(memorial.lastname)
  expect(whole).not.toContain(REASON)
}

describe('a page with an insult', () => {
  it('is opened with its PIN on a phone, and reported by whoever reads it there', async () => {
    await withPin.goto(address())
    await typePin()
    await withPin.getByText(INSULT).waitFor()
    await withPin.getByRole('button', { name: 'Сообщить о странице' }).tap()
    const dialog = withPin.getByRole('dialog', { name: 'Сообщить о странице' })
    await dialog.getByRole('radio', { name: REPORT_REASON_TEXTS.insult }).check()
    await dialog.getByLabel('Несколько слов').fill('Он был честным человеком.')
    await dialog.getByLabel('E-mail для ответа').fill(REPORTER)
    await dialog.getByRole('checkbox').check()
    expect(await axeFindings(withPin)).toEqual([])
    expect(await sidewaysScroll(withPin)).toBe(0)

    await dialog.getByRole('button', { name: 'Отправить' }).tap()
    await dialog.getByText('О решении напишем вам на почту.').waitFor()
    await dialog.getByRole('button', { name: 'Закрыть' }).tap()
  })

  it('is read by guests too, once it is for everybody', async () => {
    const form = new FormData()
    form.append('public_status', 'true')
    await owner.fetch(`/memorial/update/${memorial.id}/`, { method: 'PATCH', body: form })

    await guest.goto(address())
    await guest.getByText(INSULT).waitFor()
  })

  it('is closed by a moderator with a keyboard alone, who says why', async () => {
    await moderator.goto('/profile/words')
    const report = moderator.getByRole('article', { name: REPORT_REASON_TEXTS.insult })
    await report.getByText('Он был честным человеком.').waitFor()
    expect(await axeFindings(moderator)).toEqual([])

    await tabTo(moderator, 'article[id^=report]')
    await moderator.keyboard.press('KeyR')
    await moderator.getByRole('dialog', { name: 'Закрыть страницу?' }).waitFor()
    expect(await axeFindings(moderator)).toEqual([])
    await tabTo(moderator, 'textarea')
    await moderator.keyboard.type(REASON)
    await tabTo(moderator, 'button[type=submit]')
    await moderator.keyboard.press('Enter')

    await moderator.getByRole('group', { name: 'Закрытые страницы' }).getByText(`Причина: ${REASON}`).waitFor()
    expect(await axeFindings(moderator)).toEqual([])
  })

  it('is then seen neither by guests, nor with its PIN', async () => {
    await seesNothing(guest)
    await seesNothing(withPin)
  })

  it('tells its keeper why it is closed', async () => {
    await keeper.goto(address())

    await keeper.getByRole('alert').getByText(`Причина: ${REASON}`).waitFor()
    await keeper.getByText(INSULT).waitFor()
    expect(await axeFindings(keeper)).toEqual([])
    await letterThatSays(dataDir, OWNER, REASON)
    await letterThatSays(dataDir, REPORTER, 'Мы посмотрели её и закрыли')
  })

  it('is opened again by keys, which both sides are told', async () => {
    await tabTo(moderator, 'button[aria-label^="Открыть снова"]')
    await moderator.keyboard.press('Enter')
    await moderator.getByText('Страница снова открыта').waitFor()

    for (const reader of [guest, withPin]) {
      await reader.reload()
      await reader.getByText(INSULT).waitFor()
    }
    await keeper.reload()
    await keeper.getByText(INSULT).waitFor()
    expect(await keeper.getByText(REASON).count()).toBe(0)
    await letterThatSays(dataDir, OWNER, 'больше не закрыта нами')
    await letterThatSays(dataDir, REPORTER, 'больше не закрыта нами')
  })
})

it('has asked no other host for anything, and no script has failed', () => {
  expect(complaints.flatMap(({ scripts, foreign }) => [...scripts, ...foreign])).toEqual([])
})
