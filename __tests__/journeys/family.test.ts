import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { counted, FILES } from '@contract/plurals'
import { ACCOUNT_TOKEN_KEY } from '@client/store/token-storage'
import { sampleFile } from '@support/archives'
import { axeFindings } from '@support/axe'
import { type Complaints, isOnScreen, launchBrowser, openArchive, openVisit, PHONE } from '@support/browser'
import { makeDataDir } from '@support/data-dir'
import { phonePhotograph, smallPicture } from '@support/photographs'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'

const PIN = '0472'
const NAME = 'Ёлкин Пётр Андреевич'
/** Longer than a toast stays by itself. */
const TOAST_MS = 10_000
const WORDS = 'Пётр Андреевич научил меня читать карту.'

let dataDir: string
let server: ServerProcess
let browser: Browser
let owner: RemoteAccount
let page: Page
let complaints: Complaints
let visitor: Awaited<ReturnType<typeof openVisit>>
let address: string

beforeAll(async () => {
  dataDir = await makeDataDir('family')
  server = await startServerProcess({ DATA_DIR: dataDir, CATALOGUE_DIR: path.resolve('config/demo/catalogue') })
  owner = await openAccount(server, dataDir, 'vnuk@example.org')
  await post('/promo-codes/apply', { code: 'POMNIM-ADVANCED' })
  await post('/users/me/set-pin', { pin_code: PIN })
  browser = await launchBrowser()
  ;({ page, complaints } = await openVisit(browser, server.url))
  const token: [string, string] = [ACCOUNT_TOKEN_KEY, owner.token]
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), token)
  visitor = await openVisit(browser, server.url, { viewport: PHONE, hasTouch: true, isMobile: true })
})

