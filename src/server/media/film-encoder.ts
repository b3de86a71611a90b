import { execFile, spawn } from 'node:child_process'
import { access, constants as fileConstants, stat, statfs } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { FILM_LONGER_SIDE_MAX, FILM_SHORTER_SIDE_MAX, type HdrCurve } from '@contract/film'
import { unavailable } from '../lib/api-error'
import { residentBytesOf } from '../lib/process-usage'
import { createSemaphore, refuseWhenFull } from '../lib/semaphore'

const POSTER_MS = 60_000
const COPY_BASE_MS = 300_000
/** For each second of the film: a 4K film takes ten on a small machine. */
const COPY_MS_A_SECOND = 15_000
const COPY_MAX_MS = 6 * 3_600_000
/** The lowest bit rate of any film, so that a small file that claims to last for days does not get days. */
const BYTES_A_SECOND_MIN = 12_500
/** The share of the free disk space that a copy may use. */
const FREE_PART = 0.5
/** ffmpeg may stop a little before the limit, or exceed it: frames in progress are still written, some megabytes. */
const LIMIT_MARGIN_BYTES = 256 * 1024

/** Makes posters and copies of films, and copies of recordings. */
export interface FilmEncoder {
  /** Whether ffmpeg finds picture or sound in it. `scratch` is a path to write to. */
  canRead(source: FilmSource, scratch: string): Promise<boolean>
  /** Writes a frame of the film as JPEG. */
  drawPoster(source: FilmSource, target: string, signal: AbortSignal): Promise<void>
  /**
   * Writes a copy as MP4 (H.264, AAC) of at most 1920×1080, or 1080×1920 when upright; of a recording as MP4 with AAC.
   * Returns 'too large', with a partial copy written, when it would exceed `maxBytes` or half of the free disk space.
   */
  copy(source: FilmSource, target: string, maxBytes: number, signal: AbortSignal): Promise<'whole' | 'too large'>
}

export function createFilmEncoder(ffmpeg: Ffmpeg): FilmEncoder {
  /** The source as this ffmpeg can read it. */
  const readable = (source: FilmSource): FilmSource => (ffmpeg.mapsTones ? source : { ...source, hdr: null })

  const probe = createSemaphore(PROBES_AT_ONCE, PROBES_WAITING_MAX)

  return {
    async canRead(source, scratch) {
      const run = () =>
        runFfmpeg(ffmpeg, probeArguments(readable(source), scratch), {
          folder: path.dirname(scratch),
          maxMs: PROBE_FILE_MS,
          signal: new AbortController().signal,
        })
      try {
        await probe(run).catch(refuseWhenFull(unavailable(TOO_MANY_PROBES, RETRY_AFTER_SECONDS)))
        return (await stat(scratch)).size > 0
      } catch (error) {
        if (error instanceof FfmpegError) return error.isOfLimits
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
        throw error
      }
    },

    async drawPoster(source, target, signal) {
      const draw = (at: number) =>
        runFfmpeg(ffmpeg, posterArguments(readable(source), target, at), {
          folder: path.dirname(target),
          maxMs: POSTER_MS,
          signal,
        })
      const at = Math.min(POSTER_AT_SECONDS, (source.duration ?? 0) * POSTER_AT_PART)
      await draw(at)
      // Some films cannot be read from their middle: ffmpeg then succeeds without a frame.
      if (at > 0 && !(await isWritten(target))) await draw(0)
      if (!(await isWritten(target))) throw new FfmpegError('ffmpeg found no frame')
    },

    async copy(source, target, maxBytes, signal) {
      const folder = path.dirname(target)
      const { bavail, bsize } = await statfs(folder)
      const limit = Math.floor(Math.min(maxBytes, bavail * bsize * FREE_PART))
      if (limit <= LIMIT_MARGIN_BYTES) return 'too large'
      await runFfmpeg(ffmpeg, copyArguments(readable(source), target, limit), { folder, maxMs: copyMs(source), signal })
      return (await stat(target)).size > limit - LIMIT_MARGIN_BYTES ? 'too large' : 'whole'
    },
  }
}

