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

// Its warnings about visitors' files are not logged.
Logging.level = LogLevel.Silent

export interface Recording {
  kind: 'audio' | 'video'
  /** The file name's extension. */
  extension: string
  facts: RecordingFacts
  /** Of a film with a high dynamic range. */
  hdr: HdrCurve | null
}

/** What is known of a stored recording besides its bytes. */
export interface RecordingFacts {
  /** Seconds. */
  duration: number | null
  /** Pixels of a film as it is shown: upright. */
  width: number | null
  height: number | null
  /** Whether browsers of today play it. */
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
/** To find the length of an MP3 that does not declare it, all of it is read. */
const MP3_READ_MAX_BYTES = 64 * 1024 ** 2
const FORMATS: InputFormat[] = [MP3, MP4, OGG, QTFF, WAVE, WEBM]

/** Recognises a recording by its content; undefined for no accepted format, or an empty track. Throws when it cannot be read. */
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