afterAll(async () => {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const post = (call: string, body: object) =>
  owner.fetch(call, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const write = (label: string, text: string) => page.getByRole('textbox', { name: label, exact: true }).fill(text)
const section = (name: string) => page.getByRole('region', { name, exact: true })

async function writeDay(group: string, [day, month, year]: [string, string, string]): Promise<void> {
  const fields = page.getByRole('group', { name: group })
  await fields.getByLabel('День').fill(day)
  await fields.getByLabel('Месяц').fill(month)
  await fields.getByLabel('Год').fill(year)
}

/** Only what is said of the last save, not of the one before. The toast may close by itself before it is pressed. */
async function saved(text: string): Promise<void> {
  const toast = page.getByRole('button', { name: text })
  await toast.waitFor()
  await toast.click({ timeout: TOAST_MS }).catch(() => undefined)
  await toast.waitFor({ state: 'detached' })
}

describe('an owner fills a memorial', () => {
  it('begins with a name and the days', async () => {
    await page.goto('/memorials/create')
    await write('Фамилия', 'Ёлкин')
    await write('Имя', 'Пётр')
    await writeDay('Дата рождения', ['9', '5', '1921'])
    await writeDay('Дата смерти', ['30', '11', '1999'])
    await page.getByRole('checkbox', { name: 'Публичная страница' }).check()
    await press('Создать мемориал')
    await page.waitForURL('**/profile')
    await page.getByRole('link', { name: /Посетить страницу/ }).click()
    await page.waitForURL(/memorials\/\d+$/)
    address = new URL(page.url()).pathname
  })

  it('makes it an advanced one', async () => {
    await press('Редактировать')
    await press('Открыть альбом, голос и видео')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Открыть альбом, голос и видео' }).click()
    await section('Фотографии').waitFor()
    await page.getByText(/Хранилище: 0 МБ из 250 МБ/).waitFor()
  })

  it('writes the whole name, the life, and chooses a portrait', async () => {
    await press('Изменить имя')
    await write('Отчество', 'андреевич')
    await press('Сохранить')
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor()

    await press('Написать биографию')
    await write('Биография', 'Учил детей географии.\n\nЛюбил реку.')
    await press('Сохранить')
    await page.getByText('Любил реку.', { exact: true }).waitFor()

    await press('Добавить фото')
    await page
      .getByRole('article')
      .getByLabel('Фото', { exact: true })
      .and(page.locator('input'))
      .first()
      .setInputFiles({
        name: 'portrait.jpg',
        mimeType: 'image/jpeg',
        buffer: await smallPicture(),
      })
    await press('Сохранить')
    await page.getByRole('img', { name: `Фото: ${NAME}` }).waitFor()
  })

  it('tells of the grave', async () => {
    const grave = section('Место захоронения')
    await press('Указать место захоронения')
    await grave.getByLabel('Адрес захоронения').fill('Тверь, Дмитрово-Черкасское кладбище')
    await grave.getByLabel('Координаты').fill('56.8204, 35.8312')
    await grave.getByRole('button', { name: 'Сохранить' }).click()
    await saved('Место захоронения сохранено')
  })

  it('adds two photos, a recording and a film', async () => {
    await upload('Фотографии', [
      { name: 'река.jpg', mimeType: 'image/jpeg', buffer: await smallPicture() },
      { name: 'дом.jpg', mimeType: 'image/jpeg', buffer: await phonePhotograph({ width: 80, height: 60 }) },
    ])
    await upload('Аудио', [{ name: 'голос.mp3', mimeType: 'audio/mpeg', buffer: await sampleFile('sound.mp3') }])
    await upload('Видео', [{ name: 'юбилей.mp4', mimeType: 'video/mp4', buffer: await sampleFile('film.mp4') }])

    await section('Фотографии').locator('img:not([data-preview])').nth(1).waitFor()
    await section('Аудио')
      .getByRole('button', { name: /^Слушать/ })
      .waitFor()
    await section('Видео').locator('video').waitFor()
  })

  it('finds nothing that a screen reader could not tell, reading or editing', async () => {
    expect(await axeFindings(page)).toEqual([])
    await press('Готово')
    expect(await axeFindings(page)).toEqual([])
  })

  it('closes the page to all but those with the PIN', async () => {
    await press('Редактировать')
    const answer = page.waitForResponse('**/api/v1/memorial/update/**')
    await page.getByRole('heading', { name: 'Кто видит страницу' }).click()
    // Not `uncheck()`, which looks at once: what RTK Query stores reaches the switch with the next frame.
    await page.getByRole('switch', { name: 'Публичная страница' }).click()
    await page.getByRole('switch', { name: 'Публичная страница', checked: false }).waitFor()
    expect((await answer).status()).toBe(200)
    await press('Готово')
  })
})

describe('a visitor with a phone', () => {
  it('finds the page closed, and a wrong PIN opens nothing', async () => {
    await visitor.page.goto(address)
    await visitor.page.getByLabel('PIN-код').fill('1111')
    await visitor.page.getByRole('button', { name: 'Открыть страницу' }).tap()
    await visitor.page.getByText('Неверный PIN-код').first().waitFor()
    expect(await visitor.page.getByLabel('PIN-код').inputValue()).toBe('')
    expect(await visitor.page.getByText('Ёлкин').count()).toBe(0)
    expect(await axeFindings(visitor.page)).toEqual([])
  })

  it('opens it with the PIN, and sees everything that lies there', async () => {
    await visitor.page.getByLabel('PIN-код').fill(PIN)
    await visitor.page.getByRole('button', { name: 'Открыть страницу' }).tap()
    await visitor.page.getByRole('heading', { level: 1, name: NAME }).waitFor()

    const photos = visitor.page.getByRole('region', { name: 'Фотографии' })
    await photos.scrollIntoViewIfNeeded()
    await photos.locator('img:not([data-preview])').first().waitFor()
    await visitor.page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('section img')].some(({ naturalWidth }) => naturalWidth > 0),
    )
    expect(await axeFindings(visitor.page)).toEqual([])
  })

  it('leaves words of memory', async () => {
    await visitor.page.getByRole('button', { name: 'Написать' }).tap()
    await visitor.page.getByLabel('Воспоминание').fill(WORDS)
    await visitor.page.getByLabel('Ваше имя').fill('Ученица')
    await visitor.page.getByLabel('E-mail').fill('uchenica@example.org')
    await visitor.page.getByLabel('Я даю согласие на обработку персональных данных').check()
    await visitor.page.getByRole('button', { name: 'Добавить воспоминание' }).tap()
    const answer = visitor.page.getByText('Спасибо. Ваши слова появятся на странице после проверки.')
    await answer.waitFor()
    expect(await isOnScreen(answer)).toBe(true)
    const letter = visitor.page.getByRole('figure').filter({ hasText: WORDS })
    expect(await isOnScreen(letter)).toBe(true)
    expect(await letter.innerText()).toContain('Ждёт проверки')
  })

  it('alone sees them until they are approved', async () => {
    const other = await openVisit(browser, server.url, { viewport: PHONE })
    await other.page.goto(address)
    await other.page.getByLabel('PIN-код').fill(PIN)
    await other.page.getByRole('button', { name: 'Открыть страницу' }).click()
    await other.page.getByText('Здесь ещё никто не написал. Расскажите, каким вы помните этого человека.').waitFor()
    expect(await other.page.getByText(WORDS).count()).toBe(0)
    await other.page.context().close()
  })
})

describe('the owner', () => {
  it('approves them in the cabinet, and the visitor reads them', async () => {
    await page.goto('/profile/words')
    await page.getByText(WORDS).waitFor()
    const decided = page.waitForResponse((response) => response.url().includes('/memories/moderate/'))
    await press('Одобрить')
    expect((await decided).status()).toBe(200)

    await visitor.page.reload()
    await visitor.page.getByText(WORDS).waitFor()
    expect(await visitor.page.getByText('Ждёт проверки').count()).toBe(0)
  })

  it('changes the PIN, and the visitor’s way in is closed', async () => {
    await page.goto('/profile/settings#security')
    await press('Изменить PIN-код')
    await write('Текущий PIN-код', PIN)
    await write('Новый PIN-код', '77889900')
    await press('Сохранить')
    await page
      .getByText(/PIN-код изменён/)
      .first()
      .waitFor()

    await visitor.page.reload()
    await visitor.page.getByRole('heading', { name: 'Эту страницу семья пока хранит для себя' }).waitFor()
    expect(await visitor.page.getByText('Ёлкин').count()).toBe(0)
  })

  it('and nobody’s browser asked another host, nor did a script fail', () => {
    expect(complaints).toEqual({ scripts: [], foreign: [] })
    expect(visitor.complaints).toEqual({ scripts: [], foreign: [] })
  })
})

async function upload(archive: string, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  await openArchive(page, archive)
  await section(archive).locator('input[type=file]').setInputFiles(files)
  await section(archive).getByRole('button', { name: 'Добавить на страницу' }).click()
  await saved(`Загружено: ${files.length === 1 ? (files[0]?.name ?? '') : counted(files.length, FILES)}`)
}
