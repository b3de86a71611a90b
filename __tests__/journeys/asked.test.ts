import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, CDPSession, Page, Request } from 'playwright-core'
import { VOICE_PART_BYTES } from '@contract/limits'
import { paths, storyAnchor } from '@contract/paths'
import type { Story } from '@contract/questions'
import { VOICES_PATH } from '@contract/upload'
import { RECORDINGS_DATABASE } from '@client/lib/draft'
import { ACCOUNT_TOKEN_KEY } from '@client/store/token-storage'
import { axeFindings } from '@support/axe'
import {
  type Complaints,
  isOnScreen,
  launchBrowser,
  launchWithMicrophone,
  openVisit,
  PHONE,
  sidewaysScroll,
} from '@support/browser'
import { type Line, layLine } from '@support/line'
import { makeDataDir } from '@support/data-dir'
import { aVoice, describeWithFfmpeg } from '@support/films'
import { htmlOfLetter, linkOfLastLetter } from '@support/outbox'
import { readPdf } from '@support/pdf-text'
import { readAll, renderedPdf } from '@support/qr-readers'
import { decoded, hear, playedFile, record, recordedSeconds, SILENCE } from '@support/recorder'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { repeats } from '@support/repeats'
import { freePort, type ServerProcess, startServerProcess } from '@support/server-process'
import { unzip } from '@support/unzip'
import { until } from '@support/until'

/** How long is recorded before the tab dies, and in all. */
const BEFORE_SECONDS = repeats({ usually: 8, thoroughly: 60 })
const WHOLE_SECONDS = repeats({ usually: 12, thoroughly: 90 })
const LONG_TEST_MS = 180_000 + 2000 * WHOLE_SECONDS
const QUESTION = 'Какие песни он пел и когда?'
const ZOYA = 'zoya@example.org'
const PYOTR = 'pyotr@example.org'
const NINA = 'nina@example.org'
const WEAK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const CPU_SLOWDOWN = 4
const DOTS_PER_INCH = 200
const TALKING = { viewport: PHONE, isMobile: true, hasTouch: true }

/** What a run measured. */
const figures: string[] = []

