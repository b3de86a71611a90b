import { rm } from 'node:fs/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import type { WaitingInvitation } from '@contract/keepers'
import { paths } from '@contract/paths'
import { ACCOUNT_TOKEN_KEY } from '@client/store/token-storage'
import { axeFindings } from '@support/axe'
import { type Complaints, launchBrowser, openVisit, PHONE, sidewaysScroll } from '@support/browser'
import { makeDataDir } from '@support/data-dir'
import { smallPicture } from '@support/photographs'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { until } from '@support/until'

const OURS = 'Он вырос в Вязёмах, любил реку и учил детей географии.'
const OTHERS = 'Он учил детей географии.'

let dataDir: string
let server: ServerProcess
let browser: Browser
let sister: RemoteAccount
let brother: RemoteAccount
let id: number
/** The owner's page, and that of a reader on a phone. */
let page: Page
let reader: Page
let complaints: Complaints[]

beforeAll(async () => {
  dataDir = await makeDataDir('proposed')
  server = await startServerProcess({ DATA_DIR: dataDir })
  sister = await openAccount(server, dataDir, 'sestra@example.org')
  brother = await openAccount(server, dataDir, 'brat@example.org')
  id = await aPageOfBoth()
  browser = await launchBrowser()
  const owners = await openVisit(browser, server.url)
  const readers = await openVisit(browser, server.url, { viewport: PHONE, hasTouch: true, isMobile: true })
  ;({ page } = owners)
  reader = readers.page
  complaints = [owners.complaints, readers.complaints]
  const token: [string, string] = [ACCOUNT_TOKEN_KEY, sister.token]
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), token)
})

afterAll(async () => {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const send = (who: RemoteAccount, method: string, call: string, body: object) =>
  who.fetch(call, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

/** A page that a sister owns and a brother keeps with her. */
async function aPageOfBoth(): Promise<number> {
  const dates = { birth_date: '1921-05-09', death_date: '1999-11-30', public_status: 'true', biography: OURS }
  const made = await sister.fetch('/memorial/create', {
    method: 'POST',
    body: form({ lastname: 'Ёлкин', name: 'Пётр', ...dates }),
  })
  const memorial = (await made.json()) as { id: number }
  await send(brother, 'PATCH', '/users/me', { display_name: 'Дядя Коля' })
  await send(sister, 'POST', `/memorial/${memorial.id}/keepers`, { email: 'brat@example.org' })
  const waiting = (await (await brother.fetch('/keepers/invitations')).json()) as { result: WaitingInvitation[] }
  await send(brother, 'POST', `/keepers/invitations/${waiting.result[0]?.id}/accept`, {})
  return memorial.id
}

const dialogOf = (of: Page) => of.getByRole('dialog', { name: 'Уточнить' })

async function openHistory(): Promise<Locator> {
  await page.goto(paths.memorial(id))
  await page.getByRole('button', { name: 'Редактировать' }).click()
  await page.getByRole('heading', { name: 'История' }).click()
  const history = page.getByRole('region', { name: 'История', exact: true })
  await history.getByRole('listitem').first().waitFor()
  return history
}

it('a biography that the other keeper has overwritten is found in the history, and brought back', async () => {
  await brother.fetch(`/memorial/update/${id}/`, { method: 'PATCH', body: form({ biography: OTHERS }) })
  const history = await openHistory()
  await history.getByText('Дядя Коля').waitFor()
  await history.locator('del').first().waitFor()
  await history.getByRole('button', { name: /^Вернуть как было: Биография/ }).click()
  await page.getByRole('region', { name: 'Биография' }).getByText(OURS, { exact: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
})

it('a reader proposes a date with a photograph, without an account', async () => {
  await reader.goto(paths.memorial(id))
  await reader.getByRole('button', { name: 'Уточнить имя или даты' }).click()
  const dialog = dialogOf(reader)
  await dialog.getByLabel('Что уточнить').selectOption({ label: 'Дата рождения' })
  await dialog.getByLabel('Год').fill('1920')
  await dialog.getByLabel('Что вы знаете').fill('У нас есть метрика.')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'metrika.jpg', mimeType: 'image/jpeg', buffer: await smallPicture() })
  await dialog.getByLabel('Ваше имя').fill('Вера')
  await dialog.getByLabel('E-mail').fill('vera@example.org')
  await dialog.getByRole('checkbox', { name: /^Я даю/ }).check()
  expect(await axeFindings(reader)).toEqual([])
  await dialog.getByRole('button', { name: 'Отправить' }).click()
  await dialog.getByText(/^Спасибо\. Те, кто хранит/).waitFor()
  const own = await dialog.getByRole('link', { name: 'моё уточнение' }).getAttribute('href')
  await reader.goto(own ?? '')
  await reader.getByText('9 мая 1920').waitFor()
  expect(await axeFindings(reader)).toEqual([])
  expect(await sidewaysScroll(reader)).toBe(0)
})

it('keepers see it beside what stands there, in the cabinet, and accept it with a key', async () => {
  await page.goto(paths.pendingWords)
  const card = page.getByRole('article', { name: 'Дата рождения' })
  await card.locator('ins').getByText('9 мая 1920').waitFor()
  await card.locator('del').getByText('9 мая 1921').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await card.focus()
  // It is sent after some seconds, or when the page is left.
  await page.keyboard.press('KeyA')
  await page.getByText('Уточнение принято', { exact: true }).waitFor()
  await page.goto(paths.memorial(id))
  // A browser may not report the response to a page that is gone.
  await until(async () => {
    const memorial = await sister.fetch(`/memorial/${id}`)
    return ((await memorial.json()) as { birth_date: string }).birth_date === '1920-05-09'
  })
  await page.reload()
  await page.getByText(/9\sмая\s1920/).waitFor()
  await reader.reload()
  await reader.getByText('Ваше уточнение приняли. Спасибо вам.').waitFor()
})

it('what a keeper changed who keeps the page no more stays without their name', async () => {
  const { user_id: brotherId } = (
    (await (await sister.fetch(`/memorial/${id}/keepers`)).json()) as { result: { user_id: number; role: string }[] }
  ).result.find(({ role }) => role === 'keeper') ?? { user_id: 0 }
  await send(sister, 'DELETE', `/memorial/${id}/keepers/${brotherId}`, {})
  const history = await openHistory()
  await history.getByText('Бывший хранитель').waitFor()
  await history.getByText('Вера').waitFor()
  expect(await history.getByText('Дядя Коля').count()).toBe(0)
  for (const each of complaints) expect(each).toEqual({ scripts: [], foreign: [] })
})
