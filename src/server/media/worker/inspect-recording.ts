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

// What it thinks of strangers' files is nobody's news.
Logging.level = LogLevel.Silent

export interface Recording {
  kind: 'audio' | 'video'
  /** The ending that its file gets. */
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

/** Tells a recording by its content; undefined when it is of no accepted kind, or a track has nothing in it. Throws when it cannot be read. */
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

/** Whether the last packet of each track is where it should be. */
async function isWhole(format: InputFormat, tracks: InputTrack[]): Promise<boolean> {
  for (const track of tracks) {
    const sink = new EncodedPacketSink(track)
    // An MP3 tells nothing of its length: it ends where it ends, and its last frame is found only by reading all of it.
    const packet = format === MP3 ? await sink.getFirstPacket() : await sink.getPacket(Infinity, { metadataOnly: true })
    if (!packet) return false
  }
  return true
}
