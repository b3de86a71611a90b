import { PICTURE_MAX_BYTES } from '@contract/limits'
import { megabytes } from '@client/lib/bytes'

/** What a file chooser offers. The server looks at the content itself. */
export const PICTURE_KINDS = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif'

/** Why a chosen file can't be a photo, told before it is sent for nothing. */
export function pictureProblem({ name, type, size }: File): string | undefined {
  const isPicture = PICTURE_KINDS.split(',').some((kind) => kind === type || name.toLowerCase().endsWith(kind))
  if (!isPicture) return 'Подойдёт фотография в формате JPEG, PNG, WebP или HEIC.'
  if (size === 0) return 'Файл пуст. Выберите другую фотографию.'
  if (size > PICTURE_MAX_BYTES) return `Фотография больше ${megabytes(PICTURE_MAX_BYTES)}. Выберите файл поменьше.`
  return undefined
}