async function isWritten(file: string): Promise<boolean> {
  return stat(file).then(
    ({ size }) => size > 0,
    () => false,
  )
}

function copyMs({ size, duration }: FilmSource): number {
  const seconds = Math.min(duration ?? Infinity, size / BYTES_A_SECOND_MIN)
  return Math.min(COPY_BASE_MS + COPY_MS_A_SECOND * seconds, COPY_MAX_MS)
}

/** Decoding and encoding a 4K film should take about half; more means a film crafted to be expensive. */
const MEMORY_MAX_BYTES = 1024 ** 3
const CHECK_INTERVAL_MS = 250
/**
 * Processor time for each second of the limit: two threads decode and two encode. The operating system ends what takes
 * more.
 */
const THREADS_MAX = 4

/** ffmpeg ended without a result. */
export class FfmpegError extends Error {
  /** It was ended at a limit: that tells nothing of the file. */
  isOfLimits = false
}

/**
 * Runs ffmpeg once, at the lowest priority and without the server's environment. It is killed when it exceeds `maxMs`
 * or the memory limit, when `signal` aborts, and when this process ends. Its output is ignored, because it describes
 * visitors' files. Rejects with FfmpegError unless it succeeds.
 */
export async function runFfmpeg(
  ffmpeg: Ffmpeg,
  args: string[],
  { folder, maxMs, signal }: { folder: string; maxMs: number; signal: AbortSignal },
): Promise<void> {
  signal.throwIfAborted()
  const timeLimit = ['-timelimit', String(Math.ceil((maxMs / 1000) * THREADS_MAX))]
  const [bundle = ffmpeg.path, ...rest] = [...ffmpeg.launcher, ffmpeg.path, ...timeLimit, ...args]
  const child = spawn(bundle, rest, { cwd: folder, env: {}, stdio: 'ignore' })
  let reason: string | undefined
  const kill = (why: string) => {
    reason ??= why
    child.kill('SIGKILL')
  }
  const stop = () => kill('was stopped')
  signal.addEventListener('abort', stop)
  const deadline = setTimeout(() => kill('took too long'), maxMs)
  const watch = setInterval(() => {
    if ((residentBytesOf(child.pid ?? 0) ?? 0) > MEMORY_MAX_BYTES) kill('took too much memory')
  }, CHECK_INTERVAL_MS)
  try {
    const failure = await new Promise<string | undefined>((resolve) => {
      child.once('error', () => resolve('could not be started'))
      child.once('exit', (code, by) => resolve(code === 0 ? undefined : `ended with ${by ?? code}`))
      yieldProcessorTo(child.pid)
    })
    if (reason ?? failure) {
      throw Object.assign(new FfmpegError(`ffmpeg ${reason ?? failure}`), { isOfLimits: reason !== undefined })
    }
  } finally {
    clearTimeout(deadline)
    clearInterval(watch)
    signal.removeEventListener('abort', stop)
  }
}

/** Requests take precedence. */
function yieldProcessorTo(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // The process has already ended.
  }
}

/** A stored film or recording to read. Its container is known: our own parsers have checked the file. */
export interface FilmSource {
  kind: 'audio' | 'video'
  file: string
  /** Bytes. */
  size: number
  /** The file name's extension, which names the container. */
  extension: string
  /** Seconds; null while it is not known. */
  duration: number | null
  /** The transfer curve of an HDR film, as new phones record it; null for all others. */
  hdr: HdrCurve | null
}

const POSTER_AT_SECONDS = 1
/** For a film shorter than ten seconds. */
const POSTER_AT_PART = 0.1
const POSTER_LONGER_SIDE = 1280
const POSTER_MAX_BYTES = 8 * 1024 ** 2
const FRAMES_A_SECOND_MAX = 60
/** A frame of 8K. Each frame being processed takes several bytes per pixel. */
const FRAME_MAX_PIXELS = 36_000_000
const THREADS = 2

