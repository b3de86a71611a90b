import { typeset } from '@contract/typeset'

/** No-break spaces as ~, hyphens after which no line ends as =. */
const shown = (...given: Parameters<typeof typeset>) =>
  typeset(...given)
    .replaceAll('\u00a0', '~')
    .replaceAll('-\u2060', '=')

it.each([
  ['Жил в доме у реки', 'Жил в~доме у~реки'],
  ['Я и он без слов', 'Я~и~он~без~слов'],
  ['(в Твери) «На реке»', '(в~Твери) «На~реке»'],
])('keeps short words with what follows: %s', (text, expected) => {
  expect(shown(text)).toBe(expected)
})

it.each([
  ['Война — это горе', 'Война~— это~горе'],
  ['сделал бы, сказал же', 'сделал~бы, сказал~же'],
])('lets no line begin with a dash or a particle: %s', (text, expected) => {
  expect(shown(text)).toBe(expected)
})

it.each([
  ['17 сентября 1908 года', '17~сентября 1908~года'],
  ['прожил 33 года, 5 км', 'прожил 33~года, 5~км'],
  ['4 фотографии, 12 МБ', '4~фотографии, 12~МБ'],
  ['А. С. Пушкин, г. Тверь, № 5', 'А.~С.~Пушкин, г.~Тверь, №~5'],
  // The number ends one thought, and the word begins another.
  ['В 1941 ушёл', 'В~1941 ушёл'],
])('keeps a number with its unit, and initials with the name: %s', (text, expected) => {
  expect(shown(text)).toBe(expected)
})

it.each([
  ['QR-код', 'QR=код'],
  ['PIN-код: он на табличке', 'PIN=код: он~на~табличке'],
  ['что-то из-за по-татарски', 'что=то из=за по=татарски'],
  ['в 30-х годах', 'в~30=х годах'],
  ['Дмитрово-Черкасское', 'Дмитрово-Черкасское'],
  ['https://my-site.ru/a-b, a-b@ya.ru, 8-920-100-20-30', 'https://my-site.ru/a-b, a-b@ya.ru, 8-920-100-20-30'],
])('keeps short parts with a hyphen whole, but what is copied as it is: %s', (text, expected) => {
  expect(shown(text)).toBe(expected)
})

it.each([
  ['Это и то, что не с Константином', 'Это~и~то, что не~с~Константином'],
  ['Я и он и ты и мы без слов', 'Я~и~он~и ты~и~мы~без~слов'],
  ['под эвакуированными, под Чистополем', 'под эвакуированными, под~Чистополем'],
])(
  'lets a run of short words break where it would be wider than a phone in the largest letters: %s',
  (text, expected) => {
    expect(shown(text)).toBe(expected)
  },
)

it('lets runs of larger letters break sooner', () => {
  const text = 'с которыми мы сотрудничаем в городе'
  expect(shown(text)).toBe('с~которыми мы~сотрудничаем в~городе')
  expect(shown(text, { longestRun: 12 })).toBe('с~которыми мы сотрудничаем в~городе')
})

it('changes neither lines nor what is not Russian prose', () => {
  expect(typeset('Первая\n\nвторая  строка ')).toBe('Первая\n\nвторая  строка ')
  expect(typeset('')).toBe('')
})
