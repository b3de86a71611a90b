import { LOGIN_BAD_CREDENTIALS } from '@contract/errors'
import { errorDetail, errorText } from '@client/api/errors'

const WRONG_CREDENTIALS = 'Неверный логин или пароль'
const LOGIN_FAILED = 'Не удалось войти. Пожалуйста, попробуйте позже.'

/** What to say when nobody was let in. A detail of the server that names a field is made a sentence. */
export function loginFailure(error: unknown): string {
  const detail = errorDetail(error)
  if (typeof detail === 'string' && detail !== LOGIN_BAD_CREDENTIALS) {
    if (/email/i.test(detail)) return 'Неверный логин'
    if (/password/i.test(detail)) return 'Неверный пароль'
  }
  return errorText(error, { codes: { [LOGIN_BAD_CREDENTIALS]: WRONG_CREDENTIALS }, fallback: LOGIN_FAILED })
}