/** The demuxers for our containers: `mov` reads MP4 too. None of them opens another file. */
const DEMUXERS: Record<string, string> = {
  ...{ mp4: 'mov', mov: 'mov', m4a: 'mov', webm: 'matroska', mkv: 'matroska', mka: 'matroska' },
  ...{ avi: 'avi', wmv: 'asf', wma: 'asf', flv: 'flv', rm: 'rm', ogv: 'ogg', spx: 'ogg', oga: 'ogg', ogg: 'ogg' },
  ...{ mpg: 'mpeg', m2v: 'mpegvideo', mts: 'mpegts', dv: 'dv' },
  ...{ amr: 'amr', aac: 'aac', mp3: 'mp3', flac: 'flac', wav: 'wav', aiff: 'aiff', caf: 'caf', au: 'au', qcp: 'qcp' },
}
/** Demuxers of which ffmpeg knows more than one name. */
const NAMES_OF_DEMUXERS: Record<string, string> = { matroska: 'matroska,webm' }
/** Disks and cameras before 2010 wrote every second row of a frame. */
const INTERLACED = ['mpeg', 'mpegvideo', 'mpegts', 'dv', 'avi']
/** What phones, cameras and film scanners write or wrote. Other decoders are not opened, no matter what the file names. */
const DECODERS = [
  ...['h264', 'hevc', 'vp8', 'vp9', 'av1', 'libdav1d', 'prores', 'mpeg4', 'mjpeg', 'dvvideo', 'h263', 'mpeg2video'],
  ...['aac', 'mp3', 'mp3float', 'opus', 'libopus', 'vorbis', 'flac', 'alac', 'ac3', 'eac3', 'amrnb', 'amrwb'],
  ...['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be', 'pcm_f32le', 'pcm_u8'],
  ...['pcm_mulaw', 'pcm_alaw', 'pcm_s8', 'pcm_u16le', 'pcm_u16be', 'pcm_f32be', 'pcm_f64le', 'pcm_f64be', 'pcm_dvd'],
  ...['mpeg1video', 'msmpeg4v1', 'msmpeg4v2', 'msmpeg4', 'wmv1', 'wmv2', 'wmv3', 'vc1', 'flv', 'vp3', 'theora', 'vp6'],
  ...['vp6f', 'vp6a', 'h261', 'h263i', 'h263p', 'svq1', 'svq3', 'cinepak', 'indeo2', 'indeo3', 'indeo4', 'indeo5'],
  ...['rpza', 'smc', 'qtrle', 'msrle', 'msvideo1', 'mjpegb', 'rv10', 'rv20', 'rv30', 'rv40', 'rawvideo', 'huffyuv'],
  ...['mp1', 'mp1float', 'mp2', 'mp2float', 'wmav1', 'wmav2', 'wmapro', 'wmalossless', 'wmavoice', 'dvaudio', 'dca'],
  ...['adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt', 'adpcm_yamaha', 'adpcm_swf', 'g722', 'g726'],
  ...['g726le', 'gsm', 'gsm_ms', 'libgsm', 'libgsm_ms', 'qcelp', 'speex', 'libspeex', 'nellymoser', 'truespeech'],
  ...['cook', 'real_144', 'real_288', 'sipr', 'atrac3', 'qdm2', 'qdmc', 'mace3', 'mace6', 'pcm_bluray', 'evrc'],
  ...['aac_latm', 'ffv1', 'dnxhd', 'cfhd'],
]

/** Makes pixels square, then shrinks to fit; never enlarges. Sides are even, as H.264 requires. */
const fitted = (longer: number, shorter: number) =>
  [
    "scale='trunc(iw*if(sar,sar,1)/2)*2':ih",
    'setsar=1',
    `scale='min(iw,if(gte(iw,ih),${longer},${shorter}))':'min(ih,if(gte(iw,ih),${shorter},${longer}))'` +
      ':force_original_aspect_ratio=decrease:force_divisible_by=2',
  ].join(',')

