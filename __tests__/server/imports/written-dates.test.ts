import { dateProblemText, type DayOrder, readWrittenDate } from '@server/modules/imports/reading/written-dates'

/** «date precision», with an asterisk where the text says more than a page will; or the problem. */
function read(text: string, order?: DayOrder): string {
  const written = readWrittenDate(text, order)
  if ('problem' in written) return written.problem
  return `${written.date} ${written.precision}${written.isRounded ? ' *' : ''}`.trim()
}

it.each([
  ...[
    '05.05.1920',
    '5.5.1920',
    '05. 05. 1920',
    ' 05.05.1920\u00a0',
    "'05.05.1920",
    '05/05/1920',
    '05-05-1920',
    '5 5 1920',
  ],
  ...[
    '1920-05-05',
    '1920.05.05',
    '1920-05-05T00:00:00',
    '1920-05-05T10:20:30.000Z',
    '05.05.1920 0:00',
    '05.05.1920, 12:30:00',
  ],
  ...[
    '5 мая 1920',
    '5 мая 1920 г.',
    '5 МАЯ 1920 года',
    '«5» мая 1920 г.',
    '5-го мая 1920',
    '5-мая-1920',
    '5.май.1920',
    '5 мая, 1920',
  ],
  ...[
    '1920 г., 5 мая',
    '1920 мая 5',
    'мая 5, 1920',
    '5.V.1920',
    '5 V 1920',
    'род. 5 мая 1920 г.',
    'родилась 05.05.1920',
    '05.05.1920 г.р.',
  ],
  ...[
    '23 апреля (5 мая) 1920',
    '22 (5) мая 1920 г.',
    '22/5 мая 1920',
    '(05.05.1920)',
    'ум. 5.05.1920',
    '5 ма\u0301я 1920',
    '05\u201105\u20111920',
  ],
])('reads %j as a day', (text) => {
  expect(read(text).replace(/\b0(?=\d)/g, '')).toBe('1920-5-5 day')
})

it.each([
  ...[
    '05.1920',
    '5.1920',
    '05/1920',
    '1920-05',
    '1920.05',
    'май 1920',
    'мая 1920',
    'в мае 1920 г.',
    '03.1990 г.',
    '1920 г., май',
    'май, 1920',
  ],
  ...[
    '__.05.1920',
    '??.05.1920',
    '00.05.1920',
    '-.05.1920',
    '..05.1920',
    'хх.05.1920',
    '__ мая 1920',
    '1920-05-00',
    '05.1920 г.р.',
  ],
])('reads %j as a month', (text) => {
  expect(read(text)).toMatch(/^1920-0?5 month$|^1990-03 month$/)
})

it.each([
  ...[
    '1920',
    '1920 г.',
    '1920 г.р.',
    '1920 гр',
    '1920г',
    '1920 года рождения',
    '1920 год',
    'в 1920 г.',
    '__.__.1920',
    '00.00.1920',
    '1920-00-00',
  ],
  ...['р. 1920', 'род. в 1920 году', '1920 г. рожд.', 'умер в 1920', '?.?.1920'],
])('reads %j as a year', (text) => {
  expect(read(text)).toBe('1920 year')
})

it.each([
  ...[
    'около 1920',
    'ок. 1920',
    'ок.1920 г.',
    'примерно 1920 год',
    '1920?',
    '1920 (?)',
    '~1920',
    '≈ 1920 г.',
    'предположительно в 1920 г.',
    'прибл. 1920',
  ],
  ...[
    'до 1920 *',
    'после 1920 г. *',
    '1920-1925 *',
    '1920–1925 гг. *',
    '1920/1921 *',
    '1920 или 1921 *',
    'между 1920 и 1925 *',
    '1920-е *',
    '1920-х гг. *',
  ],
  ...['192? *', '192_ *', 'не позднее 1920 *', '1920/21 *', 'не ранее мая 1920 *', 'около 5 мая 1920 *'],
])('reads %j as about a year', (text) => {
  expect(read(text.replace(' *', ''))).toBe(text.endsWith('*') ? '1920 about *' : '1920 about')
})

