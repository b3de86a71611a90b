import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createFilmEncoder, FfmpegError, findFfmpeg, runFfmpeg } from '@server/media/film-encoder'
import { aFilm, anHdrFilm, describeWithFfmpeg, lightOf, realEncoder, theFfmpeg } from '@support/films'
import { until } from '@support/until'

let folder: string
const never = new AbortController().signal

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-ffmpeg-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A program in the place of ffmpeg. */
async function aProgram(script: string, name = 'ffmpeg'): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, `#!/bin/sh\n${script}\n`)
  await chmod(file, 0o755)
  return file
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Starts a program that would run for minutes, and returns its process id once it has begun. */
async function runForMinutes({ maxMs, signal }: { maxMs: number; signal: AbortSignal }) {
  // Like ffmpeg it is one process.
  const program = await aProgram('echo $$ > pid; exec /bin/sleep 300')
  const run = runFfmpeg({ path: program, launcher: [], mapsTones: false }, [], { folder, maxMs, signal }).catch(
    (error: unknown) => error,
  )
  const pidFile = path.join(folder, 'pid')
  await until(async () => ((await stat(pidFile).catch(() => undefined))?.size ?? 0) > 0)
  return { run, pid: Number(await readFile(pidFile, 'utf8')) }
}

it('is killed when it takes too long', async () => {
  const { run, pid } = await runForMinutes({ maxMs: 1500, signal: never })
  expect(await run).toEqual(new FfmpegError('ffmpeg took too long'))
  expect(isAlive(pid)).toBe(false)
})

it('is killed when the server stops', async () => {
  const stopping = new AbortController()
  const { run, pid } = await runForMinutes({ maxMs: 60_000, signal: stopping.signal })
  stopping.abort()
  expect(await run).toEqual(new FfmpegError('ffmpeg was stopped'))
  expect(isAlive(pid)).toBe(false)
})

it('gets nothing of the server’s environment', async () => {
  process.env.SECRET_OF_A_TEST = 'secret'
  const program = await aProgram('/usr/bin/env > seen')
  await runFfmpeg({ path: program, launcher: [], mapsTones: false }, [], { folder, maxMs: 60_000, signal: never })
  delete process.env.SECRET_OF_A_TEST
  const seen = await readFile(path.join(folder, 'seen'), 'utf8')
  expect(seen).toMatch(/PWD=/)
  expect(seen).not.toMatch(/SECRET|HOME|NODE/)
})

it.each([
  ['is not there', undefined],
  ['cannot write H.264', 'echo " V..... mpeg4"; echo " A..... aac"'],
  ['does not run', 'exit 1'],
])('is not used when it %s', async (_how, script) => {
  if (script) await aProgram(script)
  expect(await findFfmpeg(undefined, folder)).toBeUndefined()
})

describeWithFfmpeg(() => {
  const source = (file: string, size = 1_000_000) =>
    ({ kind: 'video', file, size, extension: 'mp4', duration: 1, hdr: null }) as const

  it('reads no other file than the film, and nothing that is no film', async () => {
    const encoder = await realEncoder()
    const film = path.join(folder, 'other.mp4')
    await writeFile(film, await aFilm({ codec: 'libx264' }))
    const target = path.join(folder, 'copy.mp4')
    for (const text of [`ffconcat version 1.0\nfile ${film}\n`, `#EXTM3U\n#EXTINF:1,\n${film}\n#EXT-X-ENDLIST\n`]) {
      const list = path.join(folder, 'list.mp4')
      await writeFile(list, text)
      await expect(encoder.copy(source(list), target, 1e9, never)).rejects.toThrow(FfmpegError)
      await expect(encoder.drawPoster(source(list), target, never)).rejects.toThrow(FfmpegError)
    }
    expect(await encoder.copy(source(film), target, 1e9, never)).toBe('whole')
  })

  it('opens no decoder but those of cameras and phones', async () => {
    const film = path.join(folder, 'film.mp4')
    await writeFile(film, await aFilm({ codec: 'png', options: ['-pix_fmt', 'rgb24', '-strict', '-2'] }))
    const encoder = await realEncoder()
    await expect(encoder.copy(source(film), path.join(folder, 'copy.mp4'), 1e9, never)).rejects.toThrow(FfmpegError)
  })

  it.each([
    ['HLG, as iPhones record it', 'arib-std-b67', 'hlg'],
    ['PQ', 'smpte2084', 'pq'],
  ] as const)('a film in %s gets a copy and a poster with the light of every screen', async (_what, transfer, hdr) => {
    const film = path.join(folder, 'film.mp4')
    await writeFile(film, await anHdrFilm({ transfer }))
    const copy = path.join(folder, 'copy.mp4')
    const encoder = await realEncoder()

    expect(await encoder.copy({ ...source(film), hdr }, copy, 1e9, never)).toBe('whole')
    expect(await lightOf(copy)).toEqual({ pixels: 'yuv420p', transfer: 'bt709', primaries: 'bt709' })
    const poster = path.join(folder, 'poster.jpg')
    await encoder.drawPoster({ ...source(film), hdr }, poster, never)
    expect((await stat(poster)).size).toBeGreaterThan(0)
  })

  it('a film with a high dynamic range plays in 8 bit where this ffmpeg cannot bring it down', async () => {
    const film = path.join(folder, 'film.mp4')
    await writeFile(film, await anHdrFilm({ transfer: 'arib-std-b67' }))
    const copy = path.join(folder, 'copy.mp4')
    const encoder = createFilmEncoder({ ...(await theFfmpeg()), mapsTones: false })
    expect(await encoder.copy({ ...source(film), hdr: 'hlg' }, copy, 1e9, never)).toBe('whole')
    expect(await lightOf(copy)).toMatchObject({ pixels: 'yuv420p', transfer: 'arib-std-b67' })
  })

  it('writes no more than it may', async () => {
    const film = path.join(folder, 'film.mp4')
    const noise = ['-vf', 'noise=alls=100:allf=t', '-crf', '10']
    await writeFile(film, await aFilm({ codec: 'libx264', size: '640x480', seconds: 20, options: noise }))
    const copy = path.join(folder, 'copy.mp4')
    const encoder = createFilmEncoder(await theFfmpeg())
    expect(await encoder.copy(source(film), copy, 600_000, never)).toBe('too large')
    // Without the limit it would have five times as many: what is in work when it is reached is still written.
    expect((await stat(copy)).size).toBeLessThan(5_000_000)
    expect(await encoder.copy(source(film), path.join(folder, 'none.mp4'), 1000, never)).toBe('too large')
    expect(await readdir(folder)).not.toContain('none.mp4')
  })
})