describeWithFfmpeg(() => {
  let dataDir: string
  let server: ServerProcess
  /** To the server's public URL. */
  let line: Line
  let publicUrl: string
  let owner: RemoteAccount
  let memorialId: number
  /** Whose microphone hears a recording, and that of all others. */
  let speakers: Browser
  let others: Browser
  let keeper: Page
  /** The page of the letter's link. */
  let answer: Page
  let complaints: Complaints[]
  let loaded: string[]
  let visitor: Page
  /** In seconds: what the dead tab left, and the whole. */
  let left: number
  let recorded: number
  let story: Story

  beforeAll(async () => {
    dataDir = await makeDataDir('asked')
    const speech = path.join(dataDir, 'speech.wav')
    // As loud and as quiet in turns as speech is: a phone takes an even tone for noise.
    await writeFile(speech, await aVoice('speech.wav', '-af tremolo=f=3:d=0.9 -c:a pcm_s16le', 10))
    const port = await freePort()
    line = await layLine({ host: 'localhost', port })
    publicUrl = `http://localhost:${line.port}`
    server = await startServerProcess({ DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: publicUrl })
    owner = await openAccount(server, dataDir, 'owner@example.org')
    memorialId = (await owner.createMemorial({ public_status: 'true' })).id
    speakers = await launchWithMicrophone(speech)
    others = await launchBrowser()
    const kept = await openVisit(others, server.url, { acceptDownloads: true })
    const spoken = await openVisit(speakers, publicUrl, { ...TALKING, permissions: ['microphone'] })
    keeper = kept.page
    answer = spoken.page
    complaints = [kept.complaints, spoken.complaints]
    loaded = loadedBy(answer)
    const token: [string, string] = [ACCOUNT_TOKEN_KEY, owner.token]
    await keeper.addInitScript(([key, value]) => localStorage.setItem(key, value), token)
  })
  afterAll(async () => {
    await speakers.close()
    await others.close()
    await server.stop()
    line.remove()
    if (process.env.THOROUGH) process.stdout.write(`${figures.join('\n')}\n`)
    await rm(dataDir, { recursive: true, force: true })
  })

  /** The address in the letter of a question that is asked past the form. */
  const askAgain = async (name: string, email: string) => {
    const body = JSON.stringify({ text: QUESTION, to: [{ name, email }] })
    const headers = { 'content-type': 'application/json' }
    await owner.fetch(`/memorial/${memorialId}/questions`, { method: 'POST', headers, body })
    return linkOfLastLetter(dataDir, email)
  }

  it('a keeper asks by letter, and its one button opens the question', async () => {
    await keeper.goto(paths.memorial(memorialId))
    await keeper.getByRole('button', { name: 'Редактировать', exact: true }).click()
    const asking = keeper.getByRole('region', { name: 'Спросить родных' })
    await asking.getByRole('heading', { name: 'Спросить родных' }).click()
    await asking.getByRole('button', { name: 'Задать вопрос' }).click()
    await asking.getByLabel('Вопрос', { exact: true }).fill(QUESTION)
    await asking.getByLabel('Как обратиться').fill('Зоя')
    await asking.getByLabel('E-mail').fill(ZOYA)
    await asking.getByRole('button', { name: 'Отправить вопрос' }).click()
    await asking.getByText(/^Зоя: письмо отправлено/).waitFor()

    await answer.setContent(await htmlOfLetter(dataDir, ZOYA, QUESTION))
    await weaken(answer)
    await answer.getByRole('link', { name: 'Рассказать' }).tap()
    await answer.getByRole('heading', { name: inAnySpaces(QUESTION) }).waitFor()
    expect(await axeFindings(answer)).toEqual([])
  })

  it(
    'the recorder comes at the press, and what was recorded outlives its tab',
    async () => {
      expect(await asksForMicrophone(loaded)).toBe(false)
      await answer.getByRole('button', { name: 'Рассказать голосом' }).tap()
      await record(answer, 'Начать запись', BEFORE_SECONDS)
      expect(await asksForMicrophone(loaded)).toBe(true)
      const address = answer.url()
      answer = await afterDeath(answer)

      await weaken(answer)
      await answer.goto(address)
      await answer.getByText(/У вас осталась запись, \d+ секунд[аы]?\. Продолжить\?/).waitFor()
      await answer.getByRole('button', { name: 'Продолжить' }).tap()
      left = await recordedSeconds(answer)
      expect(left).toBeGreaterThanOrEqual(BEFORE_SECONDS - 1)
      await record(answer, 'Записать дальше', WHOLE_SECONDS)
      await answer.getByRole('button', { name: 'Закончить' }).tap()
      recorded = await recordedSeconds(answer)
      expect(recorded).toBeGreaterThanOrEqual(WHOLE_SECONDS - 1)
      expect(await axeFindings(answer)).toEqual([])
    },
    LONG_TEST_MS,
  )

  it('is sent at 50 kB/s', async () => {
    await answer.getByLabel('Ваше имя').fill('Зоя Орлова')
    await answer.getByLabel(/^Кем вы приходитесь/).fill('соседка')
    await agree(answer)
    await answer.getByRole('button', { name: 'Отправить' }).tap()
    await answer.getByText(/^Спасибо\. Близкие прочитают/).waitFor()
    expect(await axeFindings(answer)).toEqual([])
  })

  it('is approved in the queue, and a visitor hears it without loading the recorder', async () => {
    await keeper.goto(paths.pendingWords)
    const card = keeper.getByRole('article', { name: inAnySpaces(QUESTION) })
    await card.getByRole('button', { name: 'Одобрить' }).click()
    // The decision is sent as the page is left. A browser may not report the response to a page that is gone.
    await keeper.goto(paths.memorial(memorialId))
    const approved = async () => {
      const stories = await owner.fetch(`/memorial/${memorialId}/stories`)
      return ((await stories.json()) as { result: Story[] }).result
    }
    await until(async () => (await approved()).length === 1)
    ;[story] = (await approved()) as [Story]

    const visit = await openVisit(others, publicUrl, TALKING)
    complaints.push(visit.complaints)
    visitor = visit.page
    const scripts = loadedBy(visitor)
    await visitor.goto(paths.memorial(memorialId))
    await visitor.getByRole('button', { name: /Послушать рассказ/ }).tap()
    await hear(visitor)
    const heard = await decoded(visitor, await playedFile(visitor))
    figures.push(
      `recorded ${recorded} s, left after the death ${left} s, heard ${heard.seconds.toFixed(1)} s, loudness ${heard.loudness.toFixed(3)}`,
    )
    expect(heard.seconds).toBeGreaterThan(recorded - 1)
    expect(heard.loudness).toBeGreaterThan(SILENCE)
    expect(await asksForMicrophone(scripts)).toBe(false)
  })

  it('stands in the booklet with a code that leads to it', async () => {
    const coming = visitor.waitForEvent('download')
    await visitor.getByRole('link', { name: 'Книга памяти (PDF)' }).tap()
    const pdf = await readFile(await (await coming).path())
    const pages = (await readPdf(pdf)).pages.map((text) => text.includes(QUESTION))
    const codes = await readAll(await renderedPdf(pdf, DOTS_PER_INCH, pages.indexOf(true) + 1))
    expect(codes).toContain(`${publicUrl}${paths.memorial(memorialId)}#${storyAnchor(story.id)}`)

    await visitor.goto('about:blank')
    await visitor.goto(codes.find((code) => code.includes('#')) ?? '')
    await until(() => isOnScreen(visitor.getByRole('heading', { name: inAnySpaces(QUESTION) })))
    await until(() => isOnScreen(visitor.getByRole('button', { name: /Послушать рассказ/ })))
    expect(await sidewaysScroll(visitor)).toBe(0)
  })

  it('plays from the disk, out of the archive of the page', async () => {
    await keeper.getByRole('button', { name: 'Редактировать', exact: true }).click()
    await keeper.getByRole('heading', { name: 'Скачать страницу' }).click()
    const coming = keeper.waitForEvent('download')
    await keeper.getByRole('button', { name: 'Скачать страницу', exact: true }).click()
    const home = path.join(dataDir, 'home')
    await unzip(await readFile(await (await coming).path()), home)

    const offline = await (await others.newContext({ offline: true, viewport: PHONE })).newPage()
    await offline.goto(pathToFileURL(path.join(home, 'index.html')).href)
    const audio = offline.locator('figure audio')
    await audio.evaluate((element: HTMLAudioElement) => element.play())
    await until(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime > 0.5))
    const file = path.join(home, (await audio.getAttribute('src')) ?? '')
    const heard = await decoded(offline, await readFile(file))
    expect(heard.seconds).toBeGreaterThan(recorded - 1)
    expect(heard.loudness).toBeGreaterThan(SILENCE)
  })

  it('goes on in the part where the connection broke, with a minute that waited on the device', async () => {
    const address = await askAgain('Пётр', PYOTR)
    const minute = await aVoice('minute.webm', '-c:a libopus -b:a 64k -vbr off', 60)
    await answer.goto(address)
    await answer.getByRole('button', { name: 'Рассказать голосом' }).waitFor()
    await leaveRecording(answer, minute)
    await answer.reload()
    await answer.getByText('У вас осталась запись, 60 секунд. Продолжить?').waitFor()
    await answer.getByRole('button', { name: 'Продолжить' }).tap()
    await answer.getByText('Записано 1:00').waitFor()
    await answer.getByLabel('Ваше имя').fill('Пётр')
    await agree(answer)

    const offsets = offsetsSentBy(answer)
    const before = line.sentBytes()
    await answer.getByRole('button', { name: 'Отправить' }).tap()
    await until(() => line.sentBytes() - before > VOICE_PART_BYTES + 64 * 1024)
    const broken = answer.waitForEvent('requestfailed', isPartOfVoice)
    line.cut()
    await broken
    line.mend()
    await answer.getByText(/^Спасибо\. Близкие прочитают/).waitFor()

    expect(offsets.slice(0, 2)).toEqual([0, VOICE_PART_BYTES])
    expect(Math.min(...offsets.slice(2))).toBeGreaterThanOrEqual(VOICE_PART_BYTES)
    const sentTwice = line.sentBytes() - before - minute.byteLength
    expect(sentTwice).toBeLessThan(VOICE_PART_BYTES)
    figures.push(
      `a minute of ${minute.byteLength} bytes: parts from ${offsets.join(', ')}; ${sentTwice} bytes above it`,
    )
  })

  it('is refused kindly without a microphone, with writing as the other way', async () => {
    await visitor.goto(await askAgain('Нина', NINA))
    await visitor.getByRole('button', { name: 'Рассказать голосом' }).tap()
    await visitor.getByRole('button', { name: 'Начать запись' }).tap()
    await visitor.getByText(/Микрофон .* напишите словами/).waitFor()
    expect(await axeFindings(visitor)).toEqual([])
    await visitor.getByRole('button', { name: 'Написать словами' }).tap()
    await visitor.getByLabel('Рассказ', { exact: true }).waitFor()
    for (const each of complaints) expect(each).toEqual({ scripts: [], foreign: [] })
  })
})

