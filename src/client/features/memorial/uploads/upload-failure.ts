import { errorText, isNetworkFailure } from '@client/api/errors'

const TOO_LARGE_STATUS = 413
const TOO_LARGE = 'Файл слишком большой.'
const NO_CONNECTION = 'Нет связи с сервером. Проверьте подключение и повторите.'
const UNKNOWN = 'Не удалось загрузить файл.'

/** What a person reads about a file that did not arrive. */
export function uploadFailure(error: unknown): string {
  if (isNetworkFailure(error)) return `Ошибка: ${NO_CONNECTION}`
  return `Ошибка: ${errorText(error, { fallback: UNKNOWN, statuses: { [TOO_LARGE_STATUS]: TOO_LARGE } })}`
}
