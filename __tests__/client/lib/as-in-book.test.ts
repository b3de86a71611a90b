import { asInBook, withTextsAsInBook } from '@client/lib/as-in-book'
import { eventLoopWork, leastOf } from '@support/event-loop-work'

const TYPED: [string, string][] = [
  ['Он говорил: "Держись".', 'Он говорил: «Держись».'],
  ['"Прима" и "Космос"', '«Прима» и «Космос»'],
  ['Книга "О "Мастере" и не только".', 'Книга «О „Мастере“ и не только».'],
  ['«Роман «Тихий Дон»» на полке', '«Роман „Тихий Дон“» на полке'],
  ['„Правда“ писала', '«Правда» писала'],
  ['“Правда” писала', '«Правда» писала'],
  ['Завод ("Серп и молот")', 'Завод («Серп и молот»)'],
  ['"Мама!" - кричал он.', '«Мама!» — кричал он.'],
  ['"Первая строка\nвторая"', '«Первая строка\nвторая»'],
  ['Мама - учитель', 'Мама — учитель'],
  ['Мама -- учитель', 'Мама — учитель'],
  ['Мама – учитель', 'Мама — учитель'],
  ['Да,- сказал он', 'Да, — сказал он'],
  ['– Здравствуй!\n-- И ты.', '— Здравствуй!\n— И ты.'],
  ['И вот...', 'И вот…'],
  ['Школа N 5 и № 7, №8', 'Школа № 5 и № 7, № 8'],
  ['1941-1945', '1941–1945'],
  ['Служил (1941 - 1945 гг.), потом учился 1946—1950.', 'Служил (1941–1945 гг.), потом учился 1946–1950.'],
  ['Смотри "https://pomnim.ru/a-b" - там всё', 'Смотри «https://pomnim.ru/a-b» — там всё'],
]

it.each(TYPED)('sets %j as %j', (typed, set) => {
  expect(asInBook(typed)).toBe(set)
})

it.each([
  '',
  '- первое\n- второе',
  'из-за, кто-то, Нижний-Новгород, QR-код',
  'Было -5 и +3, потом -12.',
  '10 - 7 = 3',
  'тел. 1234-5678, 8-912-345-67-89, 1945-1941, 12.05.1941-20.06.1941',
  'https://a.ru/x...y--z и www.a.ru/1941-1945 и ivan-petrov@mail.ru',
  '`a - "b" ... N 5`',
  'Экран 5" и ещё "одна кавычка',
  'Что?.. Да!..',
  "Жанна д'Арк, О'Генри",
  'N95 и Nokia',
  'Знак \uE000 и "кавычки"',
])('leaves %j as it is', (text) => {
  expect(asInBook(text)).toBe(text)
})

it('pairs the marks of each paragraph by itself', () => {
  expect(asInBook('Дюйм 5"\n\n"Да" - и всё')).toBe('Дюйм 5"\n\n«Да» — и всё')
})

it.each(TYPED.map(([, set]) => set))('changes nothing more in %j', (set) => {
  expect(asInBook(set)).toBe(set)
})

it('takes time in proportion to the text', async () => {
  for (const part of ['"', '«', '- ', ' -', '...', 'a.', '1941-', 'N ', '`', '\n', ' \n', '@a', 'http://']) {
    const text = part.repeat(20_000)
    const setAsInBook = () => eventLoopWork(() => Promise.resolve(asInBook(text)))
    expect(await leastOf(setAsInBook, { enough: 1000 })).toBeLessThan(1000)
  }
})

it('changes only the texts it is told, and gives back the same values where nothing changes', () => {
  const values = { description: '"Да"', author: '"Нет"', count: 3 }
  expect(withTextsAsInBook(values, ['description', 'count'])).toEqual({ ...values, description: '«Да»' })
  expect(withTextsAsInBook(values, ['count'])).toBe(values)
})