/** As a weak phone on a weak connection. */
async function weaken(page: Page): Promise<CDPSession> {
  const phone = await page.context().newCDPSession(page)
  await phone.send('Network.enable')
  await phone.send('Network.emulateNetworkConditions', WEAK)
  await phone.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return phone
}

/** A tab whose process has ended, without a word to the page; what its phone opens next. */
async function afterDeath(page: Page): Promise<Page> {
  const death = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  void session.send('Page.crash').catch(() => undefined)
  await death
  const next = await page.context().newPage()
  await page.close()
  return next
}

/** The addresses of the scripts that a page has loaded. */
function loadedBy(page: Page): string[] {
  const loaded: string[] = []
  page.context().on('request', (request) => {
    if (request.url().endsWith('.js')) loaded.push(request.url())
  })
  return loaded
}

/** Whether one of these scripts asks for the microphone. */
async function asksForMicrophone(scripts: string[]): Promise<boolean> {
  const texts = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()))
  return texts.some((text) => text.includes('getUserMedia'))
}

const isPartOfVoice = (request: Request) => request.method() === 'PATCH' && request.url().includes(VOICES_PATH)

/** Where in the file each of its parts begins that a page sends. */
function offsetsSentBy(page: Page): number[] {
  const offsets: number[] = []
  page.on('request', (request) => {
    if (isPartOfVoice(request)) offsets.push(Number(request.headers()['upload-offset']))
  })
  return offsets
}

