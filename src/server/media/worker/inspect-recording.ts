import { open, stat } from 'node:fs/promises'
import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputFormat,
  type InputTrack,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny'

export interface Recording {
  kind: 'audio' | 'video'
  /** The ending that its file gets. */
  extension: string
}

const FORMATS: InputFormat[] = [MP3, MP4, OGG, QTFF, WAVE, WEBM]
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
/** RIFF's way to say that the length was not known when the file was begun. */
const LENGTH_UNKNOWN = 0xffffffff
const RIFF_HEADER_BYTES = 8

/** Tells a recording by its content; undefined when it is of no accepted kind, cannot be read, or breaks off. */
export async function inspectRecording(file: string): Promise<Recording | undefined> {
  const input = new Input({ formats: FORMATS, source: new FilePathSource(file) })
  try {
    const format = await input.getFormat()
    const tracks = await input.getTracks()
    const kind = tracks.some(({ type }) => type === 'video') ? 'video' : 'audio'
    const extension = (kind === 'video' ? VIDEO_EXTENSIONS : AUDIO_EXTENSIONS).get(format)
    if (!extension || tracks.length === 0 || !(await isWhole(file, format, tracks))) return undefined
    return { kind, extension }
  } catch {
    // Whatever a reader of other people's files throws, it says that this one cannot be read.
    return undefined
  } finally {
    input.dispose()
  }
}

async function isWhole(file: string, format: InputFormat, tracks: InputTrack[]): Promise<boolean> {
  if (format === WAVE && !(await hasItsLength(file))) return false
  for (const track of tracks) {
    const sink = new EncodedPacketSink(track)
    // An MP3 tells nothing of its length: it ends where it ends, and its last frame is found only by reading all of it.
    const packet = format === MP3 ? await sink.getFirstPacket() : await sink.getPacket(Infinity)
    if (!packet) return false
  }
  return true
}

/** Whether a RIFF file is as long as its header says. */
async function hasItsLength(file: string): Promise<boolean> {
  const { size } = await stat(file)
  const header = Buffer.alloc(RIFF_HEADER_BYTES)
  const handle = await open(file)
  try {
    await handle.read(header, 0, RIFF_HEADER_BYTES, 0)
  } finally {
    await handle.close()
  }
  const declared = header.readUInt32LE(4)
  return declared === LENGTH_UNKNOWN || declared + RIFF_HEADER_BYTES <= size
}
