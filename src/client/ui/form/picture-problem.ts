import { PICTURE_MAX_BYTES } from '@contract/limits'
import { megabytes } from '@client/lib/bytes'

/** What a file chooser offers: an iPhone then hands over a JPEG by itself. The server looks at the content. */
export const PICTURE_KINDS = 'image/jpeg,image/png,image/webp'

/** Why a chosen file can't be a photo, told before it is sent for nothing. */
export function pictureProblem({ type, size }: File): string | undefined {
  const isPicture = PICTURE_KINDS.split(',').includes(type)
  if (!isPicture) return 'Подойдёт фотография в формате JPEG, PNG или WebP.'
  if (size === 0) return 'Файл пуст. Выберите другую фотографию.'
  if (size > PICTURE_MAX_BYTES) return `Фотография больше ${megabytes(PICTURE_MAX_BYTES)}. Выберите файл поменьше.`
  return undefined
}
