import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Browser, Locator, Page } from 'playwright-core'
import { type ArchiveItem, type ArchiveKind, archivePaths } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import { axeFindings } from '@support/axe'
import { type Complaints, launchBrowser, openArchive, openVisit, PHONE, sidewaysScroll } from '@support/browser'
import { makeDataDir } from '@support/data-dir'
import { describeWithFfmpeg, everyRecording, type MadeRecording, theFfmpeg } from '@support/films'
import { manyPages, ODD_PICTURES, redAboveBlue, scannedPdf } from '@support/odd-pictures'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { repeats } from '@support/repeats'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { until } from '@support/until'

const KINDS = ['video', 'audio', 'photo'] as const
const SECTIONS: Record<ArchiveKind, string> = { photo: 'Фотографии', audio: 'Аудио', video: 'Видео' }
const SCAN = 'scan.pdf'
/** Each of them becomes a photo. */
const PAGES = 2
const THREE_MINUTES_MS = 180_000
const LOOK_EVERY_MS = 500
/** `npm run proofs` sends every kind. */
const EACH_NTH = repeats({ usually: 8, thoroughly: 1 })

interface MadeFile {
  name: string
  bytes: Buffer
}

/** What lies in a family's drawers and old phones is chosen on a phone, and someone else looks and listens. */
describeWithFfmpeg(() => {
  let dataDir: string
  let server: ServerProcess
  let browser: Browser
  let owner: RemoteAccount
  let memorial: Memorial
  let page: Page
  let complaints: Complaints
  let visitor: Awaited<ReturnType<typeof openVisit>>
  let recordings: MadeRecording[]
  let pictures: MadeFile[]

  beforeAll(async () => {
    dataDir = await makeDataDir('kinds')
    const { path: ffmpeg } = await theFfmpeg()
    server = await startServerProcess({ DATA_DIR: dataDir, FFMPEG_PATH: ffmpeg, NEW_ACCOUNT_ADVANCED: '1' })
    owner = await openAccount(server, dataDir, 'vnuk@example.org')
    memorial = await owner.createMemorial({ rate_check: 'true', public_status: 'true' })
    recordings = some(await everyRecording()).map((made) => ({ ...made, name: spokenName(made.name) }))
    pictures = [...some(await oddPictures()), { name: SCAN, bytes: await scannedPdf(PAGES) }]
    browser = await launchBrowser()
    const phone = { viewport: PHONE, hasTouch: true, isMobile: true }
    ;({ page, complaints } = await openVisit(browser, server.url, phone))
    visitor = await openVisit(browser, server.url, phone)
    await page.addInitScript((token) => localStorage.setItem('pomnim.account-token', token), owner.token)
    await page.goto(`/memorials/${memorial.id}`)
    await page.getByRole('button', { name: 'Редактировать' }).tap()
  })

  afterAll(async () => {
    await browser.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  const of = (kind: ArchiveKind) => recordings.filter((made) => made.kind === kind)

  /** Chooses all files at once. */
  async function choose(kind: ArchiveKind, files: MadeFile[]): Promise<void> {
    const archive = page.getByRole('region', { name: SECTIONS[kind] })
    await openArchive(page, SECTIONS[kind])
    const input = archive.locator('input[type=file]')
    const accepted = ((await input.getAttribute('accept')) ?? '').split(',')
    expect(files.filter(({ name }) => !accepted.includes(endingOf(name)))).toEqual([])
    const folder = path.join(dataDir, 'chosen')
    await mkdir(folder, { recursive: true })
    for (const { name, bytes } of files) await writeFile(path.join(folder, name), bytes)
    await input.setInputFiles(files.map(({ name }) => path.join(folder, name)))
    await archive.getByRole('list', { name: 'Выбранные файлы' }).waitFor()
  }

  async function items(kind: ArchiveKind): Promise<ArchiveItem[]> {
    const answer = await owner.fetch(`${archivePaths(kind).list}/${memorial.id}`)
    return ((await answer.json()) as { result: ArchiveItem[] }).result
  }

  it(
    'their owner chooses all of them, and each is taken',
    async () => {
      for (const kind of KINDS) await choose(kind, kind === 'photo' ? pictures : of(kind))
      expect(await axeFindings(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      // What was chosen for the other archives waits while one is open.
      for (const kind of KINDS) {
        await openArchive(page, SECTIONS[kind])
        const archive = page.getByRole('region', { name: SECTIONS[kind] })
        await archive.getByRole('button', { name: 'Добавить на страницу' }).tap()
      }

      const described = async (kind: ArchiveKind) => (await items(kind)).map(({ description }) => description).sort()
      await untilEqual(() => described('video'), of('video').map(titleOf).sort())
      await untilEqual(() => described('audio'), of('audio').map(titleOf).sort())
      await untilEqual(async () => (await items('photo')).length, pictures.length + PAGES - 1)
    },
    2 * THREE_MINUTES_MS,
  )

  it(
    'copies are made of those that few browsers play',
    async () => {
      const unplayable = async () =>
        [...(await items('video')), ...(await items('audio'))].flatMap(({ description, ...item }) =>
          item.is_playable ? [] : [description],
        )
      await untilEqual(unplayable, [])
    },
    2 * THREE_MINUTES_MS,
  )

  it('a visitor sees every film and hears it', async () => {
    const { page: theirs } = visitor
    await theirs.goto(`/memorials/${memorial.id}`)
    const films = theirs.getByRole('region', { name: 'Видео' })
    await films.scrollIntoViewIfNeeded()
    // Browsers play sound only on a page that was touched.
    await theirs.getByRole('heading', { name: 'Видео' }).tap()
    for (const made of of('video')) {
      const name = titleOf(made)
      const film = films.getByLabel(name, { exact: true })
      await film.scrollIntoViewIfNeeded()
      await film.evaluate((element: HTMLVideoElement) => element.play())
      await untilPlays(film)
      // The test picture of ffmpeg has many colours; where nothing is drawn there is one.
      expect([name, (await film.evaluate(coloursDrawn)) > 5]).toEqual([name, true])
      if (!SILENT.includes(made.name)) expect([name, (await film.evaluate(loudness)) > AUDIBLE]).toEqual([name, true])
    }
  }, 120_000)

  it('hears every recording by its own button', async () => {
    const sounds = visitor.page.getByRole('region', { name: 'Аудио' })
    for (const name of of('audio').map(titleOf)) {
      await sounds.getByRole('button', { name: `Слушать: ${name}` }).tap()
      const sound = sounds.locator(`audio[aria-label="${name}"]`)
      await untilPlays(sound)
      expect([name, (await sound.evaluate(loudness)) > AUDIBLE]).toEqual([name, true])
    }
  }, 120_000)

  it('sees every picture, the right side up', async () => {
    const { page: theirs } = visitor
    await theirs.goto(`/memorials/${memorial.id}?photos=all`)
    const album = theirs.getByRole('region', { name: 'Фотографии' })
    const photos = album.locator('li img:not([data-preview])')
    await until(async () => (await photos.count()) === pictures.length + PAGES - 1)
    for (const [nth, photo] of (await photos.all()).entries()) {
      await photo.scrollIntoViewIfNeeded()
      await until(() => photo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      expect([nth, await photo.evaluate(coloursAboveAndBelow)]).toEqual([nth, ['red', 'blue']])
    }
  }, 120_000)

  it('and neither browser complains about anything', () => {
    expect([complaints, visitor.complaints]).toEqual(Array(2).fill({ scripts: [], foreign: [] }))
  })
})

/** A bare stream of pictures. */
const SILENT = ['bare m2v.m2v']
const AUDIBLE = 0.01

/** Tells what there was in its place when it has not come in time. */
async function untilEqual<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const end = Date.now() + THREE_MINUTES_MS
  let value = await read()
  while (!isDeepStrictEqual(value, expected) && Date.now() < end) {
    await sleep(LOOK_EVERY_MS)
    value = await read()
  }
  expect(value).toEqual(expected)
}

/** «phone 3gp.3gp»: a name that says something becomes the title of a recording. */
const spokenName = (name: string) => `${name.replace('.', ' ')}${endingOf(name)}`

function titleOf({ name }: MadeFile): string {
  const title = name.slice(0, name.lastIndexOf('.'))
  return title.charAt(0).toUpperCase() + title.slice(1)
}

const endingOf = (name: string) => name.slice(name.lastIndexOf('.'))

const some = <T>(all: T[]): T[] => all.filter((_one, nth) => nth % EACH_NTH === 0)

async function oddPictures(): Promise<MadeFile[]> {
  const odd = Object.entries(ODD_PICTURES).map(async ([what, make], nth) => {
    const [kind = ''] = /TIFF|GIF|AVIF|BMP|DNG|CR2|ARW|NEF|RW2|RAF|CR3/.exec(what) ?? []
    return { name: `${nth}.${kind.toLowerCase()}`, bytes: await make() }
  })
  const jpeg = await redAboveBlue(600, 400).jpeg().toBuffer()
  return [
    ...(await Promise.all(odd)),
    { name: 'pages.tif', bytes: await manyPages(3) },
    { name: 'cut.jfif', bytes: jpeg.subarray(0, -2) },
    { name: 'tall.tif', bytes: await redAboveBlue(20, 17_000).tiff({ compression: 'lzw' }).toBuffer() },
  ]
}

async function untilPlays(recording: Locator): Promise<void> {
  await until(() => recording.evaluate((element) => (element as HTMLMediaElement).currentTime > 0.2))
}

/** How many colours the frame has that a film shows now. */
function coloursDrawn(element: Element): number {
  const canvas = document.createElement('canvas')
  canvas.width = 32
  canvas.height = 24
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  context.drawImage(element as HTMLVideoElement, 0, 0, canvas.width, canvas.height)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  const colours = new Set<string>()
  for (let at = 0; at < data.length; at += 4) colours.add(data.slice(at, at + 3).join())
  return colours.size
}

/** The loudest sample that this browser decodes of a recording, from 0 to 1. */
async function loudness(element: Element): Promise<number> {
  const bytes = await (await fetch((element as HTMLMediaElement).currentSrc)).arrayBuffer()
  const sound = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(bytes)
  return sound.getChannelData(0).reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0)
}

/** In the middle of the upper and of the lower half. */
function coloursAboveAndBelow(image: Element): string[] {
  const canvas = document.createElement('canvas')
  canvas.width = 4
  canvas.height = 4
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  context.drawImage(image as HTMLImageElement, 0, 0, 4, 4)
  return [0, 3].map((row) => {
    const [red = 0, , blue = 0] = context.getImageData(2, row, 1, 1).data
    return red > blue + 50 ? 'red' : blue > red + 50 ? 'blue' : `${red} ${blue}`
  })
}