/** ffmpeg's names for the HDR transfer curves. */
const TRANSFERS: Record<HdrCurve, string> = { hlg: 'arib-std-b67', pq: 'smpte2084' }
/** The luminance of white in nits for tone mapping: what BT.2408 recommends. */
const WHITE_NITS = 203

/**
 * Maps HDR to what every display shows; without it colours look washed out. Apply it to frames that were already scaled
 * down: it takes sixteen bytes per pixel.
 */
function toneMapped(hdr: HdrCurve): string {
  return [
    `zscale=pin=bt2020:tin=${TRANSFERS[hdr]}:min=bt2020nc:t=linear:npl=${WHITE_NITS}`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=tonemap=hable:desat=0',
    'zscale=t=bt709:m=bt709:r=tv',
    'format=yuv420p',
  ].join(',')
}

/** Joins the halves of frames that were written one after the other. */
const WHOLE_FRAMES = 'yadif=deint=interlaced'
/** The frame of the first ones with the most varied picture: which is not black where the length is unknown. */
const VARIED_FRAME = 'thumbnail=n=40'

function filters({ extension, hdr }: FilmSource, longer: number, shorter: number, last: string[] = []): string[] {
  const before = INTERLACED.includes(DEMUXERS[extension] ?? '') ? [WHOLE_FRAMES] : []
  const all = [...before, fitted(longer, shorter), ...(hdr ? [toneMapped(hdr)] : []), ...last]
  return ['-filter_threads', String(THREADS), '-vf', all.join(',')]
}

/** The arguments for one frame from near the beginning, as JPEG; `at` is in seconds. */
function posterArguments(source: FilmSource, target: string, at: number): string[] {
  const frameFilters = source.duration === null ? [VARIED_FRAME] : []
  return [
    ...reading(source, at > 0 ? ['-ss', at.toFixed(3)] : []),
    ...['-map', '0:V:0', '-frames:v', '1', ...filters(source, POSTER_LONGER_SIDE, POSTER_LONGER_SIDE, frameFilters)],
    ...['-c:v', 'mjpeg', '-q:v', '3', '-pix_fmt', 'yuvj420p', '-map_metadata', '-1'],
    ...['-fs', String(POSTER_MAX_BYTES), '-f', 'image2', '-update', '1', `file:${target}`],
  ]
}

/** The arguments for a copy that every browser plays. Encoding stops, unfinished, at `maxBytes`. */
export function copyArguments(source: FilmSource, target: string, maxBytes: number): string[] {
  const picture = [
    ...filters(source, FILM_LONGER_SIDE_MAX, FILM_SHORTER_SIDE_MAX),
    ...['-fpsmax', String(FRAMES_A_SECOND_MAX)],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-maxrate', '6M', '-bufsize', '12M'],
    ...['-pix_fmt', 'yuv420p', '-threads', String(THREADS)],
  ]
  return [
    ...reading(source),
    // The first audio track only: phones add tracks that few players can read.
    ...(source.kind === 'video' ? ['-map', '0:V:0', '-map', '0:a:0?'] : ['-map', '0:a:0']),
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn', ...(source.kind === 'video' ? picture : ['-vn'])],
    ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-af', SOUND_RATES],
    ...['-fs', String(maxBytes), '-movflags', '+faststart', '-f', 'mp4', `file:${target}`],
  ]
}

/** Telephones record at rates that not every device plays. */
const SOUND_RATES = 'aformat=sample_rates=44100|48000'

const PROBES_AT_ONCE = 2
const PROBES_WAITING_MAX = 50
const PROBE_FILE_MS = 20_000
const TOO_MANY_PROBES = 'Сейчас обрабатывается слишком много записей. Пожалуйста, попробуйте немного позже.'
const RETRY_AFTER_SECONDS = 30

