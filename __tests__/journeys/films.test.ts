import { rm } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { type ArchiveItem, archivePaths } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import { sampleFile } from '@support/archives'
import { axeFindings } from '@support/axe'
import { type Complaints, launchBrowser, openArchive, openVisit } from '@support/browser'
import { makeDataDir } from '@support/data-dir'
import { aFilm, describeWithFfmpeg, tracksOf } from '@support/films'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'

describeWithFfmpeg(() => {
  let dataDir: string
  let server: ServerProcess
  let browser: Browser
  let page: Page
  let complaints: Complaints
  let owner: RemoteAccount
  let memorial: Memorial

  beforeAll(async () => {
    dataDir = await makeDataDir('films')
    server = await startServerProcess({ DATA_DIR: dataDir, FFMPEG_PATH: 'off', NEW_ACCOUNT_ADVANCED: '1' })
    owner = await openAccount(server, dataDir, 'vnuk@example.org')
    memorial = await owner.createMemorial({ rate_check: 'true', public_status: 'true' })
    browser = await launchBrowser()
    ;({ page, complaints } = await openVisit(browser, server.url))
    await page.addInitScript((token) => localStorage.setItem('pomnim.account-token', token), owner.token)
    await page.goto(`/memorials/${memorial.id}`)
    await page.getByRole('button', { name: 'Редактировать' }).click()
  })

  afterAll(async () => {
    await browser.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  const archive = () => page.getByRole('region', { name: 'Видео' })

  async function send(name: string, buffer: Buffer, description: string): Promise<void> {
    await openArchive(page, 'Видео')
    await archive().locator('input[type=file]').setInputFiles({ name, mimeType: 'video/mp4', buffer })
    await archive().locator('form').first().getByLabel('Описание').fill(description)
    await archive().getByRole('button', { name: 'Добавить на страницу' }).click()
  }

  async function stored(description: string): Promise<ArchiveItem> {
    await archive().getByLabel(description, { exact: true }).waitFor()
    const answer = await owner.fetch(`${archivePaths('video').list}/${memorial.id}`)
    const { result } = (await answer.json()) as { result: ArchiveItem[] }
    const item = result.find((one) => one.description === description)
    if (!item) throw new Error(`There is no film «${description}»`)
    return item
  }

  it.each([
    ['lying', '3840x2160', [1920, 1080]],
    ['upright', '2160x3840', [1080, 1920]],
  ])('a %s film of 4K is made smaller before it is sent to a server without ffmpeg', async (how, size, expected) => {
    const film = await aFilm({
      codec: 'libvpx-vp9',
      size,
      seconds: 2,
      options: ['-deadline', 'realtime', '-cpu-used', '8'],
    })
    await send('film.mp4', film, how)
    await archive()
      .getByText(/^Готовим видео… \d+ %$/)
      .waitFor()

    const item = await stored(how)

    expect([item.width, item.height]).toEqual(expected)
    const copy = new Uint8Array(await (await fetch(`${server.url}${item.file_path}`)).arrayBuffer())
    expect(await tracksOf(copy)).toMatchObject({ film: 'avc', sound: 'aac', seconds: expect.closeTo(2, 0) as number })
    expect(copy.length).toBeLessThan(film.length * 3)
  })

  it('a film without a poster shows a frame before it plays', async () => {
    const player = archive().getByLabel('lying', { exact: true })
    await player.scrollIntoViewIfNeeded()
    await page.waitForFunction(() => {
      const video = document.querySelector('video')
      return video !== null && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && video.currentTime > 0
    })
  })

  it('a film of an iPhone, which this browser cannot read, is asked about and then sent as it is', async () => {
    await send('IMG_0412.MOV', await sampleFile('film-hevc.mp4'), 'юбилей')
    const question = archive().getByRole('alert')
    await question.getByText(/^IMG_0412\.MOV записан в формате, который показывают не все браузеры/).waitFor()
    expect(await axeFindings(page)).toEqual([])

    await archive().getByRole('button', { name: 'Отправить как есть: IMG_0412.MOV' }).click()

    expect(await stored('юбилей')).toMatchObject({ is_playable: false })
    await archive()
      .getByText(/^Это видео хранится таким, каким его добавили/)
      .waitFor()
  })

  it('and the browser complains about nothing', () => {
    expect(complaints).toEqual({ scripts: [], foreign: [] })
  })
})
