import type { ArchiveKind } from '@contract/archive'
import { freeMegabytes, megabytes } from '@client/lib/bytes'
import { PICTURE_KINDS, pictureProblem } from '@client/ui/form/picture-problem'
import { ARCHIVE_TEXTS } from './archive-texts'
import { adviceOnFilm } from './other-films'

interface Formats {
  types: string[]
  /** Many systems know no type for a recording, only its ending. */
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
  return [...RECORDINGS[kind].types, ...RECORDINGS[kind].endings].join(',')
}

/** Why a file can't go to an archive with so many bytes left, checked before it is sent. */
export function fileProblem(kind: ArchiveKind, file: File, bytesLeft: number): string | undefined {
  if (bytesLeft <= 0) return 'В хранилище не осталось места.'
  // Photos are stored smaller than they are sent, so only the server knows whether one fits.
  if (kind === 'photo') return pictureProblem(file)

  const advice = kind === 'video' && adviceOnFilm(file.name)
  if (advice) return advice
  if (!isOf(RECORDINGS[kind], file)) return `Подойдёт файл ${ARCHIVE_TEXTS[kind].formats}`
  if (file.size === 0) return 'Файл пуст.'
  if (file.size > bytesLeft) {
    return `Файл (${megabytes(file.size)}) не поместится: в хранилище осталось ${freeMegabytes(bytesLeft)}.`
  }
  return undefined
}

function isOf({ types, endings }: Formats, { type, name }: File): boolean {
  return types.includes(type) || endings.some((ending) => name.toLowerCase().endsWith(ending))
}
