import type { Browser, Page } from 'playwright-core'
import { paths } from '@contract/paths'
import { axeFindings } from '@support/axe'
import { type Complaints, DESKTOP, launchBrowser, openVisit, PHONE, sidewaysScroll } from '@support/browser'
import { demoAccount } from '@support/demo-accounts'
import { sharedDemoServer } from '@support/demo-data'

/** What people without an account open on their way in. */
const WAYS_IN = [
  paths.login,
  paths.register,
  paths.forgotPassword,
  paths.resetPassword,
  `${paths.resetPassword}/token-of-a-letter`,
  paths.verifyEmail,
  `${paths.verifyEmail}?verified=success`,
  `${paths.verifyEmail}?verified=error`,
]

const SIGNED_IN = [
  paths.profile,
  paths.pendingWords,
  paths.upcomingDays,
  `${paths.settings}#security`,
  paths.myMemorials,
  paths.forgotPassword,
]

const server = sharedDemoServer()
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(() => browser.close())

describe.each([
  ['light', DESKTOP],
  ['dark', PHONE],
] as const)('in %s colours, %j', (colorScheme, viewport) => {
  let page: Page
  let complaints: Complaints

  beforeAll(async () => {
    ;({ page, complaints } = await openVisit(browser, server.url, { colorScheme, viewport }))
  })
  afterAll(() => page.context().close())

  async function open(address: string): Promise<void> {
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForFunction(() => !document.body.innerText.includes('Загрузка'))
  }

  async function expectForEveryone(): Promise<void> {
    expect(await axeFindings(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    expect(complaints).toEqual({ scripts: [], foreign: [] })
  }

  it.each(WAYS_IN)('%s is for everyone', async (address) => {
    await open(address)
    await expectForEveryone()
  })

  it.each(['Войти', 'Зарегистрироваться', 'Отправить письмо', 'Сохранить'])(
    'a form sent empty by «%s» is for everyone too',
    async (submit) => {
      await open(WAYS_IN_BY_BUTTON[submit] ?? '')
      await page.getByRole('main').getByRole('button', { name: submit, exact: true }).click()
      await page.locator('[aria-invalid="true"]').first().waitFor()
      await expectForEveryone()
    },
  )

  it('the ways in lead on', async () => {
    await open(paths.login)
    const { email, password } = demoAccount(server, 'owner')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Пароль', { exact: true }).fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Войти' }).click()
    await page.waitForURL(`**${paths.profile}`)
  })

  it.each(SIGNED_IN)('%s of who is signed in is for everyone', async (address) => {
    await open(address)
    await expectForEveryone()
  })

  it.each([
    ['Изменить пароль', 'security'],
    ['Установить PIN-код', 'security'],
    ['Применить', 'extras'],
  ])('so is what «%s» opens or says', async (button, group) => {
    await open(`${paths.settings}#${group}`)
    await page.getByRole('button', { name: button }).click()
    await page
      .getByRole('main')
      .getByRole('button', { name: /Сохранить|Применить/ })
      .last()
      .click()
    await page.locator('[aria-invalid="true"]').first().waitFor()
    await expectForEveryone()
  })
})

const WAYS_IN_BY_BUTTON: Record<string, string> = {
  Войти: paths.login,
  Зарегистрироваться: paths.register,
  'Отправить письмо': paths.forgotPassword,
  Сохранить: `${paths.resetPassword}/token-of-a-letter`,
}
