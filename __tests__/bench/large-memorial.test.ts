import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { type ArchiveKind, archivePaths } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import { sampleFile } from '@support/archives'
import { launchWholeBrowser, openVisit, PHONE } from '@support/browser'
import { smallPicture } from '@support/photographs'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'

const PHOTOS = 500
const RECORDINGS = 25
const FILMS = 25
const MEMORIES = 2000
const AT_ONCE = 8

/** So many requests for data and pictures may go out before anything is scrolled. */
const REQUESTS_MOST = 8
/** A frame longer than this is seen as a jerk (three frames of a 60 Hz screen). */
const JERK_MS = 50
const JERKS_SHARE_MOST = 0.05

let dataDir: string
let server: ServerProcess
let browser: Browser
let owner: RemoteAccount
let memorial: Memorial

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-large-'))
  const catalogue = path.resolve('config/demo/catalogue')
  server = await startServerProcess({ DATA_DIR: dataDir, CATALOGUE_DIR: catalogue, TRUST_PROXY: '1' })
  owner = await openAccount(server, dataDir, 'vnuk@example.org')
  await postJson('/promo-codes/apply', { code: 'POMNIM-ADVANCED' })
  memorial = await owner.createMemorial({ rate_check: 'true', public_status: 'true' })
  await fill()
  browser = await launchWholeBrowser()
}, 600_000)

afterAll(async () => {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function fill(): Promise<void> {
  const picture = await smallPicture()
  await inParallel(PHOTOS, () => upload('photo', picture))
  const sound = await sampleFile('sound.mp3')
  await inParallel(RECORDINGS, () => upload('audio', sound))
  const film = await sampleFile('film.mp4')
  await inParallel(FILMS, () => upload('video', film))
  await inParallel(MEMORIES, leaveWords)
}

async function inParallel(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function upload(kind: ArchiveKind, bytes: Buffer): Promise<void> {
  const form = new FormData()
  form.append('memorial_id', String(memorial.id))
  form.append('file', new Blob([new Uint8Array(bytes)]), 'file')
  const { status } = await owner.fetch(archivePaths(kind).create, { method: 'POST', body: form })
  if (status !== 201) throw new Error(`${kind} was answered ${status}`)
}

/** Each from an address of its own, or the server would find them too many. */
async function leaveWords(index: number): Promise<void> {
  const words = { memorials_id: memorial.id, description: `Слово ${index}. `.repeat(20), author: `Автор ${index}` }
  const { status } = await postJson('/memories/create', words, {
    'x-forwarded-for': `10.1.${index >> 8}.${index & 255}`,
  })
  if (status !== 201) throw new Error(`Words were answered ${status}`)
}

function postJson(call: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return owner.fetch(call, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

async function openAndCount(page: Page): Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`/memorials/${memorial.id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  return asked
}

const isData = (address: string) => /^\/(api|media|tiles)\//.test(address)

/** The lengths of all frames (ms) while a wheel turns from the top of the page to its end. */
async function scrollToEnd(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    const count = (now: number) => {
      frames.push(now - last)
      last = now
      requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
    Object.assign(window, { frames })
  })
  await page.mouse.move(200, 400)
  const isAtEnd = () => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2)
  while (!(await isAtEnd())) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(30)
  }
  return page.evaluate(() => (window as unknown as { frames: number[] }).frames)
}

describe('a memorial of 500 photos, 50 recordings and 2 000 memories', () => {
  it(`asks for data at most ${REQUESTS_MOST} times before anything is scrolled`, async () => {
    const { page } = await openVisit(browser, server.url, { viewport: PHONE })
    const asked = await openAndCount(page)

    const data = asked.filter(isData)
    process.stdout.write(`before scrolling: ${data.length} for data, ${asked.length - data.length} for the program\n`)
    process.stdout.write(`  ${asked.join('\n  ')}\n`)
    expect(data.length).toBeLessThanOrEqual(REQUESTS_MOST)
    await page.context().close()
  })

  it('scrolls smoothly to its end, and pictures load on the way', async () => {
    const { page } = await openVisit(browser, server.url, { viewport: PHONE })
    const asked = await openAndCount(page)
    const before = asked.filter((address) => address.startsWith('/media/')).length

    const frames = await scrollToEnd(page)
    const jerks = frames.filter((length) => length > JERK_MS)
    const sorted = [...frames].sort((a, b) => a - b)
    const share = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)
    const pictures = asked.filter((address) => address.startsWith('/media/')).length - before
    process.stdout.write(
      `${frames.length} frames: median ${share(0.5)} ms, 95 % within ${share(0.95)} ms, longest ${share(1)} ms, ` +
        `${jerks.length} above ${JERK_MS} ms; ${pictures} pictures on the way\n`,
    )
    expect(pictures).toBeGreaterThan(PHOTOS / 4)
    expect(jerks.length).toBeLessThan(frames.length * JERKS_SHARE_MOST)
    // The page carries its first words: they are asked for once, for the copy that is kept on the device.
    expect(asked.filter((address) => address.includes('/memories/all'))).toHaveLength(1)
    await page.context().close()
  }, 120_000)

  it('shows its words page by page', async () => {
    const { page } = await openVisit(browser, server.url, { viewport: PHONE })
    await page.goto(`/memorials/${memorial.id}`)
    await page.getByRole('figure').nth(19).waitFor()
    expect(await page.getByRole('figure').count()).toBe(20)

    await page.getByRole('button', { name: 'Показать ещё' }).click()
    await page.getByRole('figure').nth(39).waitFor()
    expect(await page.getByRole('figure').count()).toBe(40)
    await page.context().close()
  })
})
