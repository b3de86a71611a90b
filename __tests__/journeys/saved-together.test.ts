import { rm } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import type { Memorial } from '@contract/memorial'
import { ACCOUNT_TOKEN_KEY } from '@client/store/token-storage'
import { axeFindings } from '@support/axe'
import { type Complaints, launchBrowser, openVisit, PHONE } from '@support/browser'
import { makeDataDir } from '@support/data-dir'
import { linkOfLastLetter, newLinkOfLastLetter } from '@support/outbox'
import { phonePhotograph } from '@support/photographs'
import { openAccount, register, type RemoteAccount, signIn } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'

const SISTER = 'sestra@example.org'
const BROTHER = 'brat@example.org'
const COUSIN = 'kuzina@example.org'
const AUNT = 'tyotya@example.org'
/** Whoever is invited reads who asks, and whose page it is. */
const REQUEST = new RegExp(`^${SISTER} просит вас хранить\\sстраницу «`)
/** Width by height of a photo of 4 : 3 that a phone took upright. */
const UPRIGHT = '0.75'

let dataDir: string
let server: ServerProcess
let browser: Browser
let memorial: Memorial
let sister: Page
let brother: Page
let cousin: Page
let personalLink: string
const complaints: Complaints[] = []

beforeAll(async () => {
  dataDir = await makeDataDir('together')
  server = await startServerProcess({ DATA_DIR: dataDir })
  browser = await launchBrowser()
  const account = await openAccount(server, dataDir, SISTER)
  memorial = await account.createMemorial({ public_status: 'false' })
  sister = await visit({ account })
  cousin = await visit({ isPhone: true })
})

