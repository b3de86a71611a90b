import { BrokenContainer, type ByteSpan, type ContainerFile } from './container-file'

const ID3_HEADER_BYTES = 10
const ID3_HAS_FOOTER = 0x10
const FRAME_HEADER_BYTES = 4
/** How many bytes are searched at once for the next frame. */
const LOOK_BYTES = 64 * 1024
/** A file with more gaps between frames is not a usable recording. */
const GAPS_MAX = 10_000

/** Kilobits per second by layer (1 to 3) and index, from ISO 11172-3 and, for low sampling rates, ISO 13818-3. */
const BIT_RATES = {
  full: [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  ],
  low: [
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ],
}
const SAMPLING_RATES = [44_100, 48_000, 32_000]
/** By the two version bits (MPEG 2.5, reserved, 2, 1): how often the sampling rates are halved. */
const HALVINGS = [2, undefined, 1, 0]

interface Frame {
  /** Bytes, header included. */
  length: number
  seconds: number
  /** The header bits that are equal in all frames of a stream. */
  stream: string
  /** Of MPEG audio: 3 is MP3, which all browsers play. */
  layer?: number
}

/** Reads the header of a frame; undefined where there is none. */
type ReadFrame = (file: ContainerFile, at: number) => Frame | undefined

/** What the frames of a recording tell: no header declares its length reliably. */
interface FramesFacts {
  /** Seconds, to the hundredth. */
  duration: number | null
  is_playable?: false
}

/**
 * Retains only the audio frames. Everything around them is removed: ID3 and APE tags, lyrics and the rest. Players skip
 * it anyway.
 */
export function cleanMp3(file: ContainerFile): FramesFacts {
  return retainFrames(file, mp3FrameAt)
}

/** The same for AAC without a container. */
export function cleanAdts(file: ContainerFile): FramesFacts {
  return retainFrames(file, adtsFrameAt)
}

function retainFrames(file: ContainerFile, frameAt: ReadFrame): FramesFacts {
  const runs = [...runsOf(file, frameAt)]
  const [first] = runs
  const frame = first && frameAt(file, first.start)
  const seconds = runs.reduce((sum, run) => sum + run.seconds, 0)
  // It holds no sound, but says how many frames do.
  const silent = frame && hasXingHeader(file, first.start, frame) ? frame.seconds : 0
  file.compactTo(runs)
  return {
    duration: Math.round((seconds - silent) * 100) / 100 || null,
    ...(frame?.layer !== undefined && frame.layer !== 3 && { is_playable: false }),
  }
}

const XING_HEADER = /Xing|Info|VBRI/
/** They stand behind the header and the side information. */
const XING_BYTES = 48

function hasXingHeader(file: ContainerFile, start: number, { length, layer }: Frame): boolean {
  const bytes = Math.min(length, XING_BYTES, file.size - start)
  return layer === 3 && XING_HEADER.test(file.read(start, bytes).toString('latin1'))
}

interface Run extends ByteSpan {
  seconds: number
}

function* runsOf(file: ContainerFile, frameAt: ReadFrame): Generator<Run> {
  let gaps = 0
  let start = nextFrame(file, afterTags(file, 0), frameAt)
  while (start !== undefined) {
    if (gaps++ > GAPS_MAX) throw new BrokenContainer('Hardly a frame follows another')
    const run = runAt(file, start, frameAt)
    yield run
    start = nextFrame(file, afterTags(file, run.end), frameAt)
  }
}

/** The run of frames that starts here. */
function runAt(file: ContainerFile, start: number, frameAt: ReadFrame): Run {
  let at = start
  let seconds = 0
  const stream = frameAt(file, start)?.stream
  for (;;) {
    const frame = frameAt(file, at)
    if (frame?.stream === stream && frame) {
      at += frame.length
      seconds += frame.seconds
      continue
    }
    // Some encoders declare a padding byte that they do not write.
    const early = frameAt(file, at - 1)
    if (early?.stream !== stream || !early || !isFollowed(file, at - 1 + early.length, early, frameAt)) break
    at += early.length - 1
    seconds += early.seconds
  }
  // The last frame may be truncated. Players skip it.
  return { start, end: Math.min(at, file.size), seconds }
}

