/** A stored film that is to be read. Its container is known: our own parsers have gone through the file. */
export interface FilmSource {
  file: string
  /** Bytes. */
  size: number
  /** The ending of its file name, which says what container it is. */
  extension: string
  /** Seconds; null while it is not known. */
  duration: number | null
}

const POSTER_AT_SECONDS = 1
/** Of a film shorter than ten seconds. */
const POSTER_AT_PART = 0.1
const POSTER_LONGER_SIDE = 1280
const POSTER_MAX_BYTES = 8 * 1024 ** 2
const COPY_LONGER_SIDE = 1920
const COPY_SHORTER_SIDE = 1080
const FRAMES_A_SECOND_MAX = 60
/** A frame of 8K. Each frame in work takes some bytes for each pixel. */
const FRAME_MAX_PIXELS = 36_000_000
const THREADS = 2

/** The demuxers of our containers: `mov` reads MP4 too. */
const DEMUXERS: Record<string, string> = { mp4: 'mov', mov: 'mov', webm: 'matroska' }
/** What phones, cameras and scanners of old film write. Other decoders are not opened, whatever the file names. */
const DECODERS = [
  ...['h264', 'hevc', 'vp8', 'vp9', 'av1', 'libdav1d', 'prores', 'mpeg4', 'mjpeg', 'dvvideo', 'h263', 'mpeg2video'],
  ...['aac', 'mp3', 'mp3float', 'opus', 'libopus', 'vorbis', 'flac', 'alac', 'ac3', 'eac3', 'amrnb', 'amrwb'],
  ...['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be', 'pcm_f32le', 'pcm_u8'],
  ...['pcm_mulaw', 'pcm_alaw'],
]

/** Turns pixels that are not square, and then shrinks to fit; nothing is enlarged. Sides are even, as H.264 wants them. */
const fitted = (longer: number, shorter: number) =>
  [
    "scale='trunc(iw*if(sar,sar,1)/2)*2':ih",
    'setsar=1',
    `scale='min(iw,if(gte(iw,ih),${longer},${shorter}))':'min(ih,if(gte(iw,ih),${shorter},${longer}))'` +
      ':force_original_aspect_ratio=decrease:force_divisible_by=2',
  ].join(',')

/** The arguments for one frame from near the beginning, as JPEG. */
export function posterArguments(source: FilmSource, target: string): string[] {
  const at = Math.min(POSTER_AT_SECONDS, (source.duration ?? 0) * POSTER_AT_PART)
  return [
    ...reading(source, ['-ss', at.toFixed(3)]),
    ...['-map', '0:V:0', '-frames:v', '1', '-vf', fitted(POSTER_LONGER_SIDE, POSTER_LONGER_SIDE)],
    ...['-c:v', 'mjpeg', '-q:v', '3', '-pix_fmt', 'yuvj420p', '-map_metadata', '-1'],
    ...['-fs', String(POSTER_MAX_BYTES), '-f', 'image2', '-update', '1', `file:${target}`],
  ]
}

/** The arguments for a copy that every browser plays. It ends, unfinished, when it has reached so many bytes. */
export function copyArguments(source: FilmSource, target: string, maxBytes: number): string[] {
  return [
    ...reading(source),
    // The first sound only: phones add tracks that few programs can read.
    ...['-map', '0:V:0', '-map', '0:a:0?', '-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn'],
    ...['-vf', fitted(COPY_LONGER_SIDE, COPY_SHORTER_SIDE), '-fpsmax', String(FRAMES_A_SECOND_MAX)],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-maxrate', '6M', '-bufsize', '12M'],
    ...['-pix_fmt', 'yuv420p', '-threads', String(THREADS), '-c:a', 'aac', '-b:a', '128k', '-ac', '2'],
    ...['-fs', String(maxBytes), '-movflags', '+faststart', '-f', 'mp4', `file:${target}`],
  ]
}

/** Nothing but this one file is read, and only as what it is. */
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
