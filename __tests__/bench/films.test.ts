import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyArguments } from '@server/media/film-encoder'
import { aFilm, anHdrFilm, theFfmpeg } from '@support/films'
import { residentBytes } from '@support/process-memory'

const MB = 1024 ** 2
const LOOK_EVERY_MS = 20
/** The server ends an ffmpeg that takes a gigabyte. */
const MEMORY_MAX_MB = 768
const SECONDS = 3

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-bench-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Makes the copy as the server does; returns the most memory that ffmpeg held, and how long it took. */
async function copyOf(film: Buffer, hdr: 'hlg' | null) {
  const file = path.join(folder, 'film.mp4')
  await writeFile(file, film)
  const { path: ffmpeg } = await theFfmpeg()
  const source = { kind: 'video' as const, file, size: film.length, extension: 'mp4', duration: SECONDS, hdr }
  const started = performance.now()
  const child = spawn(ffmpeg, copyArguments(source, path.join(folder, 'copy.mp4'), 1e9), { stdio: 'ignore' })
  let most = 0
  const watch = setInterval(() => {
    void residentBytes(child.pid ?? 0).then(
      (now) => (most = Math.max(most, now || 0)),
      () => undefined,
    )
  }, LOOK_EVERY_MS)
  await once(child, 'exit')
  clearInterval(watch)
  expect((await stat(path.join(folder, 'copy.mp4'))).size).toBeGreaterThan(0)
  return { megabytes: Math.round(most / MB), seconds: (performance.now() - started) / 1000 }
}

it.each([
  ['a film of 4K', async () => aFilm({ size: '3840x2160', seconds: SECONDS }), null],
  [
    'one with a high dynamic range',
    async () => anHdrFilm({ transfer: 'arib-std-b67', size: '3840x2160', seconds: SECONDS }),
    'hlg',
  ],
] as const)(
  'copying %s stays far below the memory at which it would be ended',
  async (what, make, hdr) => {
    const { megabytes, seconds } = await copyOf(await make(), hdr)
    process.stdout.write(
      `copying ${what}: at most ${megabytes} MB, ${(seconds / SECONDS).toFixed(1)} s for each second\n`,
    )
    expect(megabytes).toBeLessThan(MEMORY_MAX_MB)
  },
  300_000,
)
