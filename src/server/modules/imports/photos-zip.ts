import { PICTURE_MAX_BYTES } from '@contract/limits'
import { openZip } from './reading/zip-reader'

/** A ZIP of pictures. Names are matched without folders and regardless of case. */
export interface PhotosZip {
  has(name: string): boolean
  /** Writes one picture to a local file. False when it exceeds the size limit of pictures or cannot be read. */
  extract(name: string, file: string): Promise<boolean>
  close(): void
}

/** Undefined when the file is not a ZIP. */
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