/** The start of the next frame. A frame counts if another frame or a tag follows it, or if it ends the file. */
function nextFrame(file: ContainerFile, from: number, frameAt: ReadFrame): number | undefined {
  for (let at = from; at + FRAME_HEADER_BYTES <= file.size; at++) {
    const looked = file.read(at, Math.min(LOOK_BYTES, file.size - at))
    const offset = looked.indexOf(0xff)
    if (offset === -1) {
      at += looked.length - 1
      continue
    }
    at += offset
    const frame = frameAt(file, at)
    if (frame && isFollowed(file, at + frame.length, frame, frameAt)) return at
  }
  return undefined
}

function isFollowed(file: ContainerFile, end: number, { stream }: Frame, frameAt: ReadFrame): boolean {
  return end === file.size || frameAt(file, end)?.stream === stream || isTag(file, end)
}

function isTag(file: ContainerFile, at: number): boolean {
  if (at + ID3_HEADER_BYTES > file.size) return false
  return /^(ID3|TAG|APETAGEX|LYRICS)/.test(file.read(at, ID3_HEADER_BYTES).toString('latin1'))
}

/** Skips all ID3v2 tags at this offset. Other tags are searched like the rest: they contain no frames. */
export function afterTags(file: ContainerFile, start: number): number {
  let at = start
  while (at + ID3_HEADER_BYTES <= file.size) {
    const header = file.read(at, ID3_HEADER_BYTES)
    if (header.toString('latin1', 0, 3) !== 'ID3') break
    const footer = header.readUInt8(5) & ID3_HAS_FOOTER ? ID3_HEADER_BYTES : 0
    at += ID3_HEADER_BYTES + syncSafe(header.readUInt32BE(6)) + footer
  }
  return at
}

/** ID3 sizes use seven bits of each byte. */
function syncSafe(value: number): number {
  return (value & 0x7f) | ((value & 0x7f00) >> 1) | ((value & 0x7f0000) >> 2) | ((value & 0x7f000000) >> 3)
}

function mp3FrameAt(file: ContainerFile, at: number): Frame | undefined {
  if (at + FRAME_HEADER_BYTES > file.size) return undefined
  const header = file.read(at, FRAME_HEADER_BYTES).readUInt32BE()
  if (header >>> 21 !== 0x7ff) return undefined
  const halvings = HALVINGS[(header >>> 19) & 3]
  const layer = 4 - ((header >>> 17) & 3)
  const kilobits = BIT_RATES[halvings ? 'low' : 'full'][layer - 1]?.[((header >>> 12) & 15) - 1]
  const fullRate = SAMPLING_RATES[(header >>> 10) & 3]
  if (halvings === undefined || kilobits === undefined || fullRate === undefined) return undefined
  const rate = fullRate >> halvings
  const padding = (header >>> 9) & 1
  return {
    length: lengthOf({ layer, halvings, rate, padding, bits: kilobits * 1000 }),
    seconds: samplesOf(layer, halvings) / rate,
    stream: `${layer} ${rate}`,
    layer,
  }
}

function samplesOf(layer: number, halvings: number): number {
  if (layer === 1) return 384
  return layer === 3 && halvings > 0 ? 576 : 1152
}

function lengthOf(frame: { layer: number; halvings: number; rate: number; padding: number; bits: number }): number {
  const { layer, halvings, rate, padding, bits } = frame
  if (layer === 1) return (Math.floor((12 * bits) / rate) + padding) * 4
  const perFrame = layer === 3 && halvings > 0 ? 72 : 144
  return Math.floor((perFrame * bits) / rate) + padding
}

const ADTS_HEADER_BYTES = 7
const ADTS_RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350]
const ADTS_SAMPLES = 1024

function adtsFrameAt(file: ContainerFile, at: number): Frame | undefined {
  if (at + ADTS_HEADER_BYTES > file.size) return undefined
  const header = file.read(at, ADTS_HEADER_BYTES)
  const fixed = header.readUInt32BE()
  // The layer of MPEG audio is always 0 here.
  if (fixed >>> 20 !== 0xfff || (fixed >>> 17) & 3) return undefined
  const rate = ADTS_RATES[(fixed >>> 10) & 15]
  const length = (header.readUIntBE(3, 3) >>> 5) & 0x1fff
  if (rate === undefined || length < ADTS_HEADER_BYTES) return undefined
  const blocks = 1 + (header.readUInt8(6) & 3)
  return { length, seconds: (blocks * ADTS_SAMPLES) / rate, stream: `adts ${(fixed >>> 6) & 0x3ff}` }
}