it.each([
  ['весной 1942 г.', '1942 year *'],
  ['зима 1941', '1941 year *'],
  ['в начале мая 1942', '1942-5 month *'],
  ['конец 1943', '1943 year *'],
  ['5 мая 1899 ст. ст.', '1899-5-5 day *'],
  ['5.__.1920', '1920 year *'],
])('says of %j that a page tells less', (text, expected) => {
  expect(read(text)).toBe(expected)
})

it.each([
  ...[
    '',
    ' ',
    '—',
    '-',
    '?',
    '???',
    '...',
    'неизвестно',
    'Неизвестна',
    'не известно',
    'неизв.',
    'нет данных',
    'н/д',
    'нет',
    'не установлена',
  ],
  ...[
    'дата неизвестна',
    'нет сведений',
    '__.__.____',
    '00.00.0000',
    'год неизвестен',
    '«неизвестно»',
    '(неизвестно)',
    'не указано',
    'xx',
  ],
])('reads %j as no date', (text) => {
  expect(read(text)).toBe('unknown')
})

it.each([
  ['пропал без вести в 10.1941', '1941-10 month', 'Пропал без вести в октябре 1941 года.'],
  ['Пропал без вести 12.1942', '1942-12 month', 'Пропал без вести в декабре 1942 года.'],
  ['пропал б/в в октябре 1941 г.', '1941-10 month', 'Пропал б/в в октябре 1941 года.'],
  ['погиб 05.08.1943 под Вязьмой', '1943-08-05 day', 'Погиб 5 августа 1943 года под Вязьмой.'],
  ['убит в бою в 1944 г.', '1944 year', 'Убит в бою в 1944 году.'],
  ['Умер от ран 3 марта 1945 г. в госпитале', '1945-3-3 day', 'Умер от ран 3 марта 1945 года в госпитале.'],
  ['пропал без вести', 'unknown', 'Пропал без вести.'],
  ['погиб около 1943', '1943 about', 'Погиб около 1943 года.'],
])('keeps for the biography what %j tells', (text, expected, story) => {
  expect(read(text)).toBe(expected)
  expect(readWrittenDate(text)).toMatchObject({ story })
})

it.each([
  ['05.05.20', 'two-digit year'],
  ['5/5/20', 'two-digit year'],
  ['5 мая 20 г.', 'two-digit year'],
  ['7065.5', 'bare number'],
  ['33389', 'bare number'],
  ['19200505', 'bare number'],
  ['920', 'bare number'],
  ['когда-то', 'not understood'],
  ['5 мая', 'not understood'],
  ['жив', 'not understood'],
  ['05.05.1920 или 06.06.1921', 'not understood'],
  ['Иванова 1920', 'not understood'],
  ['32 мая 19200', 'not understood'],
  ['XIX век', 'not understood'],
  ['1'.repeat(10_000), 'not understood'],
])('does not guess at %j: %s', (text, problem) => {
  expect(read(text)).toBe(problem)
})

it('takes the American order where no other is possible, or where the whole table has it', () => {
  expect(read('5/25/1920')).toBe('1920-5-25 day')
  expect(read('5/6/1920')).toBe('1920-6-5 day')
  expect(read('5/6/1920', 'month first')).toBe('1920-5-6 day')
  expect(read('25/6/1920', 'month first')).toBe('1920-6-25 day')
  expect(read('05.06.1920', 'month first')).toBe('1920-06-05 day')
})

it('quotes what it could not read, and names what it can', () => {
  expect(dateProblemText('когда-то', 'not understood')).toBe(
    '«когда-то»: эту дату прочесть не удалось. Так мы прочтём: 05.05.1920, 5 мая 1920, 05.1920, май 1920, 1920, около 1920, неизвестно или пустая ячейка.',
  )
  expect(dateProblemText('05.05.20', 'two-digit year')).toContain('год здесь из двух цифр')
  expect(dateProblemText('x'.repeat(500), 'not understood').length).toBeLessThan(300)
})

it('takes time in proportion to the text', () => {
  const begun = performance.now()
  for (const sign of ['.', ' ', '1', '- ', '1.', 'я ', 'г.']) {
    for (let nth = 0; nth < 200; nth++) readWrittenDate(sign.repeat(100).slice(0, 199))
  }
  expect(performance.now() - begun).toBeLessThan(2000)
})
