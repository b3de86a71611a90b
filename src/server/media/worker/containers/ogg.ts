import { BrokenContainer, type ByteSpan, type ContainerFile } from './container-file'
import { wipeVorbisComment } from './vorbis-comment'

const CAPTURE = Buffer.from('OggS')
const HEADER_BYTES = 27
const [FLAGS_AT, SERIAL_AT, CHECKSUM_AT, SEGMENTS_AT] = [5, 14, 22, 26]
const FIRST_OF_STREAM = 0x02
/** A packet continues after a segment of this size. */
const SEGMENT_GOES_ON = 255
const STREAMS_MAX = 1000
/** How many bytes are searched at once for the next page. */
const LOOK_BYTES = 64 * 1024

/** The magic bytes of a stream, and of its second packet, which holds the comments (and cover pictures). */
const CODECS = [
  { head: Buffer.from('\x01vorbis', 'latin1'), comments: Buffer.from('\x03vorbis', 'latin1'), hasFramingBit: true },
  { head: Buffer.from('OpusHead'), comments: Buffer.from('OpusTags'), hasFramingBit: false },
  { head: Buffer.from('\x80theora', 'latin1'), comments: Buffer.from('\x81theora', 'latin1'), hasFramingBit: false },
  { head: Buffer.from('Speex   '), comments: Buffer.alloc(0), hasFramingBit: false },
]
const FLAC = Buffer.from('\x7fFLAC', 'latin1')
type Codec = (typeof CODECS)[number] | typeof FLAC

interface Page extends ByteSpan {
  bytes: Buffer
  bodyStart: number
  /** Lengths of the segments. */
  segments: Buffer
  serial: number
}

interface Stream {
  codec: Codec
  /** The number of complete packets so far. */
  packets: number
  /** Bytes of the current packet so far. */
  seen: number
  /** Of FLAC: whether the current packet is a block of texts or of a picture. */
  isText?: boolean
  /** Of FLAC: sound follows, and no further block. */
  isSound?: boolean
}

/** Retains only sound and pictures, and empties their comments. No page changes its length. */
export function cleanOgg(file: ContainerFile): void {
  const streams = new Map<number, Stream>()
  const included: ByteSpan[] = []
  for (const page of pagesOf(file)) {
    const isFirst = page.bytes.readUInt8(FLAGS_AT) & FIRST_OF_STREAM
    if (isFirst) begin(streams, page)
    if (streams.size > STREAMS_MAX) throw new BrokenContainer('Too many streams')
    const stream = streams.get(page.serial)
    if (!stream) continue
    if (emptyComments(page, stream)) {
      page.bytes.writeUInt32LE(0, CHECKSUM_AT)
      page.bytes.writeUInt32LE(checksum(page.bytes), CHECKSUM_AT)
      file.write(page.start, page.bytes)
    }
    addSpan(included, page)
  }
  file.compactTo(included)
}

function begin(streams: Map<number, Stream>, { bytes, bodyStart, serial }: Page): void {
  const beginsWith = (head: Buffer) => bytes.subarray(bodyStart, bodyStart + head.length).equals(head)
  const codec = beginsWith(FLAC) ? FLAC : CODECS.find(({ head }) => beginsWith(head))
  if (codec) streams.set(serial, { codec, packets: 0, seen: 0 })
  else streams.delete(serial)
}

function* pagesOf(file: ContainerFile): Generator<Page> {
  let start = nextPage(file, 0)
  while (start !== undefined) {
    const page = pageAt(file, start)
    yield page
    start = nextPage(file, page.end)
  }
}

/** Throws when the page is truncated. */
function pageAt(file: ContainerFile, start: number): Page {
  const segmentCount = file.read(start + SEGMENTS_AT, 1).readUInt8()
  const bodyStart = HEADER_BYTES + segmentCount
  const segments = file.read(start + HEADER_BYTES, segmentCount)
  const length = bodyStart + segments.reduce((sum, segment) => sum + segment, 0)
  // A copy: it will be changed, and the file's buffer is shared with other reads.
  const bytes = Buffer.from(file.read(start, length))
  return {
    start,
    end: start + length,
    bytes,
    bodyStart,
    segments: bytes.subarray(HEADER_BYTES, bodyStart),
    serial: bytes.readUInt32LE(SERIAL_AT),
  }
}

function nextPage(file: ContainerFile, from: number): number | undefined {
  for (let at = from; at + HEADER_BYTES <= file.size; at += LOOK_BYTES - CAPTURE.length) {
    const offset = file.read(at, Math.min(LOOK_BYTES, file.size - at)).indexOf(CAPTURE)
    if (offset !== -1) return at + offset
  }
  return undefined
}

/** Empties the fragments of packets of texts that are in this page. True when there are any. */
function emptyComments({ bytes, bodyStart, segments }: Page, stream: Stream): boolean {
  let at = bodyStart
  let isChanged = false
  for (const segment of segments) {
    if (emptyFragment(bytes.subarray(at, at + segment), stream)) isChanged = true
    at += segment
    stream.seen += segment
    if (segment === SEGMENT_GOES_ON) continue
    stream.packets += 1
    stream.seen = 0
  }
  return isChanged
}

/** Of most codecs the second packet has the texts. */
function emptyFragment(fragment: Buffer, stream: Stream): boolean {
  const { codec, packets, seen } = stream
  if (Buffer.isBuffer(codec)) return packets > 0 && emptyFlacBlock(fragment, stream)
  if (packets === 1) wipeVorbisComment(fragment, seen, codec)
  return packets === 1
}

const [FACTS, PADDING, SEEK_TABLE, TEXTS] = [0, 1, 3, 4]
const LAST_BLOCK = 0x80
const BLOCK_HEADER_BYTES = 4

/** FLAC has a packet for each of its blocks. The one of texts stays, without any: decoders expect it. */
function emptyFlacBlock(fragment: Buffer, stream: Stream): boolean {
  if (stream.seen === 0) {
    const first = fragment[0] ?? 0
    const type = first & ~LAST_BLOCK
    stream.isText = !stream.isSound && type !== FACTS && type !== SEEK_TABLE
    stream.isSound ||= first >= LAST_BLOCK
    if (stream.isText && type !== TEXTS) fragment.fill((first & LAST_BLOCK) | PADDING, 0, 1)
  }
  if (stream.isText) fragment.fill(0, stream.seen === 0 ? BLOCK_HEADER_BYTES : 0)
  return stream.isText === true
}

function addSpan(spans: ByteSpan[], { start, end }: ByteSpan): void {
  const last = spans.at(-1)
  if (last?.end === start) last.end = end
  else spans.push({ start, end })
}

/** Ogg's CRC: zlib's polynomial, but highest bit first, with initial and final value 0. */
const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24
  for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1
  return sum
})

function checksum(bytes: Buffer): number {
  let sum = 0
  for (const byte of bytes) sum = (sum << 8) ^ (CHECKSUMS[((sum >>> 24) ^ byte) & 0xff] ?? 0)
  return sum >>> 0
}
