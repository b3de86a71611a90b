import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { type ArchiveItem, type ArchiveKind, archivePaths } from '@contract/archive'
import { UPLOAD_PART_BYTES } from '@contract/limits'
import type { Memorial } from '@contract/memorial'
import { uploadFilm, writeFilm } from '@support/big-film'
import { axeFindings } from '@support/axe'
import { type Complaints, launchBrowser, openArchive, openVisit } from '@support/browser'
import { sampleFile } from '@support/archives'
import { makeDataDir } from '@support/data-dir'
import { layLineTo } from '@support/line'
import { smallPicture } from '@support/photographs'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { filesBelow } from '@support/stored-files'
import { until } from '@support/until'

const MB = 1024 ** 2
const FILM_BYTES = 200 * MB
/** For a film of this size. */
const LONG_WAIT_MS = 120_000

let dataDir: string
let server: ServerProcess
let line: Awaited<ReturnType<typeof layLineTo>>
let browser: Browser
let page: Page
let complaints: Complaints
/** How the server answered what players asked for. */
const playerStatuses: number[] = []
let owner: RemoteAccount
let memorial: Memorial

beforeAll(async () => {
  dataDir = await makeDataDir('uploads')
  server = await startServerProcess({ DATA_DIR: dataDir, CATALOGUE_DIR: path.resolve('config/demo/catalogue') })
  owner = await openAccount(server, dataDir, 'vnuk@example.org')
  await owner.fetch('/promo-codes/apply', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: 'POMNIM-ADVANCED' }),
  })
  memorial = await owner.createMemorial({ rate_check: 'true', public_status: 'true' })
  line = await layLineTo(server.url)
  browser = await launchBrowser()
  ;({ page, complaints } = await openVisit(browser, line.url))
  page.on('response', (response) => {
    if (response.request().resourceType() === 'media') playerStatuses.push(response.status())
  })
  await page.addInitScript((token) => localStorage.setItem('pomnim.account-token', token), owner.token)
  await page.goto(`/memorials/${memorial.id}`)
  await page.getByRole('button', { name: 'Редактировать' }).click()
})

