import { stat } from 'node:fs/promises'
import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputFormat,
  type InputTrack,
  Logging,
  LogLevel,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny'
import { hdrCurveOf, type HdrCurve, isPlayableFilm } from '@contract/film'

// The library's warnings about visitors' files are not logged.
Logging.level = LogLevel.Silent

export interface Recording {
  kind: 'audio' | 'video'
  /** The file name's extension. */
  extension: string
  facts: RecordingFacts
  /** The transfer curve of an HDR film. */
  hdr: HdrCurve | null
}

/** Metadata of a stored recording. */
export interface RecordingFacts {
  /** Seconds. */
  duration: number | null
  /** Display size of a film (upright), in pixels. */
  width: number | null
  height: number | null
  /** Whether current browsers play it. */
  is_playable: boolean
}

const AUDIO_EXTENSIONS = new Map<InputFormat, string>([
  [MP3, 'mp3'],
  [MP4, 'm4a'],
  [OGG, 'ogg'],
  [WAVE, 'wav'],
])
const VIDEO_EXTENSIONS = new Map<InputFormat, string>([
  [MP4, 'mp4'],
  [QTFF, 'mov'],
  [WEBM, 'webm'],
])
/** Finding the length of an MP3 that does not declare it means reading the whole file. */
const MP3_READ_MAX_BYTES = 64 * 1024 ** 2
const FORMATS: InputFormat[] = [MP3, MP4, OGG, QTFF, WAVE, WEBM]

/**
 * Recognises a recording by its content; undefined for an unaccepted format or an empty track. Throws when it cannot be
 * read.
 */
export async function inspectRecording(file: string): Promise<Recording | undefined> {
  const input = new Input({ formats: FORMATS, source: new FilePathSource(file) })
  try {
    const format = await input.getFormat()
    const tracks = await input.getTracks()
    const kind = tracks.some(({ type }) => type === 'video') ? 'video' : 'audio'
    const extension = (kind === 'video' ? VIDEO_EXTENSIONS : AUDIO_EXTENSIONS).get(format)
    if (!extension || tracks.length === 0 || !(await isWhole(format, tracks))) return undefined
    const transfer = (await (await input.getPrimaryVideoTrack())?.getColorSpace())?.transfer
    return { kind, extension, facts: await factsOf(input, file), hdr: hdrCurveOf(transfer) }
  } finally {
    input.dispose()
  }
}

async function factsOf(input: Input, file: string): Promise<RecordingFacts> {
  const film = await input.getPrimaryVideoTrack()
  const sound = await input.getPrimaryAudioTrack()
  return {
    duration: await durationOf(input, file),
    width: (await film?.getDisplayWidth()) ?? null,
    height: (await film?.getDisplayHeight()) ?? null,
    is_playable: film ? isPlayableFilm({ codec: await film.getCodec() }) : !!(await sound?.getCodec()),
  }
}

/** Seconds, to the hundredth. */
async function durationOf(input: Input, file: string): Promise<number | null> {
  const declared = await input.getDurationFromMetadata()
  const isLong = (await input.getFormat()) === MP3 && (await stat(file)).size > MP3_READ_MAX_BYTES
  const seconds = declared ?? (isLong ? Number.NaN : await input.computeDuration())
  return Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 100) / 100 : null
}

/** Whether the file contains the last packet of each track. */
async function isWhole(format: InputFormat, tracks: InputTrack[]): Promise<boolean> {
  for (const track of tracks) {
    const sink = new EncodedPacketSink(track)
    // Not for MP3: it does not declare its length, and its last frame could be found only by reading the whole file.
    const packet = format === MP3 ? await sink.getFirstPacket() : await sink.getPacket(Infinity, { metadataOnly: true })
    if (!packet) return false
  }
  return true
}
