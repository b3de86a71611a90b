import type { ArchiveKind } from '@contract/archive'
import { describedByName } from '@client/lib/described-by-name'
import { type DraftKey, dropDraft, readDraft, writeDraft } from '@client/lib/draft'

/**
 * What was typed of files that are chosen and not sent yet, kept in the browser. It cannot keep the files: chosen again,
 * they are known by their name and size.
 */
export type Captions = Record<string, string>

/** Under which the caption of a file lies; without a file, the one that was typed before any was chosen. */
export function captionName(kind: ArchiveKind, file?: File): string {
  return file ? `${kind}/${file.size}/${file.name}` : `${kind}/`
}

/** What was typed itself: not what the names of the files say. */
export function typedCaptions(kind: ArchiveKind, files: File[], descriptions: string[]): Captions {
  if (files.length === 0) return descriptions[0] ? { [captionName(kind)]: descriptions[0] } : {}
  const captions = files.map((file, index) => [captionName(kind, file), descriptions[index] ?? ''] as const)
  return Object.fromEntries(captions.filter(([, text], index) => text !== describedByName(files[index]?.name ?? '')))
}

/** Those of one archive. */
export function readCaptions(key: DraftKey, kind: ArchiveKind): Captions {
  return Object.fromEntries(Object.entries(readAll(key)).filter(([name]) => name.startsWith(captionName(kind))))
}

/** Puts captions in the place of those with these names. */
export function replaceCaptions(key: DraftKey, names: Iterable<string>, captions: Captions): void {
  const before = readAll(key)
  const replaced = new Set(names)
  const others = Object.entries(before).filter(([name]) => !replaced.has(name))
  const all = { ...Object.fromEntries(others), ...captions }
  if (Object.keys(all).length > 0) writeDraft(key, { captions: all })
  else if (Object.keys(before).length > 0) dropDraft(key)
}

/** The storage of a browser may hold anything. */
function readAll(key: DraftKey): Captions {
  const captions: unknown = readDraft(key)?.captions
  if (typeof captions !== 'object' || captions === null) return {}
  const entries = Object.entries(captions as Record<string, unknown>)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
