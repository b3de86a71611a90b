import type { ArchiveItem, ArchiveKind } from '@contract/archive'

interface ArchiveTexts {
  title: string
  /** One of its items, with its number when it has no description. */
  item: string
  /** The same before «3 из 12». */
  counted: string
  /** Told to the owner where the first one is shown in another way than the rest. */
  firstIsCover?: string
  /** The label of who is in it. */
  people: string
  empty: string
  failed: string
  choose: string
  /** What may be chosen, for people. */
  formats: string
  deletion: string
  loss: string
}

/** How each archive is spoken of. */
export const ARCHIVE_TEXTS: Record<ArchiveKind, ArchiveTexts> = {
  photo: {
    title: 'Фотографии',
    item: 'Фотография',
    counted: 'Фото',
    firstIsCover: 'Первая фотография будет показана крупно.',
    people: 'Кто на снимке',
    empty: 'Фотографий пока нет.',
    failed: 'Не удалось загрузить фотографии.',
    choose: 'Выбрать фотографии',
    formats: 'JPEG, PNG, WebP или HEIC, каждая до 20 МБ.',
    deletion: 'Удалить фотографию?',
    loss: 'Фотография и её описание будут удалены навсегда.',
  },
  audio: {
    title: 'Аудио',
    item: 'Аудиозапись',
    counted: 'Запись',
    people: 'Кто говорит',
    empty: 'Аудиозаписей пока нет.',
    failed: 'Не удалось загрузить аудиозаписи.',
    choose: 'Выбрать аудиозаписи',
    formats: 'MP3, M4A, OGG или WAV.',
    deletion: 'Удалить аудиозапись?',
    loss: 'Аудиозапись и её описание будут удалены навсегда.',
  },
  video: {
    title: 'Видео',
    item: 'Видеозапись',
    counted: 'Видео',
    people: 'Кто в кадре',
    empty: 'Видеозаписей пока нет.',
    failed: 'Не удалось загрузить видеозаписи.',
    choose: 'Выбрать видео',
    formats: 'MP4, WebM или MOV.',
    deletion: 'Удалить видеозапись?',
    loss: 'Видеозапись и её описание будут удалены навсегда.',
  },
}

/** What an item is called where there is room for a line: its description, or else its number in the archive. */
export function itemName(kind: ArchiveKind, { description }: ArchiveItem, index: number): string {
  return description ?? `${ARCHIVE_TEXTS[kind].item} ${index + 1}`
}
