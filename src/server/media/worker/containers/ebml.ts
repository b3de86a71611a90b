import { BrokenContainer, type ByteSpan, type ContainerFile } from './container-file'

const [ID_MAX_BYTES, LENGTH_MAX_BYTES] = [4, 8]
/** Void: an element that players skip. */
const VOID_ID = 0xec
/** Longer than any header. A longer element is not metadata that must be read. */
const VALUE_MAX_BYTES = 64 * 1024 ** 2

/** One element of EBML, the binary format of WebM. */
export interface Element extends ByteSpan {
  id: number
  /** The offset of its value. */
  bodyStart: number
  /** Its length is unknown: it ends with its parent, or before an element that it cannot contain. */
  isOpen: boolean
}

/** The elements from `start` to `end`. Throws when one is truncated. */
export function* elementsOf(file: ContainerFile, { start, end }: ByteSpan): Generator<Element> {
  for (let at = start; at < end;) {
    const element = elementAt(file, at, end)
    yield element
    at = element.end
  }
}

function elementAt(file: ContainerFile, start: number, limit: number): Element {
  const idBytes = vintBytes(file, start, ID_MAX_BYTES)
  const id = file.read(start, idBytes).readUIntBE(0, idBytes)
  const lengthAt = start + idBytes
  const lengthBytes = vintBytes(file, lengthAt, LENGTH_MAX_BYTES)
  const bodyStart = lengthAt + lengthBytes
  const length = vintOf(file.read(lengthAt, lengthBytes))
  const isOpen = length === undefined
  const end = isOpen ? limit : bodyStart + length
  if (end > limit) throw new BrokenContainer('An element is longer than what it stands in')
  return { id, start, bodyStart, end, isOpen }
}

/** The size of a variable-length number: one more than the leading zero bits of its first byte. */
function vintBytes(file: ContainerFile, at: number, max: number): number {
  const length = Math.clz32(file.read(at, 1).readUInt8()) - 23
  if (length > max) throw new BrokenContainer('There is no element')
  return length
}

/** A variable-length number; undefined when all its bits are set, which means "unknown". */
export function vintOf(bytes: Buffer): number | undefined {
  const [first = 0] = bytes
  let value = first & (0xff >> bytes.length)
  let isUnknown = value === 0xff >> bytes.length
  for (const byte of bytes.subarray(1)) {
    value = value * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return isUnknown ? undefined : value
}

/** The value of an element. Throws when it is unreasonably long. */
export function valueOf(file: ContainerFile, { bodyStart, end }: Element): Buffer {
  if (end - bodyStart > VALUE_MAX_BYTES) throw new BrokenContainer('An element is too long')
  return file.read(bodyStart, end - bodyStart)
}

export function uintOf(file: ContainerFile, element: Element): number {
  return valueOf(file, element).reduce((value, byte) => value * 256 + byte, 0)
}

/** Overwrites an element with an empty one (Void) of the same length. */
export function turnIntoVoid(file: ContainerFile, { start, end }: ByteSpan): void {
  const header = voidHeader(end - start)
  file.write(start, header)
  file.wipe({ start: start + header.length, end })
}

/** The length as one byte if it fits, else as eight. */
function voidHeader(total: number): Buffer {
  const short = total - 2
  if (short < 0x7f) return Buffer.from([VOID_ID, 0x80 | short])
  const header = Buffer.alloc(1 + LENGTH_MAX_BYTES)
  header.writeBigUInt64BE(BigInt(total - header.length) | (1n << 56n), 1)
  header.writeUInt8(VOID_ID)
  return header
}
