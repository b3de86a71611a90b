import { foundIn } from '@client/lib/found-in'

/** The text with what was found in brackets. */
const marked = (text: string, ...words: string[]) =>
  foundIn(text, words)
    .map(({ part, isFound }) => (isFound ? `[${part}]` : part))
    .join('')

it.each([
  ['Петров Семён', ['семен'], 'Петров [Семён]'],
  ['Петров Семён', ['ПЕТР', 'м'], '[Петр]ов Семён'],
  ['Петров Семён', ['с', 'п'], '[П]етров [С]емён'],
  ['Римский-Корсаков', ['корс'], 'Римский-[Корс]аков'],
  ['Петров', ['питров'], '[П]е[тров]'],
  ['Журавлёв Лев', ['журафлёв'], '[Жура]в[лёв] Лев'],
  ['Петров', ['1937', 'иванова', ''], 'Петров'],
  ['', ['иван'], ''],
])('marks in «%s» what %j found: %s', (text, words, expected) => {
  expect(marked(text, ...words)).toBe(expected)
})
