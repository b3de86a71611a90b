import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
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

let found: Promise<Ffmpeg | undefined> | undefined

/** Finding it starts four processes: done once for a test file. */
export async function theFfmpeg(): Promise<Ffmpeg> {
  const ffmpeg = await (found ??= findFfmpeg(undefined))
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

/** Each with its codecs, in a text of a few words that no one else should read. */
const OTHER_FILMS: Record<string, string> = {
  'phone.3gp': '-c:v h263 -s 176x144 -c:a aac -ac 1',
  'phone.3g2': '-c:v mpeg4 -c:a aac',
  'xvid.avi': '-c:v mpeg4 -vtag XVID -c:a libmp3lame',
  'camera.avi': '-c:v mjpeg -pix_fmt yuvj420p -c:a pcm_u8',
  'divx3.avi': '-c:v msmpeg4 -c:a adpcm_ms',
  'film.mkv': '-c:v libx264 -c:a aac',
  'disc.mkv': '-c:v mpeg4 -c:a ac3',
  'scanned.mkv': '-c:v ffv1 -c:a flac',
  'one.mpg': '-c:v mpeg1video -r 25 -c:a mp2',
  'disc.vob': '-c:v mpeg2video -r 25 -c:a mp2 -f vob',
  'bare.m2v': '-c:v mpeg2video -r 25 -an',
  'windows.wmv': '-c:v wmv2 -c:a wmav2',
  'old.wmv': '-c:v wmv1 -c:a wmav1',
  'web.flv': '-c:v flv1 -c:a libmp3lame',
  'camcorder.mts': '-c:v libx264 -c:a ac3 -f mpegts -mpegts_m2ts_mode 1',
  'broadcast.ts': '-c:v libx264 -c:a aac',
  'latm.ts': '-c:v mpeg2video -r 25 -c:a aac -mpegts_flags latm',
  'tape.dv': '-target pal-dv',
  'tape.avi': '-c:v dvvideo -s 720x576 -r 25 -pix_fmt yuv420p -c:a pcm_s16le -ar 48000 -ac 2',
  'theora.ogv': '-c:v libtheora -c:a libvorbis',
  'real.rm': '-c:v rv10 -s 176x144 -c:a ac3',
  'camera.mov': '-c:v mjpeg -pix_fmt yuvj420p -c:a pcm_s16be',
  'reflex.mov': '-c:v libx264 -c:a pcm_s16le',
  'editing.mov': '-c:v dnxhd -profile:v dnxhr_lb -s 256x144 -pix_fmt yuv422p -c:a pcm_s16le',
  'cineform.mov': '-c:v cfhd -s 256x144 -pix_fmt yuv422p10le -c:a pcm_s16le',
}
const OTHER_SOUNDS: Record<string, string> = {
  'voice.wma': '-c:a wmav2',
  'old.wma': '-c:a wmav1',
  'lossless.m4a': '-c:a alac',
  'lossless.caf': '-c:a alac',
  'recorder.wav': '-c:a adpcm_ima_wav',
  'windows.wav': '-c:a adpcm_ms',
  'layer.mp2': '-c:a mp2',
  'voice.mka': '-c:a aac',
  'apple.aiff': '-c:a pcm_s16be',
  'sun.au': '-c:a pcm_mulaw',
  'speech.spx': '-c:a libspeex -ar 16000',
  'lossless.oga': '-c:a flac',
}
/** Browsers play them as they are. */
const PLAYED_SOUNDS: Record<string, string> = {
  'voice.aac': '-c:a aac',
  'lossless.flac': '-c:a flac',
  'voice.webm': '-c:a libopus -ar 48000',
  'constant.mp3': '-c:a libmp3lame -write_xing 0 -b:a 64k',
  'variable.mp3': '-c:a libmp3lame -write_xing 0 -q:a 2',
}
export const SECRET_OF_RECORDINGS = 'SECRET'

export interface MadeRecording {
  name: string
  kind: 'audio' | 'video'
  isPlayed: boolean
  bytes: Buffer
}

/**
 * One recording of each kind that families have, or of those with these names, of the same seconds; AMR, which ffmpeg does not
 * write, holds noise.
 */
export async function everyRecording(seconds = 1, names?: string[]): Promise<MadeRecording[]> {
  const wanted = (all: Record<string, string>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names?.includes(name) ?? true))
  const kinds = [
    { kind: 'video', isPlayed: false, of: wanted(OTHER_FILMS) },
    { kind: 'audio', isPlayed: false, of: wanted(OTHER_SOUNDS) },
    { kind: 'audio', isPlayed: true, of: wanted(PLAYED_SOUNDS) },
  ] as const
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-recordings-'))
  try {
    const { path: ffmpeg } = await theFfmpeg()
    const outputs = kinds.flatMap(({ kind, of }) =>
      Object.entries(of).flatMap(([name, options]) => [
        ...(kind === 'video' ? ['-map', '0:v', '-map', '1:a'] : ['-map', '1:a']),
        ...['-t', String(seconds), '-metadata', `title=${SECRET_OF_RECORDINGS}`],
        ...['-metadata', `comment=${SECRET_OF_RECORDINGS}`, ...options.split(' '), path.join(folder, name)],
      ]),
    )
    await run(ffmpeg, [
      ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=96x64:rate=25'],
      ...['-f', 'lavfi', '-i', 'sine=sample_rate=44100', ...outputs],
    ])
    const made = kinds.flatMap(({ of, ...facts }) =>
      Object.keys(of).map(async (name) => ({ name, ...facts, bytes: await readFile(path.join(folder, name)) })),
    )
    return [...(await Promise.all(made)), { name: 'phone.amr', kind: 'audio', isPlayed: false, bytes: anAmr(seconds) }]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Frames of 20 ms at the lowest rate, of whatever bits. */
function anAmr(seconds: number): Buffer {
  const frames = Array.from({ length: seconds * 50 }, (_, nth) => {
    const frame = createHash('sha256').update(String(nth)).digest().subarray(0, 13)
    frame.writeUInt8(0x04)
    return frame
  })
  return Buffer.concat([Buffer.from('#!AMR\n'), ...frames])
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

/** A voice as a browser or a phone records it: what the ending names, with these codecs of ffmpeg. */
export async function aVoice(file: string, codecs: string, seconds = 2): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-voice-'))
  try {
    const target = path.join(folder, file)
    const { path: ffmpeg } = await theFfmpeg()
    const tone = ['-loglevel', 'error', '-f', 'lavfi', '-i', 'sine=frequency=220:sample_rate=48000']
    await run(ffmpeg, [...tone, '-t', String(seconds), ...codecs.split(' '), '-metadata', 'title=Где я живу', target])
    return await readFile(target)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
