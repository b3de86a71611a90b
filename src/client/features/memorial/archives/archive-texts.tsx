import { styled } from '@mui/material/styles'
import type { ArchiveItem } from '@contract/archive'
import { type ArchiveKind, ITEM_LABELS } from '@contract/archive-kinds'
import { typeset } from '@contract/typeset'
import { whenAndWho } from '@contract/when-and-who'

interface ArchiveTexts {
  title: string
  /** The name of an item without a description, before its number. */
  item: string
  /** The same before «3 из 12». */
  counted: string
  /** A hint for the owner if the first item is shown in another way than the rest. */
  firstIsCover?: string
  /** The label of the field that says who is in an item. */
  people: string
  empty: string
  failed: string
  choose: string
  /** The accepted formats in words. */
  formats: string
  deletion: string
  loss: string
}

/** The texts of each archive. */
export const ARCHIVE_TEXTS: Record<ArchiveKind, ArchiveTexts> = {
  photo: {
    title: 'Фотографии',
    ...ITEM_LABELS.photo,
    counted: 'Фото',
    firstIsCover: 'Первая фотография будет показана крупно.',
    empty: 'Фотографий пока нет.',
    failed: 'Не удалось загрузить фотографии.',
    choose: 'Выбрать фотографии',
    formats: 'JPEG, PNG, HEIC, TIFF, PDF, RAW и другие, каждая до 100 МБ.',
    deletion: 'Удалить фотографию?',
    loss: 'Фотография и её описание будут удалены навсегда.',
  },
  audio: {
    title: 'Аудио',
    ...ITEM_LABELS.audio,
    counted: 'Запись',
    empty: 'Аудиозаписей пока нет.',
    failed: 'Не удалось загрузить аудиозаписи.',
    choose: 'Выбрать аудиозаписи',
    formats: 'MP3, M4A, WAV и другие записи, также со старых телефонов и диктофонов.',
    deletion: 'Удалить аудиозапись?',
    loss: 'Аудиозапись и её описание будут удалены навсегда.',
  },
  video: {
    title: 'Видео',
    ...ITEM_LABELS.video,
    counted: 'Видео',
    empty: 'Видеозаписей пока нет.',
    failed: 'Не удалось загрузить видеозаписи.',
    choose: 'Выбрать видео',
    formats: 'MP4, MOV, AVI и другие видео, также со старых камер и телефонов.',
    deletion: 'Удалить видеозапись?',
    loss: 'Видеозапись и её описание будут удалены навсегда.',
  },
}

/** The name of an item in one line: its description, or else its number in the archive. */
export function itemName(kind: ArchiveKind, { description }: ArchiveItem, index: number): string {
  return description ?? `${ARCHIVE_TEXTS[kind].item} ${index + 1}`
}

/** When an item was made and who is in it, on a line of its own; nothing if neither is known. */
export function WhenAndWho({ item }: { item: Pick<ArchiveItem, 'date_text' | 'people'> }) {
  const text = whenAndWho(item)
  return text ? <Quiet>{typeset(text)}</Quiet> : null
}

const Quiet = styled('small')(({ theme }) => ({
  display: 'block',
  fontFamily: theme.typography.h1.fontFamily,
  fontSize: theme.typography.pxToRem(15),
  fontStyle: 'italic',
  lineHeight: 1.5,
  overflowWrap: 'anywhere',
  textWrap: 'balance',
}))