async function agree(page: Page): Promise<void> {
  await page.getByLabel(/согласие на запись голоса/).check()
  await page.getByLabel(/согласие на обработку/).check()
}

/** As if it had been recorded at this page, whose tab died then. */
async function leaveRecording(page: Page, recording: Buffer): Promise<void> {
  const token = new URL(page.url()).searchParams.get('token') ?? ''
  const key = `memory-draft-question-${token.slice(0, 8)}-guest`
  const base64 = recording.toString('base64')
  await page.evaluate(storeRecording, { key, base64, database: RECORDINGS_DATABASE })
}

/** Runs in the page. */
async function storeRecording({ key, base64, database }: Record<'key' | 'base64' | 'database', string>): Promise<void> {
  const { buffer: bytes } = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const opening = indexedDB.open(database, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('parts')
  await new Promise((resolve) => (opening.onsuccess = resolve))
  const parts = opening.result.transaction('parts', 'readwrite').objectStore('parts')
  const adding = parts.add({ session: 1, bytes, type: 'audio/webm;codecs=opus' }, [key, 1])
  await new Promise((resolve) => (adding.onsuccess = resolve))
  opening.result.close()
  localStorage.setItem(key, JSON.stringify({ text: '', author: '', relation: '', voice_seconds: 60 }))
}

function inAnySpaces(text: string): RegExp {
  return new RegExp(`^${text.replace('?', '\\?').replaceAll(' ', '\\s')}$`)
}
