import { capitalizeName, familyName, genderOf, inSentence } from '@contract/names'

describe('the capitals of a name', () => {
  it.each([
    ['мак-дональд', 'Мак-Дональд'],
    ['әхмәтҗанова гөлнара', 'Әхмәтҗанова Гөлнара'],
    ['вагиф оглы', 'Вагиф оглы'],
    ['лейла рауф кызы', 'Лейла Рауф кызы'],
    ['расул-заде', 'Расул-заде'],
    ['фон берг', 'фон Берг'],
    ['ван дер ваальс', 'ван дер Ваальс'],
    ['ван-дер-ваальс', 'Ван-дер-Ваальс'],
    ['фон-визин', 'Фон-Визин'],
    ['барклай де толли', 'Барклай де Толли'],
  ])('of %j are %j', (typed, written) => {
    expect(capitalizeName(typed)).toBe(written)
  })

  it.each([
    ['ван', 'Ван'],
    ['оглы', 'Оглы'],
    ['ким ван', 'Ким Ван'],
    ['фонин', 'Фонин'],
    ['Ван Дер Ваальс', 'Ван Дер Ваальс'],
    ['Вагиф Оглы', 'Вагиф Оглы'],
  ])('of %j are %j: a word alone is a name, and a capital stays', (typed, written) => {
    expect(capitalizeName(typed)).toBe(written)
  })

  it.each(['ван дер ваальс', 'фон берг', 'вагиф оглы', 'римский-корсаков', 'дмитриев', 'ван'])(
    'come out the same when %j is typed letter by letter',
    (typed) => {
      const written = Array.from(typed).reduce((text, letter) => capitalizeName(text + letter, true), '')
      expect(capitalizeName(written)).toBe(capitalizeName(typed))
    },
  )

  it('are raised at once where no small part of a name can come of it', () => {
    expect(capitalizeName('со', true)).toBe('Со')
    expect(capitalizeName('вас', true)).toBe('Вас')
  })
})

it.each([
  ['Абызова', 'Каримова', 'Абызова (Каримова)'],
  ['Абызова', null, 'Абызова'],
  ['Абызова', undefined, 'Абызова'],
  [null, null, ''],
])('adds the maiden name to a surname: %s, %s', (lastname, maiden_name, told) => {
  expect(familyName({ lastname, maiden_name })).toBe(told)
})

it.each([
  ['Сергеевна', 'female'],
  ['Ильинична', 'female'],
  ['Гасан кызы', 'female'],
  ['Ильич', 'male'],
  ['Гасан оглы', 'male'],
  ['', 'unknown'],
  [null, 'unknown'],
  ['Мария', 'unknown'],
] as const)('a patronymic tells who it was: %s', (surname, expected) => {
  expect(genderOf({ surname })).toBe(expected)
})

describe('a person in a sentence', () => {
  it.each([
    ['Анна', 'Сергеевна', 'Анну Сергеевну', 'ней'],
    ['Мария', 'Ильинична', 'Марию Ильиничну', 'ней'],
    ['Любовь', 'Фоминична', 'Любовь Фоминичну', 'ней'],
    ['Айгуль', 'Маратовна', 'Айгуль Маратовну', 'ней'],
    ['Иван', 'Петрович', 'Ивана Петровича', 'нём'],
    ['Илья', 'Ильич', 'Илью Ильича', 'нём'],
    ['Никита', 'Сергеевич', 'Никиту Сергеевича', 'нём'],
    ['Игорь', 'Львович', 'Игоря Львовича', 'нём'],
    ['Андрей', 'Андреевич', 'Андрея Андреевича', 'нём'],
    ['Павел', 'Кузьмич', 'Павла Кузьмича', 'нём'],
    ['Лев', 'Ильич', 'Льва Ильича', 'нём'],
    ['Пётр', 'Ильич', 'Петра Ильича', 'нём'],
  ])('%s %s is declined', (name, surname, accusative, about) => {
    expect(inSentence({ name, surname })).toEqual({ accusative, about })
  })

  it.each([
    ['Анна', null],
    ['Ахмед', 'Али оглы'],
    ['Анна-Мария', 'Сергеевна'],
  ])('%s %s is not', (name, surname) => {
    expect(inSentence({ name, surname })).toBeUndefined()
  })
})
