const HEADER_BYTES = 10
const OLD_TAG_BYTES = 128
const OLD_TITLE = { at: 3, bytes: 30 }
const TITLE_MAX_BYTES = 2000
const FRAMES_MAX = 100

/** The title in the tags of an MP3 (ID3), read before they are removed; empty if there is none. */
export async function titleOf(file: File): Promise<string> {
  try {
    const title = (await newTitle(file)) ?? (await oldTitle(file)) ?? ''
    return (title.split('\0')[0] ?? '').trim()
  } catch {
    // The file is gone, or the browser may not read it: it is offered without a title.
    return ''
  }
}

/** ID3v2, in front of the sound. Undefined without one. */
async function newTitle(file: File): Promise<string | undefined> {
  const header = await bytesOf(file, 0, HEADER_BYTES)
  if (latin(header.subarray(0, 3)) !== 'ID3') return undefined
  const version = header[3] ?? 0
  const { name, headerBytes } = version === 2 ? { name: 'TT2', headerBytes: 6 } : { name: 'TIT2', headerBytes: 10 }
  const end = HEADER_BYTES + sevenBits(header.subarray(6, 10))
  let at = HEADER_BYTES
  for (let frames = 0; frames < FRAMES_MAX && at + headerBytes < end; frames++) {
    const frame = await bytesOf(file, at, headerBytes)
    const size = frameSize(frame, version)
    if (latin(frame.subarray(0, name.length)) === name) {
      const [encoding = 0, ...text] = await bytesOf(file, at + headerBytes, Math.min(size, TITLE_MAX_BYTES))
      return decoded(encoding, Uint8Array.from(text))
    }
    if (!size) return undefined
    at += headerBytes + size
  }
  return undefined
}

function frameSize(frame: Uint8Array, version: number): number {
  if (version === 2) return number(frame.subarray(3, 6))
  return version === 4 ? sevenBits(frame.subarray(4, 8)) : number(frame.subarray(4, 8))
}

/** ID3v1, in the last bytes of the file. */
async function oldTitle(file: File): Promise<string | undefined> {
  const tag = await bytesOf(file, Math.max(0, file.size - OLD_TAG_BYTES), OLD_TAG_BYTES)
  if (latin(tag.subarray(0, 3)) !== 'TAG') return undefined
  return inOneByte(tag.subarray(OLD_TITLE.at, OLD_TITLE.at + OLD_TITLE.bytes))
}

const [WITH_MARK, BIG_ENDIAN, UTF8] = [1, 2, 3]

function decoded(encoding: number, text: Uint8Array<ArrayBuffer>): string {
  if (encoding === UTF8) return new TextDecoder().decode(text)
  if (encoding === BIG_ENDIAN) return new TextDecoder('utf-16be').decode(text)
  if (encoding !== WITH_MARK) return inOneByte(text)
  return new TextDecoder(text[0] === 0xfe ? 'utf-16be' : 'utf-16le').decode(text)
}

/**
 * Text that its tag says to be Latin-1. Programs wrote Russian there in Windows-1251, and newer ones UTF-8: a text of more
 * letters beyond ASCII than in it is no French or German.
 */
function inOneByte(text: Uint8Array<ArrayBuffer>): string {
  const ascii = text.filter((byte) => /[a-z]/i.test(String.fromCharCode(byte))).length
  const beyond = text.filter((byte) => byte >= 0x80).length
  try {
    if (beyond > 0) return new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch {
    // It is not UTF-8.
  }
  return new TextDecoder(beyond > ascii ? 'windows-1251' : 'windows-1252').decode(text)
}

async function bytesOf(file: File, start: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.slice(start, start + length).arrayBuffer())
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

function number(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0)
}

function sevenBits(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 128 + (byte & 0x7f), 0)
}
