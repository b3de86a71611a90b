import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EARLIER_PICTURE_WIDTHS, PICTURE_WIDTHS } from '@contract/limits'
import { PICTURE_COPY, PICTURE_FILE } from '@contract/picture'
import { type FileStore, type StoredFile, throwAsStoreFailure } from '../storage/file-store'

const WIDTHS = [...PICTURE_WIDTHS, ...EARLIER_PICTURE_WIDTHS]

/** A stored file and its name. */
export interface NamedFile {
  name: string
  stored: StoredFile
}

/**
 * Opens a stored file. If a picture lacks a copy of this width, because another version of the server stored it,
 * returns the copy with the nearest width, and failing that the picture itself. Undefined when none exists.
 */
export async function openNearest(store: FileStore, folder: string, file: string): Promise<NamedFile | undefined> {
  for (const name of [file, ...substitutesOf(file)]) {
    const stored = await store.open(`${folder}/${name}`)
    if (stored) return { name, stored }
  }
  return undefined
}

/**
 * The copies with other widths, nearest first; of two equally near, the wider one. Empty for files that are not copies.
 */
function substitutesOf(file: string): string[] {
  const asked = WIDTHS.find((width) => PICTURE_COPY(width) === file)
  if (asked === undefined) return []
  const others = WIDTHS.filter((width) => width !== asked)
  const nearestFirst = others.sort((one, other) => distance(one, asked) - distance(other, asked) || other - one)
  return [...nearestFirst.map(PICTURE_COPY), PICTURE_FILE]
}

function distance(width: number, asked: number): number {
  return Math.abs(width - asked)
}

const TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  aac: 'audio/aac',
  mka: 'audio/x-matroska',
  amr: 'audio/amr',
  wma: 'audio/x-ms-wma',
  aiff: 'audio/aiff',
  caf: 'audio/x-caf',
  au: 'audio/basic',
  qcp: 'audio/qcelp',
  spx: 'audio/ogg',
  oga: 'audio/ogg',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
  wmv: 'video/x-ms-wmv',
  flv: 'video/x-flv',
  mpg: 'video/mpeg',
  m2v: 'video/mpeg',
  mts: 'video/mp2t',
  dv: 'video/dv',
  ogv: 'video/ogg',
  rm: 'application/vnd.rn-realmedia',
}

/** The content type of a stored file, by its extension, which the server itself chose. */
export function contentTypeOf(fileName: string): string {
  return TYPES[fileName.split('.').pop() ?? ''] ?? 'application/octet-stream'
}

/** In hexadecimal digits. Throws `StoreAway` when the store stops sending. */
export async function sha256OfStored(file: StoredFile, signal?: AbortSignal): Promise<string> {
  return sha256Of(await file.read(), signal).catch(throwAsStoreFailure)
}

export function sha256OfLocal(file: string): Promise<string> {
  return sha256Of(createReadStream(file))
}

async function sha256Of(bytes: Readable, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(bytes, hash, { signal })
  return hash.digest('hex')
}
