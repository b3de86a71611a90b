import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { PICTURE_MAX_BYTES } from '@contract/limits'

const ENTRIES_MAX = 200_000
const UTF8_FLAG = 0x800

/** A ZIP of pictures. Nothing of it is read before it is asked for. */
export interface PhotosZip {
  has(name: string): boolean
  /** Writes one picture to a local file. False when it is larger than a picture may be, or cannot be read. */
  extract(name: string, file: string): Promise<boolean>
  close(): void
}

/** Undefined when the file is no ZIP. Names are compared without their folders, and in any case. */
export async function openPhotosZip(file: string): Promise<PhotosZip | undefined> {
  let zip: ZipFile
  const entries = new Map<string, Entry>()
  try {
    zip = await openPromise(file, { lazyEntries: true, autoClose: false, decodeStrings: false })
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= ENTRIES_MAX) break
      const name = nameOf(entry)
      if (!name.endsWith('/')) entries.set(keyOf(name), entry)
    }
  } catch {
    return undefined
  }
  return {
    has: (name) => entries.has(keyOf(name)),
    async extract(name, target) {
      const entry = entries.get(keyOf(name))
      if (!entry || entry.uncompressedSize > PICTURE_MAX_BYTES || entry.isEncrypted()) return false
      try {
        // yauzl stops at the size that the entry says.
        await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target))
        return true
      } catch {
        return false
      }
    },
    close: () => zip.close(),
  }
}

/** Windows in Russian writes names in its old encoding, and does not say so. */
function nameOf({ fileNameRaw, generalPurposeBitFlag }: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw)
  } catch {
    const isUtf8 = (generalPurposeBitFlag & UTF8_FLAG) !== 0
    return new TextDecoder(isUtf8 ? 'utf-8' : 'ibm866').decode(fileNameRaw)
  }
}

function keyOf(name: string): string {
  return (name.split(/[\\/]/).at(-1) ?? '').trim().normalize('NFC').toLowerCase()
}