/** The arguments for a few bytes of the first frame, or of sound: none if there is nothing that can be decoded. */
function probeArguments(source: FilmSource, target: string): string[] {
  const first =
    source.kind === 'video'
      ? ['-map', '0:V:0', '-frames:v', '1', '-vf', 'scale=16:16', '-pix_fmt', 'gray', '-f', 'rawvideo']
      : ['-map', '0:a:0', '-frames:a', '1', '-f', 's16le']
  return [...reading(source), ...first, `file:${target}`]
}

/** Reads only this one file, and only as its own format. */
function reading({ file, extension }: FilmSource, seek: string[] = []): string[] {
  const demuxer = DEMUXERS[extension]
  if (!demuxer) throw new Error(`No film has the ending ${extension}`)
  return [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'],
    ...['-protocol_whitelist', 'file', '-format_whitelist', NAMES_OF_DEMUXERS[demuxer] ?? demuxer],
    ...['-codec_whitelist', DECODERS.join(','), '-max_pixels', String(FRAME_MAX_PIXELS)],
    ...['-threads', String(THREADS), '-f', demuxer, ...seek, '-i', `file:${file}`],
  ]
}

const run = promisify(execFile)
const PROBE_MS = 20_000
/** The encoders that copies need. Some builds of ffmpeg lack them. */
const ENCODERS = [/\blibx264\b/, /\baac\b/]
/** The filters that map HDR to what every display shows. Without them its colours look pale. */
const TONE_FILTERS = [/\bzscale\b/, /\btonemap\b/]
/** Options of setpriv (Debian's util-linux): the kernel ends the process when its parent dies. */
const DIES_WITH_PARENT = ['--pdeathsig', 'KILL', '--']

/** An ffmpeg that can make copies of films. */
export interface Ffmpeg {
  /** The absolute path of the executable. */
  path: string
  /** The command that goes before the path, if there is one: it ends ffmpeg together with this process. */
  launcher: string[]
  /** Whether it can map HDR to what every display shows. */
  mapsTones: boolean
}

/**
 * The ffmpeg at `file`, or the first on the PATH. Undefined when there is none, when it does not run, or when it lacks
 * the encoders.
 */
export async function findFfmpeg(file: string | undefined, searchPath = process.env.PATH): Promise<Ffmpeg | undefined> {
  const found = file === undefined ? await findExecutable('ffmpeg', searchPath) : path.resolve(file)
  if (!found) return undefined
  const [encoders, filters, launcher] = await Promise.all([
    outputOf(found, ['-hide_banner', '-encoders']),
    outputOf(found, ['-hide_banner', '-filters']),
    findLauncher(searchPath),
  ])
  if (!ENCODERS.every((encoder) => encoder.test(encoders ?? ''))) return undefined
  return { path: found, launcher, mapsTones: TONE_FILTERS.every((filter) => filter.test(filters ?? '')) }
}

async function findLauncher(searchPath: string | undefined): Promise<string[]> {
  const setpriv = await findExecutable('setpriv', searchPath)
  // BusyBox's setpriv does not have the option.
  const works = setpriv && (await outputOf(setpriv, [...DIES_WITH_PARENT, setpriv, '--version'])) !== undefined
  return works ? [setpriv, ...DIES_WITH_PARENT] : []
}

async function findExecutable(name: string, searchPath = ''): Promise<string | undefined> {
  for (const folder of searchPath.split(path.delimiter).filter((part) => path.isAbsolute(part))) {
    const file = path.join(folder, name)
    const isThere = await access(file, fileConstants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return file
  }
  return undefined
}

/** Undefined when the command cannot be run, or fails. */
async function outputOf(file: string, args: string[]): Promise<string | undefined> {
  try {
    return (await run(file, args, { env: {}, timeout: PROBE_MS })).stdout
  } catch {
    return undefined
  }
}
