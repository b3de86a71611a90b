import { EARLIER_PICTURE_WIDTHS, PICTURE_WIDTHS } from '@contract/limits'
import { PICTURE_COPY, PICTURE_FILE } from '@contract/picture'
import type { FileStore, StoredFile } from '../storage/file-store'

const WIDTHS = [...PICTURE_WIDTHS, ...EARLIER_PICTURE_WIDTHS]

/** A stored file, and the name under which it lies. */
export interface NamedFile {
  name: string
  stored: StoredFile
}

/**
 * A stored file. Where a picture lacks a copy of this width, because another version of this program stored it, the copy
 * with the nearest width is found, and at last the picture itself. Undefined when there is none of them.
 */
export async function openNearest(store: FileStore, folder: string, file: string): Promise<NamedFile | undefined> {
  for (const name of [file, ...substitutesOf(file)]) {
    const stored = await store.open(`${folder}/${name}`)
    if (stored) return { name, stored }
  }
  return undefined
}

/** The copies with other widths, the nearest first; of two as near the wider one. Nothing for files that are no copies. */
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
