import {
  ADTS,
  EncodedPacketSink,
  FilePathSource,
  FLAC,
  Input,
  type InputFormat,
  type InputTrack,
  Logging,
  LogLevel,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny'
import { hdrCurveOf, type HdrCurve, isPlayableFilm, isPlayableSound } from '@contract/film'

// The library's warnings about visitors' files are not logged.
Logging.level = LogLevel.Silent

export interface Recording {
  kind: 'audio' | 'video'
  /** The file name's extension. */
  extension: string
  facts: RecordingFacts
  /** The transfer curve of an HDR film. */
  hdr: HdrCurve | null
  /** Of a recording without a picture: mediabunny's name of its codec, and how long its packets last, in seconds. */
  sound?: { codec: string | null; seconds: number | null }
  /** Our parsers know its container alone: only ffmpeg can tell whether it can be read. */
  isContainerOnly?: true
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
  [QTFF, 'm4a'],
  [OGG, 'ogg'],
  [WAVE, 'wav'],
  [WEBM, 'webm'],
  [MATROSKA, 'mka'],
  [FLAC, 'flac'],
  [ADTS, 'aac'],
])
const VIDEO_EXTENSIONS = new Map<InputFormat, string>([
  [MP4, 'mp4'],
  [QTFF, 'mov'],
  [WEBM, 'webm'],
  [MATROSKA, 'mkv'],
])
const FORMATS: InputFormat[] = [MP3, MP4, OGG, QTFF, WAVE, WEBM, MATROSKA, FLAC, ADTS]
/** Their headers do not tell their length: their last packet, and the length, could be found only by reading them. */
const OF_FRAMES_ALONE: InputFormat[] = [MP3, ADTS]

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
    const sound = kind === 'audio' && { sound: await soundOf(input) }
    return { kind, extension, facts: await factsOf(input), hdr: hdrCurveOf(transfer), ...sound }
  } finally {
    input.dispose()
  }
}

/** H.264 of ten bits or without halved colours, as editing programs write it: phones do not decode it. */
const RARE_PROFILES = /^avc[13]\.(?:6e|7a|f4|2c)/i

async function factsOf(input: Input): Promise<RecordingFacts> {
  const film = await input.getPrimaryVideoTrack()
  const sound = await input.getPrimaryAudioTrack()
  const soundCodec = sound ? await sound.getCodec() : undefined
  const isPlayed =
    (await input.getFormat()) !== MATROSKA && !RARE_PROFILES.test((await film?.getCodecParameterString()) ?? '')
  return {
    duration: await durationOf(input),
    width: (await film?.getDisplayWidth()) ?? null,
    height: (await film?.getDisplayHeight()) ?? null,
    is_playable:
      isPlayed && (film ? isPlayableFilm({ codec: await film.getCodec() }, soundCodec) : isPlayableSound(soundCodec)),
  }
}

async function soundOf(input: Input): Promise<NonNullable<Recording['sound']>> {
  const track = await input.getPrimaryAudioTrack()
  const isCounted = !OF_FRAMES_ALONE.includes(await input.getFormat())
  return {
    codec: (await track?.getCodec()) ?? null,
    seconds: isCounted ? toHundredth(await input.computeDuration()) : null,
  }
}

async function durationOf(input: Input): Promise<number | null> {
  if (OF_FRAMES_ALONE.includes(await input.getFormat())) return null
  return toHundredth((await input.getDurationFromMetadata()) ?? (await input.computeDuration()))
}

function toHundredth(seconds: number): number | null {
  return Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 100) / 100 : null
}

/** Whether the file contains the last packet of each track. */
async function isWhole(format: InputFormat, tracks: InputTrack[]): Promise<boolean> {
  for (const track of tracks) {
    const sink = new EncodedPacketSink(track)
    const packet = OF_FRAMES_ALONE.includes(format)
      ? await sink.getFirstPacket()
      : await sink.getPacket(Infinity, { metadataOnly: true })
    if (!packet) return false
  }
  return true
}
