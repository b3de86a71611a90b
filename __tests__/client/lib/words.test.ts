import { fileSize, megabytes } from '@client/lib/formats'
import { fullName } from '@contract/names'
import { counted, MEMORIALS } from '@contract/plurals'

it('joins Фамилия, Имя and Отчество, of those that are there', () => {
  expect(fullName({ lastname: 'Соколова', name: 'Анна', surname: 'Петровна' })).toBe('Соколова Анна Петровна')
  expect(fullName({ lastname: 'Соколова', name: 'Анна', surname: null })).toBe('Соколова Анна')
  expect(fullName({ lastname: ' ', name: '', surname: null })).toBe('Неизвестный')
})

it.each([
  [0, '0 мемориалов'],
  [1, '1 мемориал'],
  [2, '2 мемориала'],
  [5, '5 мемориалов'],
  [11, '11 мемориалов'],
  [14, '14 мемориалов'],
  [21, '21 мемориал'],
  [112, '112 мемориалов'],
  [1003, '1003 мемориала'],
])('counts %i', (count, words) => {
  expect(counted(count, MEMORIALS)).toBe(words)
})

it('never calls a small file nothing', () => {
  expect(megabytes(1)).toBe('1 МБ')
  expect(megabytes(20 * 1024 ** 2)).toBe('20 МБ')
  expect([1, 17_000, 1024 ** 2].map(fileSize)).toEqual(['1 КБ', '17 КБ', '1 МБ'])
})