afterAll(async () => {
  await browser.close()
  line.remove()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const archive = (title: string) => page.getByRole('region', { name: title })

async function send(title: string, files: Parameters<Locator['setInputFiles']>[0], description = ''): Promise<void> {
  await openArchive(page, title)
  await archive(title).locator('input[type=file]').setInputFiles(files)
  const fields = archive(title).locator('form').first().getByLabel('Описание')
  // Each file has a field of its own, once it is shown.
  await fields.nth([files].flat().length - 1).waitFor()
  for (const field of await fields.all()) await field.fill(description)
  await archive(title).getByRole('button', { name: 'Добавить на страницу' }).click()
}

async function stored(kind: ArchiveKind): Promise<ArchiveItem[]> {
  const answer = await owner.fetch(`${archivePaths(kind).list}/${memorial.id}`)
  return ((await answer.json()) as { result: ArchiveItem[] }).result
}

async function partsInStore(): Promise<number> {
  const files = await filesBelow(path.join(dataDir, 'media'))
  return [...files.keys()].filter((name) => name.endsWith('.part')).length
}

async function usedBytes(): Promise<number> {
  const answer = await owner.fetch(`/memorial/${memorial.id}`)
  return ((await answer.json()) as Memorial).used_storage_bytes ?? Number.NaN
}

describe('an owner fills the archives', () => {
  it('with two photos at once, a song and a film', async () => {
    const buffer = await smallPicture()
    await send(
      'Фотографии',
      [
        { name: 'река.jpg', mimeType: 'image/jpeg', buffer },
        { name: 'дом.jpg', mimeType: 'image/jpeg', buffer },
      ],
      'Лето 1961',
    )
    await send('Аудио', { name: 'песня.mp3', mimeType: 'audio/mpeg', buffer: await sampleFile('sound.mp3') }, 'Поёт')
    await send('Видео', { name: 'film.mp4', mimeType: 'video/mp4', buffer: await sampleFile('film.mp4') }, 'На реке')

    await archive('Фотографии').getByRole('button', { name: 'Лето 1961', exact: true }).nth(1).waitFor()
    await archive('Аудио').getByRole('button', { name: 'Слушать: Поёт' }).waitFor()
    await archive('Видео').getByLabel('На реке', { exact: true }).waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

  it('and each film answers in parts: one may begin in the middle', async () => {
    const film = archive('Видео').locator('video')
    const second = await film.evaluate(async (video: HTMLVideoElement) => {
      const found = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
      video.currentTime = 0.5
      await found
      return video.currentTime
    })
    expect(second).toBeGreaterThan(0.4)
    expect(new Set(playerStatuses)).toEqual(new Set([206]))
  })

  it('looks at a photo large, and comes back by Escape', async () => {
    const thumbnail = archive('Фотографии').getByRole('button', { name: 'Лето 1961', exact: true }).first()
    // Its program is not here yet, and the second press must not open it once more.
    await thumbnail.dblclick()
    const large = page.getByRole('dialog', { name: 'Просмотр фотографий' })
    await large.getByRole('img').first().waitFor()
    await page.keyboard.press('ArrowRight')
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await large.waitFor({ state: 'detached' })
    expect(await thumbnail.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('and by Back, where the page stands as it stood', async () => {
    const thumbnail = archive('Фотографии').getByRole('button', { name: 'Лето 1961', exact: true }).first()
    await thumbnail.scrollIntoViewIfNeeded()
    const place = () => page.evaluate(() => [window.location.href, window.scrollY])
    const before = await place()
    expect(before[1]).toBeGreaterThan(0)

    await thumbnail.click()
    const large = page.getByRole('dialog', { name: 'Просмотр фотографий' })
    await large.waitFor()
    expect(await place()).toEqual(before)
    await page.goBack()
    await large.waitFor({ state: 'detached' })

    expect(await place()).toEqual(before)
    expect(await thumbnail.evaluate((element) => element === document.activeElement)).toBe(true)
  })
})

describe('a film of 200 MB', () => {
  let film: string
  const bar = () => archive('Видео').getByRole('progressbar', { name: /Загрузка: большой/ })

  beforeAll(async () => {
    film = path.join(dataDir, 'большой.mp4')
    await writeFilm(film, FILM_BYTES)
  })

  it('shows its progress while a description is saved and the storage is told anew', async () => {
    const slowly = await page.context().newCDPSession(page)
    await slowly.send('Network.enable')
    const before = await usedBytes()
    await slowly.send('Network.emulateNetworkConditions', SLOW)
    await send('Видео', film)
    await page.waitForFunction(
      () => Number(document.querySelector('[aria-label^="Загрузка: большой"]')?.getAttribute('aria-valuenow')) > 0,
    )

    await openArchive(page, 'Аудио')
    await archive('Аудио').getByRole('button', { name: 'Действия: Поёт' }).click()
    await archive('Аудио').getByRole('button', { name: 'Изменить подпись: Поёт' }).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Поёт у окна')
    const renewed = page.waitForResponse((response) => response.url().includes('audio_archive/get_memorial_audios'))
    await archive('Аудио').getByRole('button', { name: 'Сохранить' }).click()
    await archive('Аудио').getByRole('button', { name: 'Слушать: Поёт у окна' }).waitFor()
    await renewed
    await bar().waitFor()

    await archive('Видео')
      .getByRole('button', { name: /Отменить загрузку: большой/ })
      .click()
    await bar().waitFor({ state: 'detached' })
    await slowly.send('Network.emulateNetworkConditions', UNLIMITED)
    await until(async () => (await filesBelow(path.join(dataDir, 'uploads'))).size === 0)
    await until(async () => (await partsInStore()) === 0)
    expect(await stored('video')).toHaveLength(1)
    expect(await usedBytes()).toBe(before)
  })

  it('that loses its connection goes on by itself where it stopped, and only the rest is sent again', async () => {
    const slowly = await page.context().newCDPSession(page)
    await slowly.send('Network.enable')
    await slowly.send('Network.emulateNetworkConditions', SLOW)
    const sentBefore = line.sentBytes()
    await send('Видео', film, 'Большой')
    await page.waitForFunction(
      () => Number(document.querySelector('[aria-label^="Загрузка: большой"]')?.getAttribute('aria-valuenow')) > 30,
      undefined,
      { timeout: LONG_WAIT_MS },
    )
    line.cut()
    await archive('Видео').getByText('Связь прервалась. Как только она вернётся, продолжим с того же места.').waitFor()
    const percent = Number(await bar().getAttribute('aria-valuenow'))
    expect(percent).toBeGreaterThan(20)
    line.mend()
    await slowly.send('Network.emulateNetworkConditions', UNLIMITED)

    await archive('Видео').getByLabel('Большой', { exact: true }).waitFor({ timeout: LONG_WAIT_MS })
    await page.getByText('Хранилище: 201 МБ из 250 МБ').waitFor()
    expect(await stored('video')).toHaveLength(2)
    // What was on its way when the line was cut, and the questions around it.
    const sentTwice = line.sentBytes() - sentBefore - FILM_BYTES
    expect(sentTwice).toBeGreaterThan(0)
    expect(sentTwice).toBeLessThan(UPLOAD_PART_BYTES + MB)
  })

  it('does not fit a second time: the page says so before it is sent, and the server would too', async () => {
    // This server makes no copies of films, so the browser first looks at it: a copy could have been smaller.
    await send('Видео', film)
    await archive('Видео').getByText('не поместится: в хранилище осталось 49 МБ').waitFor()

    const url = `${server.url}/api/v1${archivePaths('video').create}`
    const answer = await uploadFilm(url, { file: film, memorialId: memorial.id, token: owner.token })
    expect(answer.status).toBe(413)
  })
})

it('no script has failed, and no other host was asked for anything', async () => {
  await page.getByRole('button', { name: 'Готово' }).click()
  expect(await axeFindings(page)).toEqual([])
  expect(complaints).toEqual({ scripts: [], foreign: [] })
})

const SLOW = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 10 * MB }
const UNLIMITED = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
