import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { createFilmEncoder, type Ffmpeg, type FilmEncoder, findFfmpeg } from '@server/media/film-encoder'

const run = promisify(execFile)

/** Tests that need a real ffmpeg. Where none is installed they are skipped, unless FFMPEG_REQUIRED says that one has to be. */
export function describeWithFfmpeg(define: () => void): void {
  if (isInstalled() || process.env.FFMPEG_REQUIRED) describe('with ffmpeg', define)
  else describe.skip('with ffmpeg, which is not installed here', define)
}

function isInstalled(): boolean {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, 'ffmpeg'), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

export async function theFfmpeg(): Promise<Ffmpeg> {
  const ffmpeg = await findFfmpeg(undefined)
  if (!ffmpeg) throw new Error('There is no ffmpeg with libx264: apt-get install ffmpeg')
  return ffmpeg
}

export async function realEncoder(): Promise<FilmEncoder> {
  return createFilmEncoder(await theFfmpeg())
}

/** A film of a test picture with a tone, made with these ffmpeg options. */
export async function aFilm({
  codec = 'libx265',
  size = '128x96',
  seconds = 1,
  options = [] as string[],
}): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-film-'))
  try {
    const file = path.join(folder, 'film.mp4')
    const { path: ffmpeg } = await theFfmpeg()
    await run(ffmpeg, [
      ...['-loglevel', 'error', '-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=10`, '-f', 'lavfi', '-i', 'sine'],
      ...['-t', String(seconds), '-c:v', codec, '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
      ...[...(codec === 'libx265' ? ['-x265-params', 'log-level=none'] : []), ...options, file],
    ])
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A film as new phones record it: ten bits, with a high dynamic range. */
export async function anHdrFilm({ transfer, ...options }: { transfer: string; size?: string; seconds?: number }) {
  const light = ['-color_primaries', 'bt2020', '-color_trc', transfer, '-colorspace', 'bt2020nc']
  return aFilm({ codec: 'libx265', ...options, options: ['-pix_fmt', 'yuv420p10le', ...light] })
}

/** The pixel format of a film, and the light and colours it declares, as ffprobe names them. */
export async function lightOf(file: string) {
  const { path: ffmpeg } = await theFfmpeg()
  const entries = 'stream=pix_fmt,color_transfer,color_primaries'
  const args = ['-v', 'error', '-select_streams', 'v', '-show_entries', entries, '-of', 'json', file]
  const { stdout } = await run(path.join(path.dirname(ffmpeg), 'ffprobe'), args)
  const { streams } = JSON.parse(stdout) as { streams: Record<string, string>[] }
  const { pix_fmt: pixels, color_transfer: transfer, color_primaries: primaries } = streams[0] ?? {}
  return { pixels, transfer, primaries }
}

/** What browsers learn about a film from its bytes. */
export async function tracksOf(bytes: Uint8Array) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const [film, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  return {
    film: (await film?.getCodec()) ?? null,
    sound: (await sound?.getCodec()) ?? null,
    transfer: (await film?.getColorSpace())?.transfer ?? null,
    width: (await film?.getDisplayWidth()) ?? null,
    height: (await film?.getDisplayHeight()) ?? null,
    seconds: await input.computeDuration(),
  }
}