afterAll(async () => {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function visit({ account, isPhone }: { account?: RemoteAccount; isPhone?: boolean }): Promise<Page> {
  const onPhone = { viewport: PHONE, hasTouch: true, isMobile: true }
  const opened = await openVisit(browser, server.url, isPhone ? onPhone : undefined)
  complaints.push(opened.complaints)
  if (account) {
    const token: [string, string] = [ACCOUNT_TOKEN_KEY, account.token]
    await opened.page.addInitScript(([key, value]) => localStorage.setItem(key, value), token)
  }
  return opened.page
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const confirm = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()
const write = (page: Page, label: string, text: string) =>
  page.getByRole('textbox', { name: label, exact: true }).fill(text)

/** How far the toast reaches over the bar at the bottom of a phone when the bar has just come, in pixels; none if negative. */
async function toastOverComingBar(page: Page): Promise<number> {
  await page.locator('[data-bar]').waitFor()
  return page.evaluate(async () => {
    const [toast, bar] = ['.notistack-SnackbarContainer button', '[data-bar]'].map((one) => document.querySelector(one))
    if (!toast || !bar) return NaN
    bar.removeAttribute('data-over-foot')
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    bar.setAttribute('data-over-foot', '')
    return toast.getBoundingClientRect().bottom - bar.getBoundingClientRect().top
  })
}

/** The proportions of the photo that came with words, as it is drawn. It waits for the photo. */
async function proportionsOfPhoto(page: Page): Promise<string> {
  const photo = page.getByRole('img', { name: 'Фотография к словам. Подпись: Вера' })
  await photo.scrollIntoViewIfNeeded()
  return photo.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return (image.naturalWidth / image.naturalHeight).toFixed(2)
  })
}

async function openToEdit(page: Page): Promise<void> {
  await page.goto(`/memorials/${memorial.id}`)
  await press(page, 'Редактировать')
}

async function openBiography(page: Page): Promise<void> {
  await openToEdit(page)
  await page.getByRole('button', { name: /^(Написать|Изменить) биографию$/ }).click()
}

/** Sends the letter from the page. */
async function invite(email: string): Promise<string> {
  await openToEdit(sister)
  await sister.getByRole('heading', { name: 'Кто хранит страницу' }).click()
  await write(sister, 'E-mail близкого человека', email)
  await press(sister, 'Пригласить')
  return linkOfLastLetter(dataDir, email)
}

/** An account that is made after that letter, with its address confirmed. */
async function registerInvited(email: string, invitation: string): Promise<RemoteAccount> {
  await register(server, email)
  await fetch(await newLinkOfLastLetter(dataDir, email, invitation), { redirect: 'manual' })
  return signIn(server, email)
}

describe('a brother', () => {
  it('is invited by letter, and accepts on his phone', async () => {
    const invitation = await invite(BROTHER)
    brother = await visit({ account: await registerInvited(BROTHER, invitation), isPhone: true })

    await brother.goto(invitation)
    await brother.getByText(REQUEST).waitFor()
    await press(brother, 'Принять приглашение')
    await brother.locator('.notistack-SnackbarContainer button').waitFor()
    // A toast stays while the window is left, however long the page takes to come.
    await brother.evaluate(() => dispatchEvent(new Event('blur')))

    await brother.waitForURL(`**/memorials/${memorial.id}`)
    expect(await toastOverComingBar(brother)).toBeLessThanOrEqual(0)
    expect(await axeFindings(brother)).toEqual([])
  })

  it('adds to the page, which his sister then reads', async () => {
    await openBiography(brother)
    await write(brother, 'Биография', 'Он учил нас плавать на Волге.')
    await press(brother, 'Сохранить')
    await brother.getByText('Биография сохранена').waitFor()

    await sister.reload()
    await sister.getByText('Он учил нас плавать на Волге.').waitFor()
  })

  it('writes of him at the same time as his sister, who saves second, is shown both and decides', async () => {
    const [hers, his] = ['Он учил нас плавать на Волге и грести.', 'Он учил нас плавать на Волге и ловить рыбу.']
    await openBiography(brother)
    await openBiography(sister)
    await write(brother, 'Биография', his)
    await write(sister, 'Биография', hers)
    await press(brother, 'Сохранить')
    await brother.getByText('Биография сохранена').waitFor()
    await press(sister, 'Сохранить')

    await sister
      .getByText(/^Пока вы писали, это же изменили раньше вас: (?:Владелец|Хранитель), /)
      .first()
      .waitFor()
    const theirs = sister.getByRole('group', { name: 'Сейчас на странице: Биография' })
    await theirs.getByText('ловить рыбу').waitFor()
    expect(await sister.getByRole('textbox', { name: 'Биография', exact: true }).inputValue()).toBe(hers)
    expect(await axeFindings(sister)).toEqual([])
    // What she does not know of is safe until she says otherwise, also when she presses twice.
    await press(sister, 'Сохранить выбранное')
    await sister.getByText('Выберите, какой вариант сохранить.').waitFor()
    expect(await axeFindings(sister)).toEqual([])
    await brother.reload()
    await brother.getByText(his).waitFor()

    const both = 'Он учил нас плавать на Волге, грести и ловить рыбу.'
    await write(sister, 'Биография', both)
    await sister.getByRole('radio', { name: 'Оставить мой' }).check()
    await press(sister, 'Сохранить мой вариант')
    await sister.getByText('Биография сохранена').waitFor()
    await brother.reload()
    await brother.getByText(both).waitFor()
  })

  it('answers words that somebody left, and the page shows it', async () => {
    await press(sister, 'Написать')
    await write(sister, 'Воспоминание', 'Папа пел нам перед сном.')
    await write(sister, 'Ваше имя', 'Аня')
    await press(sister, 'Добавить воспоминание')
    await sister.getByText('Папа пел нам перед сном.').waitFor()

    await openToEdit(brother)
    await press(brother, 'Ответить или изменить слова памяти')
    await brother.getByRole('button', { name: 'Ответить воспоминание, подпись: Аня' }).click()
    await write(brother, 'Ответ на слова за подписью «Аня»', 'И я помню эту песню.')
    await press(brother, 'Сохранить')
    await brother.getByText('Ответ сохранён').waitFor()

    await sister.reload()
    await sister.getByText('И я помню эту песню.').waitFor()
  })
})

describe('a cousin', () => {
  it('reads on the closed page who sees it, and asks to be let in', async () => {
    await cousin.goto(`/memorials/${memorial.id}`)
    await cousin.getByText('Эту страницу семья пока хранит для себя').waitFor()
    expect(await cousin.content()).not.toContain(memorial.lastname)
    await press(cousin, 'Попросить впустить меня')
    expect(await axeFindings(cousin)).toEqual([])
    await write(cousin, 'Ваше имя', 'Кузина Вера')
    await write(cousin, 'E-mail', COUSIN)
    await cousin.getByRole('checkbox').check()
    await press(cousin, 'Передать просьбу')
    await cousin.getByText(/передали/).waitFor()
  })

  it('is let in by one of those who keep the page, and reads it by the link of a letter', async () => {
    await openToEdit(brother)
    await brother.getByRole('button', { name: 'Впустить: Кузина Вера' }).click()
    personalLink = await newLinkOfLastLetter(dataDir, COUSIN, undefined)
    expect(new URL(personalLink).pathname).toBe(`/memorials/${memorial.id}/open`)

    await cousin.goto(personalLink)

    await cousin.getByText('Он учил нас плавать на Волге, грести и ловить рыбу.').waitFor()
    expect(cousin.url()).not.toContain('key')
  })

  it('leaves words with a photo from her phone, which the others see once they are approved', async () => {
    await press(cousin, 'Написать')
    await write(cousin, 'Воспоминание', 'Нашла его снимок с моря.')
    await write(cousin, 'Ваше имя', 'Вера')
    await write(cousin, 'E-mail', COUSIN)
    await cousin.locator('form input[type=file]').setInputFiles({
      name: 'more.jpg',
      mimeType: 'image/jpeg',
      buffer: await phonePhotograph({ width: 1200, height: 900 }),
    })
    await cousin.getByRole('checkbox').check()
    expect(await axeFindings(cousin)).toEqual([])
    await press(cousin, 'Добавить воспоминание')
    await cousin.getByText('Ждёт проверки вместе с фотографией. На странице эти слова пока видите только вы.').waitFor()

    await brother.goto(`/memorials/${memorial.id}`)
    await brother.getByText('Папа пел нам перед сном.').waitFor()
    expect(await brother.content()).not.toContain('снимок с моря')

    await sister.goto('/profile/words')
    expect(await proportionsOfPhoto(sister)).toEqual(UPRIGHT)
    expect(await axeFindings(sister)).toEqual([])
    await press(sister, 'Одобрить')
    await sister.goto(`/memorials/${memorial.id}`)
    expect(await proportionsOfPhoto(sister)).toEqual(UPRIGHT)
    await brother.reload()
    expect(await proportionsOfPhoto(brother)).toEqual(UPRIGHT)
    expect(await axeFindings(brother)).toEqual([])
  })

  it('reads it no more when the link is ended', async () => {
    await openToEdit(sister)
    await sister.getByRole('button', { name: 'Закрыть доступ: Кузина Вера' }).click()
    await confirm(sister, 'Закрыть доступ')
    await sister.getByRole('button', { name: 'Закрыть доступ: Кузина Вера' }).waitFor({ state: 'detached' })

    await cousin.reload()
    await cousin.getByText('Эту страницу семья пока хранит для себя').waitFor()
    expect(await cousin.content()).not.toContain('Волге')
    await cousin.goto(personalLink)
    await cousin.getByRole('alert').waitFor()
  })
})

describe('an aunt', () => {
  it('who registered after the letter finds the invitation in her cabinet, and the page once she accepts', async () => {
    const aunt = await visit({ account: await registerInvited(AUNT, await invite(AUNT)), isPhone: true })

    await aunt.goto('/my-memorials')
    await aunt.getByRole('region', { name: 'Приглашения' }).getByText(REQUEST).waitFor()
    await aunt.getByText('Здесь пока нет мемориалов').waitFor()
    expect(await axeFindings(aunt)).toEqual([])
    await aunt.getByRole('button', { name: /^Принять приглашение/ }).click()

    await aunt.getByRole('link', { name: /Посетить страницу/ }).click()
    await aunt.waitForURL(`**/memorials/${memorial.id}`)
    await aunt.getByRole('button', { name: 'Редактировать', exact: true }).waitFor()
  })
})

it('has asked no other host for anything, and no script has failed', () => {
  expect(complaints.flatMap(({ scripts, foreign }) => [...scripts, ...foreign])).toEqual([])
})
