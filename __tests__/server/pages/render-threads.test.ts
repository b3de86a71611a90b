import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RendererOptions, RenderPage } from '@client/ssr/render'
import { NotRenderedError, type RenderThreads, startRenderThreads } from '@server/pages/render-threads'
import { leastOf, longestPieceOfWork } from '@support/event-loop-work'
import { aLog } from '@support/recorded-log'

const WORKER_FILE = path.resolve('dist/server/render-worker.js')
const TIMEOUT_MS = 3000
const BUSY_MS = 600

/** In the place of the built program: a screen for each way in which a rendering goes. */
const RENDERER = `
  exports.createRenderer = async ({ settings, ask, pictureForLinks }) => async (url) => {
    if (url === '/endless') for (;;);
    if (url === '/busy') for (const end = Date.now() + ${BUSY_MS}; Date.now() < end;);
    if (url === '/ended') process.exit(1)
    if (url === '/memory') for (const all = []; ; ) all.push(new Array(100_000).fill(Math.random()))
    if (url === '/broken') throw new Error('a bug of a screen')
    if (url === '/cabinet') return undefined
    const { text } = await ask('/answer' + url)
    return { kind: 'shown', status: 200, head: settings.siteName, styles: [], html: text, state: '{}' }
  }
`

let folder: string
let threads: RenderThreads
let render: RenderPage
const log = aLog()

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-renderer-'))
  await writeFile(path.join(folder, 'renderer.js'), RENDERER)
  threads = startRenderThreads({
    rendererFolder: folder,
    log: log.log,
    workerFile: WORKER_FILE,
    timeoutMs: TIMEOUT_MS,
  })
  const options: Pick<RendererOptions, 'ask'> & { settings: object } = {
    settings: { siteName: 'Помним' },
    async ask(url) {
      await pause(url.length)
      return { status: 200, text: `the answer to ${url}` }
    },
  }
  render = await threads.createRenderer(options as unknown as RendererOptions)
})
afterAll(async () => {
  await threads.stop()
  await rm(folder, { recursive: true, force: true })
})

it('shows what the server answers to each screen, of several at once', async () => {
  const screens = ['/one-with-a-long-address', '/two', '/three', '/four']
  const shown = await Promise.all(screens.map(render))
  expect(shown.map((screen) => screen?.kind === 'shown' && [screen.head, screen.html])).toEqual(
    screens.map((url) => ['Помним', `the answer to /answer${url}`]),
  )
  expect(await render('/cabinet')).toBeUndefined()
})

it('holds nobody up who asks for something else while a screen takes long', async () => {
  const longest = await leastOf(() => longestPieceOfWork(() => render('/busy')), { enough: BUSY_MS / 2 })
  expect(longest).toBeLessThan(BUSY_MS / 2)
})

it.each(['/endless', '/memory', '/ended'])(
  'gives up a screen that takes its thread with it, and renders the next one: %s',
  async (url) => {
    log.clear()
    await expect(render(url)).rejects.toThrow(NotRenderedError)
    expect(log.lines()).toMatchObject([{ msg: 'a page was sent unrendered: its thread ended' }])
    expect(await render('/after')).toMatchObject({ html: 'the answer to /answer/after' })
    // Told once a second.
    await pause(1000)
  },
)

it('passes on what is a bug of a screen, and keeps its thread', async () => {
  await expect(render('/broken')).rejects.toThrow('a bug of a screen')
  expect(await render('/after')).toMatchObject({ html: 'the answer to /answer/after' })
})
