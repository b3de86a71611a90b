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

// Its warnings about visitors' files are not logged.
Logging.level = LogLevel.Silent

export interface Recording {
  kind: 'audio' | 'video'
  /** The file name's extension. */
  extension: string
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
    return { kind, extension }
  } finally {
    input.dispose()
  }
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
