import { PICTURE_MAX_BYTES } from '@contract/limits'
import { openZip } from './reading/zip-reader'

/** A ZIP of pictures. Names are compared without their folders, and in any case. */
export interface PhotosZip {
  has(name: string): boolean
  /** Writes one picture to a local file. False when it is larger than a picture may be, or cannot be read. */
  extract(name: string, file: string): Promise<boolean>
  close(): void
}

/** Undefined when the file is no ZIP. */
export async function openPhotosZip(file: string): Promise<PhotosZip | undefined> {
  const zip = await openZip(file, keyOf)
  return (
    zip && {
      has: (name) => zip.sizeOf(keyOf(name)) !== undefined,
      extract: (name, target) => zip.extract(keyOf(name), target, PICTURE_MAX_BYTES),
      close: () => zip.close(),
    }
  )
}

function keyOf(name: string): string {
  return (name.split(/[\\/]/).at(-1) ?? '').trim().normalize('NFC').toLowerCase()
}
