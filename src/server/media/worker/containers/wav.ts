import { BrokenContainer, type ByteSpan, type ContainerFile } from './container-file'

const RIFF_HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
/** The chunks with the format, the length, and the audio itself. */
const CHUNKS_OF_SOUND = new Set(['fmt ', 'fact', 'ds64', 'data'])
/** A chunk that players skip. */
const PADDING = 'JUNK'
/** RIFF's value for an unknown length, or one that is in `ds64`. */
const LENGTH_UNKNOWN = 0xffffffff
/** Offsets in `ds64` of the lengths of file and audio. */
const [DS64_FILE_LENGTH, DS64_DATA_LENGTH, DS64_BYTES] = [8, 16, 24]
const CHUNKS_MAX = 100_000

interface Chunk extends ByteSpan {
  name: string
}

/** Retains the audio chunks. Texts, pictures and markers are wiped in place, or truncated after the audio. */
export function cleanWav(file: ContainerFile): void {
  const endian = file.read(0, RIFF_HEADER_BYTES).toString('latin1', 0, 4) === 'RIFX' ? 'BE' : 'LE'
  const declared = uint32(file, 4, endian)
  if (declared !== LENGTH_UNKNOWN && declared + CHUNK_HEADER_BYTES > file.size) {
    throw new BrokenContainer('The file is shorter than it says')
  }
  const chunks = [...chunksOf(file, endian)]
  const lastOfSound = chunks.findLast(isOfSound)
  if (!lastOfSound) throw new BrokenContainer('There is no sound in it')
  for (const chunk of chunks) {
    if (chunk.start < lastOfSound.start && !isOfSound(chunk)) turnIntoPadding(file, chunk)
  }
  if (lastOfSound.end === file.size) return
  file.cutOffAt(lastOfSound.end)
  writeLength(file, chunks, endian)
}

function isOfSound({ name }: Chunk): boolean {
  return CHUNKS_OF_SOUND.has(name)
}

function* chunksOf(file: ContainerFile, endian: Endian): Generator<Chunk> {
  let dataLength: number | undefined
  let at = RIFF_HEADER_BYTES
  for (let count = 0; at + CHUNK_HEADER_BYTES <= file.size; count++) {
    if (count > CHUNKS_MAX) throw new BrokenContainer('Too many chunks')
    const name = file.read(at, 4).toString('latin1')
    if (name === 'ds64') dataLength = Number(file.read(at + DS64_DATA_LENGTH, 8).readBigUInt64LE())
    const declared = uint32(file, at + 4, endian)
    const length = declared === LENGTH_UNKNOWN && name === 'data' ? (dataLength ?? file.size) : declared
    // Chunks of odd length are padded with a byte.
    const end = Math.min(file.size, at + CHUNK_HEADER_BYTES + length + (length % 2))
    yield { name, start: at, end }
    at = end
  }
}

function turnIntoPadding(file: ContainerFile, { start, end }: Chunk): void {
  file.write(start, Buffer.from(PADDING))
  file.wipe({ start: start + CHUNK_HEADER_BYTES, end })
}

function writeLength(file: ContainerFile, chunks: Chunk[], endian: Endian): void {
  const length = file.size - CHUNK_HEADER_BYTES
  const ds64 = chunks.find(({ name, start, end }) => name === 'ds64' && end - start >= DS64_BYTES)
  if (ds64) {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(BigInt(length))
    file.write(ds64.start + DS64_FILE_LENGTH, bytes)
  }
  if (uint32(file, 4, endian) === LENGTH_UNKNOWN) return
  const bytes = Buffer.alloc(4)
  bytes[`writeUInt32${endian}`](length)
  file.write(4, bytes)
}

type Endian = 'LE' | 'BE'

function uint32(file: ContainerFile, at: number, endian: Endian): number {
  return file.read(at, 4)[`readUInt32${endian}`]()
}
