import { PICTURE_MAX_BYTES } from '@contract/limits'
import { megabytes } from '@client/lib/bytes'

const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif']
/** Many systems report no type for iPhone photos, so the file extension counts too. */
const PICTURE_ENDINGS = ['.heic', '.heif']

/** For the `accept` attribute of an <input>. The server checks the content. */
export const PICTURE_KINDS = [...PICTURE_TYPES, ...PICTURE_ENDINGS].join(',')

/** The hint of a file chooser. */
export const PICTURE_HINT = `JPEG, PNG, WebP или HEIC до ${megabytes(PICTURE_MAX_BYTES)}.`

/** Why a chosen file can't be used as a photo, checked before it is sent. */
export function pictureProblem({ name, type, size }: File): string | undefined {
  const isPicture =
    PICTURE_TYPES.includes(type) || PICTURE_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending))
  if (!isPicture) return 'Подойдёт фотография в формате JPEG, PNG, WebP или HEIC.'
  if (size === 0) return 'Файл пуст. Выберите другую фотографию.'
  if (size > PICTURE_MAX_BYTES) return `Фотография больше ${megabytes(PICTURE_MAX_BYTES)}. Выберите файл поменьше.`
  return undefined
}
