import { rm } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { type Complaints, launchBrowser, openVisit } from '@support/browser'
import { copyDemoData } from '@support/demo-data'
import { linkOfLastLetter, newLinkOfLastLetter } from '@support/outbox'
import { freePort, type ServerProcess, startServerProcess } from '@support/server-process'

const EMAIL = 'vnuchka@example.org'
const FIRST_PASSWORD = 'Berezka-1945'
const SECOND_PASSWORD = 'Ryabina-1961'
const FIRST_PIN = '0571'
const SECOND_PIN = '19610412'
/** From a page that only says that something is done. */
const LEADS_ON_AFTER_MS = 6000

let dataDir: string
let server: ServerProcess
let browser: Browser
let page: Page
let complaints: Complaints
let resetLink: string
let memorialId: string
let memorialToken: string

beforeAll(async () => {
  dataDir = await copyDemoData()
  // Demo content has the promo codes.
  server = await startServerProcess({ DATA_DIR: dataDir, PORT: String(await freePort()), DEMO_CONTENT: 'on' })
  browser = await launchBrowser()
  ;({ page, complaints } = await openVisit(browser, server.url))
})

afterAll(async () => {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const field = (label: string, on = page) => on.getByRole('main').getByRole('textbox', { name: label, exact: true })
const press = (name: string, on = page) => on.getByRole('main').getByRole('button', { name, exact: true }).click()

async function logIn(password: string): Promise<void> {
  await page.goto('/login')
  await field('E-mail').fill(EMAIL)
  await field('Пароль').fill(password)
  await press('Войти')
}

describe('an account', () => {
  it('is made, and confirmed by the link of the letter', async () => {
    await page.goto('/register')
    await field('E-mail').fill(EMAIL)
    await field('Пароль').fill(FIRST_PASSWORD)
    await field('Подтверждение пароля').fill(FIRST_PASSWORD)
    await page.getByRole('checkbox').check()
    await press('Зарегистрироваться')
    await page.waitForURL('**/verify-email')

    await page.goto(await linkOfLastLetter(dataDir, EMAIL))

    await page.waitForURL('**/verify-email?verified=success')
  })

  it('gets a letter when its password is forgotten', async () => {
    const before = await linkOfLastLetter(dataDir, EMAIL)
    await page.goto('/login')
    await field('E-mail').fill(EMAIL)
    await page.getByRole('link', { name: 'Забыли пароль?' }).click()
    await page.waitForURL('**/forgot-password')
    await press('Отправить письмо')

    await page.getByText(`Мы отправили письмо на ${EMAIL}`).waitFor()
    resetLink = await newLinkOfLastLetter(dataDir, EMAIL, before)
    expect(new URL(resetLink).pathname).toMatch(/^\/reset-password\/.+/)
  })

  it('gets a new password by its link, and leads to /login', async () => {
    // The clock of a visit stays moved, so this is another one.
    const visit = await openVisit(browser, server.url)
    await visit.page.clock.install()
    await visit.page.goto(resetLink)
    await field('Новый пароль', visit.page).fill(SECOND_PASSWORD)
    await field('Подтверждение пароля', visit.page).fill(SECOND_PASSWORD)
    await press('Сохранить', visit.page)

    await visit.page.getByRole('heading', { level: 1, name: 'Пароль изменён' }).waitFor()
    expect(new URL(visit.page.url()).pathname).toBe('/reset-password')
    await visit.page.clock.fastForward(LEADS_ON_AFTER_MS)
    await visit.page.waitForURL('**/login')
    expect(visit.complaints).toEqual({ scripts: [], foreign: [] })
    await visit.page.context().close()
  })

  it('is not changed twice by one link', async () => {
    await page.goto(resetLink)
    await field('Новый пароль').fill(FIRST_PASSWORD)
    await field('Подтверждение пароля').fill(FIRST_PASSWORD)
    await press('Сохранить')

    const alert = page.getByRole('alert').filter({ hasText: 'Ошибка при сбросе пароля.' })
    expect(await alert.innerText()).toBe('Ошибка при сбросе пароля. Возможно, токен устарел или недействителен.')
  })

  it('opens to the new password only', async () => {
    await logIn(FIRST_PASSWORD)
    await page.getByRole('alert').filter({ hasText: 'Неверный логин или пароль' }).waitFor()

    await logIn(SECOND_PASSWORD)
    await page.waitForURL('**/profile')
  })
})

describe('its PIN', () => {
  it('is set, and opens a closed memorial to a visitor', async () => {
    memorialId = await closedMemorial()
    await page.goto('/my-memorials')
    await page.getByRole('link', { name: 'Установить PIN-код' }).click()
    await page.waitForURL('**/profile/settings#pin')
    await page.waitForFunction(isFocusInSight)
    await field('PIN-код').fill(FIRST_PIN)
    await press('Сохранить')
    await page.getByText('PIN-код установлен. Сообщите его тем').waitFor()

    expect(await asVisitor('GET', `memorial/${memorialId}`)).toMatchObject({ status: 403 })
    const verified = await asVisitor('POST', `memorial/${memorialId}/verify-pin`, { pin_code: FIRST_PIN })
    memorialToken = verified.body.access_token ?? ''
    expect(await asVisitor('GET', `memorial/${memorialId}`, undefined, memorialToken)).toMatchObject({ status: 200 })
  })

  it('is changed, and what the old one gave is closed again', async () => {
    await press('Изменить PIN-код')
    await field('Текущий PIN-код').fill(SECOND_PIN)
    await field('Новый PIN-код').fill(SECOND_PIN)
    await press('Сохранить')
    await page.getByText('Неверный текущий PIN-код').waitFor()
    await field('Текущий PIN-код').fill(FIRST_PIN)
    await press('Сохранить')
    await page.getByText('PIN-код изменён. Прежний больше ничего не открывает.').waitFor()

    expect(await asVisitor('GET', `memorial/${memorialId}`, undefined, memorialToken)).toMatchObject({ status: 403 })
    const verified = await asVisitor('POST', `memorial/${memorialId}/verify-pin`, { pin_code: SECOND_PIN })
    expect(verified.status).toBe(200)
  })
})

it('a promo code travels in capitals, and what it gives is there', async () => {
  await page.goto('/profile/settings#extras')
  await field('Промокод').fill(' pomnim-advanced ')
  const sent = page.waitForRequest('**/api/v1/promo-codes/apply')
  await press('Применить')

  expect((await sent).postDataJSON()).toEqual({ code: 'POMNIM-ADVANCED' })
  await page.getByText(/^Промокод принят: тариф «.+»\.$/).waitFor()
  const credit = page.getByRole('definition').filter({ hasText: /^2$/ })
  await credit.waitFor()

  await field('Промокод').fill('POMNIM-ADVANCED')
  await press('Применить')
  await page.getByRole('alert').filter({ hasText: 'Промокод не найден или уже использован' }).waitFor()
  await page.reload()
  await credit.waitFor()
})

it('a logout in one tab is followed by the others', async () => {
  const otherTab = await page.context().newPage()
  await otherTab.goto('/my-memorials')
  await otherTab.getByRole('article').waitFor()

  await press('Выйти')

  await page.waitForURL(({ pathname }) => pathname === '/')
  await page.getByRole('link', { name: 'Войти' }).waitFor()
  await otherTab.waitForURL('**/login')
  await otherTab.close()
})

it('has asked no other host for anything, and no script has failed', () => {
  expect(complaints).toEqual({ scripts: [], foreign: [] })
})

/** Made by the account that is signed in, past the screens: they have a journey of their own. Its id. */
async function closedMemorial(): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('pomnim.account-token'))
  const fields = { lastname: 'Ёлкина', name: 'Анна', birth_date: '1931-05-09', death_date: '2014-11-02' }
  const response = await page.request.post('/api/v1/memorial/create', {
    multipart: { ...fields, public_status: 'false' },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status()).toBe(201)
  return String(((await response.json()) as { id: number }).id)
}

interface Answer {
  status: number
  body: { access_token?: string }
}

/** A call from a browser of somebody else's. */
async function asVisitor(method: 'GET' | 'POST', call: string, data?: object, token?: string): Promise<Answer> {
  const visitor = await browser.newContext({ baseURL: server.url })
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const response = await visitor.request.fetch(`/api/v1/${call}`, { method, data, headers })
  const answer = { status: response.status(), body: (await response.json()) as Answer['body'] }
  await visitor.close()
  return answer
}

/** Whether what has the focus can be seen without scrolling. Runs in the page. */
function isFocusInSight(): boolean {
  const { activeElement: focused } = document
  const { top = -1, bottom = -1 } = focused instanceof HTMLInputElement ? focused.getBoundingClientRect() : {}
  return top >= 0 && bottom <= innerHeight
}
