import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { paths } from '@contract/paths'
import { axeFindings } from '@support/axe'
import { type Complaints, launchBrowser, openVisit, PHONE, sidewaysScroll } from '@support/browser'
import { demoAccount } from '@support/demo-accounts'
import { phonePhotograph } from '@support/photographs'
import { type ServerProcess, startServerProcess } from '@support/server-process'

/** Somebody of 68 gets there without giving up. Typing is not counted. */
const PRESSES_AT_MOST = 25

let dataDir: string
let server: ServerProcess
let browser: Browser
let page: Page
let complaints: Complaints
let presses = 0

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-journey-'))
  server = await startServerProcess({ DATA_DIR: dataDir, DEMO_CONTENT: 'on' })
  browser = await launchBrowser()
  ;({ page, complaints } = await openVisit(browser, server.url, { viewport: PHONE, hasTouch: true }))
})

afterAll(async () => {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function tap(what: Locator): Promise<void> {
  presses++
  await what.tap()
}
const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const next = () => tap(button('Дальше'))
const question = (title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor()

/** A field is tapped before it is typed into. */
async function type(field: Locator, text: string): Promise<void> {
  await tap(field)
  await field.fill(text)
}

it('makes a page by touch, one question after another, in few presses', async () => {
  const { email, password } = demoAccount(server, 'owner')
  await page.goto(paths.login)
  await type(page.getByLabel('E-mail'), email)
  await type(page.getByLabel('Пароль', { exact: true }), password)
  await tap(page.getByRole('button', { name: 'Войти' }))
  await page.waitForURL(`**${paths.profile}`)

  await tap(page.getByRole('link', { name: 'Создать мемориал' }).last())
  await tap(page.getByRole('link', { name: 'Рассказать по одному вопросу' }))
  await type(page.getByLabel('Фамилия', { exact: true }), 'Рябова')
  await type(page.getByLabel('Имя', { exact: true }), 'Анна')
  await type(page.getByLabel('Отчество'), 'Сергеевна')
  await next()

  await question('Есть ли её портрет?')
  expect(await axeFindings(page)).toEqual([])
  const photo = path.join(dataDir, 'portrait.jpg')
  await writeFile(photo, await phonePhotograph())
  presses += 2 // «Выбрать фото», and the photograph in the system's own dialog
  await page.locator('input[type=file]').setInputFiles(photo)
  await next()

  await question('Когда она жила?')
  await tap(button('Не знаю'))
  await question('Какой она была?')
  await page.getByLabel('Ваш ответ').fill('Доброй и строгой.')
  await next()
  await question('Что она говорила?')
  await page.getByLabel('Ваш ответ').fill('«Утро вечера мудренее».')
  await next()
  await question('Что вы вспомнили сегодня?')
  expect(await sidewaysScroll(page)).toBe(0)
  await tap(button('Пропустить'))
  for (const title of ['Есть ли ещё фотографии?', 'Сохранился ли её голос?']) {
    if (await page.getByRole('heading', { level: 1, name: 'Кого позвать?' }).isVisible()) break
    await question(title)
    expect(await axeFindings(page)).toEqual([])
    await tap(button('Пропустить').or(button('Дальше')).last())
  }
  await question('Кого позвать?')
  await next()
  await question('Страница пока закрыта. Показать семье?')
  await tap(page.getByRole('link', { name: 'Оставить для семьи' }))

  await page.getByRole('heading', { level: 1, name: 'Рябова Анна Сергеевна' }).waitFor()
  await page.getByText('Доброй и строгой.').waitFor()
  await page.getByText('Утро вечера мудренее').waitFor()
  await page
    .getByRole('img', { name: /Рябова Анна Сергеевна/ })
    .first()
    .waitFor()
  expect(presses).toBeLessThanOrEqual(PRESSES_AT_MOST)
})

it('has no script that failed, and asks no other host', () => {
  expect(complaints).toEqual({ scripts: [], foreign: [] })
})
