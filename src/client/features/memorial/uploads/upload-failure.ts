import { SENT_IN_PARTS_ABOVE_BYTES } from '@contract/limits'
import { errorText, isNetworkFailure } from '@client/api/errors'
import { freeMegabytes, megabytes } from '@client/lib/formats'

const TOO_LARGE_STATUS = 413
const TOO_LARGE = 'Файл слишком большой.'
const NO_CONNECTION = 'Нет связи с сервером. Проверьте подключение и повторите.'
const NO_CONNECTION_MEANWHILE =
  'Нет связи с сервером. Проверьте подключение и повторите: загрузка продолжится с того же места.'
const UNKNOWN = 'Не удалось загрузить файл.'

/** For a film if the chunk that prepares it could not be loaded. */
export const NOT_PREPARED = `Ошибка: ${NO_CONNECTION}`

/** For a file that is larger than the free storage. */
export function doesNotFit(size: number, bytesLeft: number): string {
  return `Файл (${megabytes(size)}) не поместится: в хранилище осталось ${freeMegabytes(bytesLeft)}.`
}

/** For a file of this size, in bytes, that did not arrive. */
export function uploadFailure(error: unknown, size: number): string {
  const isInParts = size > SENT_IN_PARTS_ABOVE_BYTES
  if (isNetworkFailure(error)) return `Ошибка: ${isInParts ? NO_CONNECTION_MEANWHILE : NO_CONNECTION}`
  return `Ошибка: ${errorText(error, { fallback: UNKNOWN, statuses: { [TOO_LARGE_STATUS]: TOO_LARGE } })}`
}
