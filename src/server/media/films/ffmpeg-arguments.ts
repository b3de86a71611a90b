import { FILM_LONGER_SIDE_MAX, FILM_SHORTER_SIDE_MAX, type HdrCurve } from '@contract/film'

/** A stored film to read. Its container is known: our own parsers have checked the file. */
export interface FilmSource {
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

/** The demuxers for our containers: `mov` reads MP4 too. */
const DEMUXERS: Record<string, string> = { mp4: 'mov', mov: 'mov', webm: 'matroska' }
/** What phones, cameras and film scanners write. Other decoders are not opened, no matter what the file names. */
const DECODERS = [
  ...['h264', 'hevc', 'vp8', 'vp9', 'av1', 'libdav1d', 'prores', 'mpeg4', 'mjpeg', 'dvvideo', 'h263', 'mpeg2video'],
  ...['aac', 'mp3', 'mp3float', 'opus', 'libopus', 'vorbis', 'flac', 'alac', 'ac3', 'eac3', 'amrnb', 'amrwb'],
  ...['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be', 'pcm_f32le', 'pcm_u8'],
  ...['pcm_mulaw', 'pcm_alaw'],
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

function filters(longer: number, shorter: number, hdr: HdrCurve | null): string[] {
  return [
    '-filter_threads',
    String(THREADS),
    '-vf',
    [fitted(longer, shorter), ...(hdr ? [toneMapped(hdr)] : [])].join(','),
  ]
}

/** The arguments for one frame from near the beginning, as JPEG. */
export function posterArguments(source: FilmSource, target: string): string[] {
  const at = Math.min(POSTER_AT_SECONDS, (source.duration ?? 0) * POSTER_AT_PART)
  return [
    ...reading(source, ['-ss', at.toFixed(3)]),
    ...['-map', '0:V:0', '-frames:v', '1', ...filters(POSTER_LONGER_SIDE, POSTER_LONGER_SIDE, source.hdr)],
    ...['-c:v', 'mjpeg', '-q:v', '3', '-pix_fmt', 'yuvj420p', '-map_metadata', '-1'],
    ...['-fs', String(POSTER_MAX_BYTES), '-f', 'image2', '-update', '1', `file:${target}`],
  ]
}

/** The arguments for a copy that every browser plays. Encoding stops, unfinished, at `maxBytes`. */
export function copyArguments(source: FilmSource, target: string, maxBytes: number): string[] {
  return [
    ...reading(source),
    // The first audio track only: phones add tracks that few players can read.
    ...['-map', '0:V:0', '-map', '0:a:0?', '-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn'],
    ...filters(FILM_LONGER_SIDE_MAX, FILM_SHORTER_SIDE_MAX, source.hdr),
    ...['-fpsmax', String(FRAMES_A_SECOND_MAX)],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-maxrate', '6M', '-bufsize', '12M'],
    ...['-pix_fmt', 'yuv420p', '-threads', String(THREADS), '-c:a', 'aac', '-b:a', '128k', '-ac', '2'],
    ...['-fs', String(maxBytes), '-movflags', '+faststart', '-f', 'mp4', `file:${target}`],
  ]
}

/** Reads only this one file, and only as its own format. */
function reading({ file, extension }: FilmSource, seek: string[] = []): string[] {
  const demuxer = DEMUXERS[extension]
  if (!demuxer) throw new Error(`No film has the ending ${extension}`)
  return [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'],
    ...['-protocol_whitelist', 'file', '-format_whitelist', demuxer === 'mov' ? 'mov' : 'matroska,webm'],
    ...['-codec_whitelist', DECODERS.join(','), '-max_pixels', String(FRAME_MAX_PIXELS)],
    ...['-threads', String(THREADS), '-f', demuxer, ...seek, '-i', `file:${file}`],
  ]
}
