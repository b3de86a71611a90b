import type { ArchiveKind } from '@contract/archive'
import { describedByName } from '@client/lib/described-by-name'
import { type DraftKey, dropDraft, readDraft, writeDraft } from '@client/lib/draft'

/**
 * Captions of files that are chosen but not sent yet, stored in the browser as drafts. It cannot store the files: a file that
 * is chosen again is recognized by its name and size.
 */
export type Captions = Record<string, string>

/** The key of the caption of a file; without a file, of the caption typed before any was chosen. */
export function captionName(kind: ArchiveKind, file?: File): string {
  return file ? `${kind}/${file.size}/${file.name}` : `${kind}/`
}

/** Only captions that were typed, without those derived from file names. */
export function typedCaptions(kind: ArchiveKind, files: File[], descriptions: string[]): Captions {
  if (files.length === 0) return descriptions[0] ? { [captionName(kind)]: descriptions[0] } : {}
  const captions = files.map((file, index) => [captionName(kind, file), descriptions[index] ?? ''] as const)
  return Object.fromEntries(captions.filter(([, text], index) => text !== describedByName(files[index]?.name ?? '')))
}

/** The captions of one archive. */
export function readCaptions(key: DraftKey, kind: ArchiveKind): Captions {
  return Object.fromEntries(Object.entries(readAll(key)).filter(([name]) => name.startsWith(captionName(kind))))
}

/** Replaces the captions with these names. */
export function replaceCaptions(key: DraftKey, names: Iterable<string>, captions: Captions): void {
  const before = readAll(key)
  const replaced = new Set(names)
  const others = Object.entries(before).filter(([name]) => !replaced.has(name))
  const all = { ...Object.fromEntries(others), ...captions }
  if (Object.keys(all).length > 0) writeDraft(key, { captions: all })
  else if (Object.keys(before).length > 0) dropDraft(key)
}

/** The storage of a browser may contain anything. */
function readAll(key: DraftKey): Captions {
  const captions: unknown = readDraft(key)?.captions
  if (typeof captions !== 'object' || captions === null) return {}
  const entries = Object.entries(captions as Record<string, unknown>)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
