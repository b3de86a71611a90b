import { rm } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { CONFIRMATION_NEEDED } from '@contract/errors'
import { axeFindings } from '@support/axe'
import { type Complaints, launchBrowser, openVisit, sidewaysScroll, PHONE } from '@support/browser'
import { makeDataDir } from '@support/data-dir'
import { codeFor } from '@support/factors'
import { openAccount, REMOTE_PASSWORD } from '@support/remote-account'
import { freePort, type ServerProcess, startServerProcess } from '@support/server-process'

const EMAIL = 'vnuchka@example.org'
const CODES = 10

let dataDir: string
let server: ServerProcess
let browser: Browser
let page: Page
let complaints: Complaints
let recoveryCode: string

beforeAll(async () => {
  dataDir = await makeDataDir('second-factor')
  const port = String(await freePort())
  // Passkeys are bound to a name: an IP address has none.
  server = await startServerProcess({ DATA_DIR: dataDir, PORT: port, PUBLIC_URL: `http://localhost:${port}` })
  await openAccount(server, dataDir, EMAIL)
  browser = await launchBrowser()
  ;({ page, complaints } = await openVisit(browser, `http://localhost:${port}`))
  await unlockDevice(page)
})

afterAll(async () => {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The device of the visit has a place for passkeys, and its holder unlocks it each time. */
async function unlockDevice(visit: Page): Promise<void> {
  const session = await visit.context().newCDPSession(visit)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const field = (label: string) => page.getByRole('main').getByRole('textbox', { name: label, exact: true })
const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const answer = (name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()
/** After a sign-in, which leads to the first page of the cabinet. */
async function openSecurity(): Promise<void> {
  await page.waitForURL('**/profile')
  await page.goto('/profile/settings#security')
}
const section = () => page.getByRole('region', { name: 'Защита входа' })

async function signOut(): Promise<void> {
  await page.goto('/profile/settings')
  await press('Выйти')
  await page.goto('/login')
}

async function givePassword(): Promise<void> {
  await field('E-mail').fill(EMAIL)
  await field('Пароль').fill(REMOTE_PASSWORD)
  await press('Войти')
}

it('connects a passkey in the cabinet, and signs in with it alone', async () => {
  await page.goto('/login')
  await givePassword()
  await openSecurity()
  await press('Подключить ключ доступа')
  await field('Название').fill('Мой ноутбук')
  await press('Продолжить')
  await section().getByRole('heading', { name: 'Мой ноутбук' }).waitFor()

  await signOut()
  await press('Вход по ключу доступа')
  await page.waitForURL('**/profile')
})

it('connects codes by the QR code, and shows ten recovery codes once', async () => {
  await openSecurity()
  await press('Подключить коды')
  await field('Название').fill('Мой телефон')
  await press('Продолжить')
  await page.getByRole('img', { name: 'QR-код для приложения с кодами' }).waitFor()
  const link = await page.getByRole('link', { name: /Откройте его по ссылке/ }).getAttribute('href')
  expect(await axeFindings(page)).toEqual([])
  await field('Код из приложения').fill(codeFor(link ?? '', { steps: -1 }))
  await press('Подключить')
  await section().getByRole('heading', { name: 'Мой телефон' }).waitFor()

  await press('Сделать коды')
  await answer('Сделать коды')
  const codes = section().getByRole('list', { name: 'Коды восстановления' }).getByRole('listitem')
  await codes.first().waitFor()
  expect(await codes.count()).toBe(CODES)
  recoveryCode = await codes.first().innerText()
  expect(await axeFindings(page)).toEqual([])
  await press('Коды сохранены')
  await section().getByText('Осталось: 10 кодов.').waitFor()

  await signOut()
  await givePassword()
  await field('Код из приложения').fill(codeFor(link ?? ''))
  expect(await axeFindings(page)).toEqual([])
  await press('Войти')
  await page.waitForURL('**/profile')
})

it('takes the passkey after the password too, and a recovery code from who has neither', async () => {
  await signOut()
  await givePassword()
  await press('Показать ключ доступа')
  await page.waitForURL('**/profile')

  await signOut()
  await givePassword()
  await press('Ввести код восстановления')
  await field('Код восстановления').fill(recoveryCode.toUpperCase().replaceAll('-', ' '))
  await press('Войти')
  await openSecurity()
  await section().getByText('Осталось: 9 кодов.').waitFor()
})

it('takes the passkey too where it asks again whether it is the holder', async () => {
  const detail = { code: CONFIRMATION_NEEDED, reason: 'Подтвердите, пожалуйста, что это вы.' }
  // As ten minutes after the sign-in. What is shown then goes to the server itself.
  await page.route('**/users/me/factors/recovery-codes', (route) => route.fulfill({ status: 403, json: { detail } }), {
    times: 1,
  })
  const confirmed = page.waitForResponse((response) => response.url().endsWith('/auth/confirm'))
  await press('Сделать новые коды')
  await answer('Сделать новые коды')
  const asked = page.getByRole('dialog', { name: 'Подтвердите, что это вы' })
  await asked.getByRole('button', { name: 'Ввести код' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await asked.getByRole('button', { name: 'Подтвердить ключом' }).click()

  expect((await confirmed).status()).toBe(204)
  await section().getByRole('list', { name: 'Коды восстановления' }).waitFor()
  await press('Коды сохранены')
  await section().getByText('Осталось: 10 кодов.').waitFor()
})

it('fits a telephone', async () => {
  await page.setViewportSize(PHONE)
  await section().scrollIntoViewIfNeeded()
  expect(await sidewaysScroll(page)).toBe(0)
})

it('removes both, and the password alone is enough again', async () => {
  for (const name of ['Мой ноутбук', 'Мой телефон']) {
    await press(`Удалить: ${name}`)
    await answer('Удалить')
    await section().getByRole('heading', { name }).waitFor({ state: 'detached' })
  }
  await signOut()
  await givePassword()
  await page.waitForURL('**/profile')
})

it('has no script that failed, and asks no other host', () => {
  expect(complaints).toEqual({ scripts: [], foreign: [] })
})
