import type { ArchiveKind } from '@contract/archive'
import { PICTURE_KINDS, pictureProblem } from '@client/ui/form/picture-problem'
import { doesNotFit } from '../uploads/upload-failure'
import { ARCHIVE_TEXTS } from './archive-texts'
import { adviceOnFilm, OTHER_FILMS } from './other-films'

interface Formats {
  types: string[]
  /** Many systems know no MIME type of a recording, only its extension. */
  endings: string[]
}

const RECORDINGS: Record<Exclude<ArchiveKind, 'photo'>, Formats> = {
  audio: {
    types: ['audio/mpeg', 'audio/mp3', 'audio/mp4', 'audio/x-m4a', 'audio/ogg', 'audio/wav', 'audio/x-wav'],
    endings: ['.mp3', '.m4a', '.ogg', '.oga', '.opus', '.wav'],
  },
  video: {
    types: ['video/mp4', 'video/webm', 'video/quicktime'],
    endings: ['.mp4', '.m4v', '.webm', '.mov'],
  },
}

/** As `accept` of an <input>. The server checks the content. */
export function acceptedKinds(kind: ArchiveKind): string {
  if (kind === 'photo') return PICTURE_KINDS
  // A file that the system's dialog hides cannot be chosen, and no message could say what to do with it.
  const others = kind === 'video' ? OTHER_FILMS.map((ending) => `.${ending}`) : []
  return [...RECORDINGS[kind].types, ...RECORDINGS[kind].endings, ...others].join(',')
}

/**
 * Why a file can't be added to an archive with `bytesLeft`, checked before the upload. A film that `isToBePrepared` may be
 * larger: its converted copy is smaller.
 */
export function fileProblem(
  kind: ArchiveKind,
  file: File,
  { bytesLeft, isToBePrepared }: { bytesLeft: number; isToBePrepared: boolean },
): string | undefined {
  if (bytesLeft <= 0) return 'В хранилище не осталось места.'
  // Photos are stored smaller than they are sent, so only the server knows whether one fits.
  if (kind === 'photo') return pictureProblem(file)

  const advice = kind === 'video' && adviceOnFilm(file.name)
  if (advice) return advice
  if (!isOf(RECORDINGS[kind], file)) return `Подойдёт файл ${ARCHIVE_TEXTS[kind].formats}`
  if (file.size === 0) return 'Файл пуст.'
  if (file.size > bytesLeft && !isToBePrepared) {
    return doesNotFit(file.size, bytesLeft)
  }
  return undefined
}

function isOf({ types, endings }: Formats, { type, name }: File): boolean {
  return types.includes(type) || endings.some((ending) => name.toLowerCase().endsWith(ending))
}
