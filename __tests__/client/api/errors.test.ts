import {
  actionFailure,
  errorText,
  isClosed,
  isTransient,
  issueField,
  validationIssues,
  withReasonToWait,
} from '@client/api/errors'

const FALLBACK = 'Произошла неизвестная ошибка.'
const texts = { fallback: FALLBACK, codes: { LOGIN_BAD_CREDENTIALS: 'Неверный логин или пароль' } }

describe('the text of a failure', () => {
  it.each([
    [
      'a known code becomes its text',
      { status: 400, data: { detail: 'LOGIN_BAD_CREDENTIALS' } },
      'Неверный логин или пароль',
    ],
    ['an unknown code is never shown', { status: 400, data: { detail: 'SOMETHING_NEW' } }, FALLBACK],
    ['an English sentence is never shown', { status: 404, data: { detail: 'Not Found' } }, FALLBACK],
    ['a Russian sentence stands as it is', { status: 409, data: { detail: 'Место уже указано' } }, 'Место уже указано'],
    [
      'a reason stands for its code',
      { status: 400, data: { detail: { code: 'REGISTER_INVALID_PASSWORD', reason: 'Пароль слишком прост' } } },
      'Пароль слишком прост',
    ],
    [
      'the first failed rule speaks',
      { status: 422, data: { detail: [{ type: 'x', loc: ['body', 'name'], msg: 'Имя слишком длинное' }] } },
      'Имя слишком длинное',
    ],
    ['a page in place of JSON', { status: 'PARSING_ERROR', originalStatus: 502, data: '<html>Ошибка' }, FALLBACK],
    ['no connection', { status: 'FETCH_ERROR', error: 'TypeError: Failed to fetch' }, FALLBACK],
    ['an aborted request', { name: 'AbortError', message: 'Aborted' }, FALLBACK],
    ['a detail of an unknown shape', { status: 400, data: { detail: null } }, FALLBACK],
    ['nothing at all', undefined, FALLBACK],
    [
      'of a bug people learn what the support asks for',
      { status: 500, data: { detail: 'Internal Server Error', request_id: 'k3Jd-1f' } },
      `${FALLBACK} Если повторится, назовите поддержке номер k3Jd-1f.`,
    ],
  ])('%s', (_what, error, expected) => {
    expect(errorText(error, texts)).toBe(expected)
  })

  it('lets a status go before what the server says', () => {
    const error = { status: 429, data: { detail: 'Подождите' } }
    expect(errorText(error, { ...texts, statuses: { 429: 'Слишком много запросов.' } })).toBe('Слишком много запросов.')
  })
})

it.each([
  ['FETCH_ERROR', {}, 'Ответа не было: связи нет или она очень слабая. Когда связь наладится, попробуйте ещё раз.'],
  ['TIMEOUT_ERROR', { fallback: FALLBACK }, /^Ответа не было/],
  [500, {}, 'Не получилось. Пожалуйста, попробуйте ещё раз.'],
  [500, { fallback: FALLBACK }, FALLBACK],
  [404, { statuses: { 404: 'Этого больше нет.' } }, 'Этого больше нет.'],
])('a press that failed with %s tells of the connection where there was no answer', (status, given, expected) => {
  expect(actionFailure({ status, data: { detail: 'Not Found' } }, given)).toMatch(expected)
})

it.each([
  [429, 'Слишком много запросов.', 'Не сохранено. Слишком много запросов.'],
  [503, 'Сервис временно недоступен.', 'Не сохранено. Сервис временно недоступен.'],
  [503, 'Service Unavailable', 'Не сохранено.'],
  [500, 'Internal Server Error', 'Не сохранено.'],
  [403, 'Страница закрыта.', 'Не сохранено.'],
])('a fixed text is followed by a reason to wait, and by no other: %i %s', (status, detail, expected) => {
  expect(withReasonToWait('Не сохранено.', { status, data: { detail } })).toBe(expected)
})

it('names the number of a bug after a fixed text too', () => {
  const error = { status: 500, data: { detail: 'Internal Server Error', request_id: 'k3Jd-1f' } }
  expect(withReasonToWait('Не сохранено.', error)).toBe(
    'Не сохранено. Если повторится, назовите поддержке номер k3Jd-1f.',
  )
})

it('names the field of a failed rule', () => {
  const error = { status: 422, data: { detail: [{ type: 'x', loc: ['body', 'lastname'], msg: 'Плохо' }] } }
  expect(validationIssues(error).map(issueField)).toEqual(['lastname'])
  expect(validationIssues({ status: 400, data: { detail: 'CODE' } })).toEqual([])
})

it.each([
  [{ status: 401 }, true],
  [{ status: 403 }, true],
  [{ status: 404 }, false],
  [{ status: 'FETCH_ERROR' }, false],
])('knows whether %j means a closed page', (error, expected) => {
  expect(isClosed(error)).toBe(expected)
})

it.each([
  [{ status: 500 }, true],
  [{ status: 'TIMEOUT_ERROR' }, true],
  [{ status: 'FETCH_ERROR' }, true],
  [{ status: 499 }, false],
  [{ status: 'PARSING_ERROR', originalStatus: 502 }, true],
  [{ name: 'AbortError' }, false],
])('knows whether %j may be over by the next attempt', (error, expected) => {
  expect(isTransient(error)).toBe(expected)
})
