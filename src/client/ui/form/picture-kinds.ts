import { ARCHIVE_PHOTO_MAX_BYTES, PDF_PAGES_MAX, PICTURE_MAX_BYTES } from '@contract/limits'
import { megabytes } from '@client/lib/formats'

const TYPES = ['jpeg', 'png', 'webp', 'heic', 'heif', 'avif', 'tiff', 'gif', 'bmp', 'x-ms-bmp'].map(
  (type) => `image/${type}`,
)
const TIFF = ['.tif', '.tiff']
const RAW = ['.dng', '.cr2', '.cr3', '.nef', '.nrw', '.arw', '.raf', '.rw2', '.orf', '.pef', '.srw']
/** Many systems report no type for these, so the file extension counts too. */
const ENDINGS = ['.heic', '.heif', '.avif', '.bmp', '.gif', '.jfif', ...TIFF, ...RAW]
const PDF = '.pdf'

/** For the `accept` attribute of an <input>. The server checks the content. */
export const PICTURE_KINDS = [...TYPES, ...ENDINGS].join(',')
/** The same for an archive, where each page of a PDF becomes a photo. */
export const ARCHIVE_PICTURE_KINDS = `${PICTURE_KINDS},application/pdf,${PDF}`

const COMMON = 'JPEG, PNG, HEIC, TIFF'

/** The hint of a file chooser. */
export const PICTURE_HINT = `${COMMON} и другие до ${megabytes(PICTURE_MAX_BYTES)}.`

/** Where a photo is chosen for. */
interface Place {
  isForArchive?: boolean
}

/** Why a chosen file can't be used as a photo, checked before it is sent. */
export function pictureProblem(file: File, { isForArchive = false }: Place = {}): string | undefined {
  const isPicture = TYPES.includes(file.type) || endsWith(file, ENDINGS) || (isForArchive && endsWith(file, [PDF]))
  if (!isPicture) return `Подойдёт фотография в формате ${COMMON}${isForArchive ? ', PDF' : ''} и других.`
  if (file.size === 0) return 'Файл пуст. Выберите другую фотографию.'
  const maxBytes = isForArchive ? ARCHIVE_PHOTO_MAX_BYTES : PICTURE_MAX_BYTES
  return file.size > maxBytes ? `Фотография больше ${megabytes(maxBytes)}. Выберите файл поменьше.` : undefined
}

/** What becomes of a chosen file that is not simply shown as it is, in one line. */
export function pictureNote(file: File): string | undefined {
  if (endsWith(file, TIFF)) return 'Если в файле несколько страниц, возьмём первую.'
  if (endsWith(file, ['.gif'])) return 'Движение не сохранится: возьмём первый кадр.'
  if (endsWith(file, RAW)) return 'Возьмём снимок, который камера сохранила внутри этого файла.'
  if (endsWith(file, [PDF])) return `Каждая страница станет фотографией. Страниц может быть до ${PDF_PAGES_MAX}.`
  return undefined
}

function endsWith({ name }: File, endings: string[]): boolean {
  return endings.some((ending) => name.toLowerCase().endsWith(ending))
}
