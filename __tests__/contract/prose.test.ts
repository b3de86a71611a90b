import { blocksOf, type ProseBlock, PROSE_ELEMENTS_MAX } from '@contract/prose'

const paragraph = (text: string) => ({ kind: 'paragraph', text })
const quotation = (text: string) => ({ kind: 'quotation', text })

it('divides a text at empty lines, and keeps its other lines', () => {
  expect(blocksOf('Первый\nстрока\n\n \nВторой\n')).toEqual([paragraph('Первый\nстрока'), paragraph('Второй')])
  expect(blocksOf('Из Windows\r\nтоже\r\n\r\n- да\r\n- нет')).toEqual([
    paragraph('Из Windows\nтоже'),
    { kind: 'list', items: ['да', 'нет'] },
  ])
})

it('finds lists, also between other lines and with empty lines between their items', () => {
  expect(blocksOf('Награды:\n- орден\n• медаль\n\n- знак\nВсё.')).toEqual([
    paragraph('Награды:'),
    { kind: 'list', items: ['орден', 'медаль', 'знак'] },
    paragraph('Всё.'),
  ])
})

it('keeps the numbers of a numbered list', () => {
  expect(blocksOf('3. школа\n\n5. завод')).toEqual([
    {
      kind: 'numbered',
      items: [
        { number: 3, text: 'школа' },
        { number: 5, text: 'завод' },
      ],
    },
  ])
})

it.each(['1941 год. Война.', '1941. Война', '-5 градусов', '- ', '— Здравствуй, — сказал он.', '5.5 км'])(
  'takes no other line for an item: %s',
  (text) => {
    expect(blocksOf(text)).toEqual([paragraph(text.trim())])
  },
)

it('finds quotations by > or by quotation marks around a whole paragraph', () => {
  expect(blocksOf('> Живите дружно\n> и долго')).toEqual([quotation('Живите дружно\nи долго')])
  expect(blocksOf('«Читай «Анну Каренину», сынок».')).toEqual([quotation('«Читай «Анну Каренину», сынок».')])
  expect(blocksOf('«Анна» и «Мария»')).toEqual([paragraph('«Анна» и «Мария»')])
})

it('takes tags for text', () => {
  expect(blocksOf('<b>Имя</b>')).toEqual([paragraph('<b>Имя</b>')])
})

it.each([
  ['paragraphs', 'а\n\n'],
  ['items of a list', '- а\n'],
  ['lines that begin and end lists', '- а\nб\n'],
  ['numbered items', '1. а\n\n'],
  ['quotations', '«а»\n\n'],
])('makes no more elements of a text than a page can bear, though it consists of %s', (_of, line) => {
  const elementsOf = (block: ProseBlock) => ('items' in block ? block.items.length : 1)
  const text = line.repeat(50_000 / line.length)
  const blocks = blocksOf(text)
  expect(blocks.reduce((sum, block) => sum + elementsOf(block), 0)).toBeLessThanOrEqual(PROSE_ELEMENTS_MAX + 1)
  const letters = (all: string) => all.match(/[аб]/g)?.length
  expect(letters(JSON.stringify(blocks))).toBe(letters(text))
})

it('leaves a long text as its author divided it', () => {
  const paragraphs = Array.from({ length: 900 }, (_nothing, nth) => `Абзац ${nth}.`)
  expect(blocksOf(paragraphs.join('\n\n'))).toEqual(paragraphs.map(paragraph))
})

const LONG = 'Она родилась в деревне под Чистополем, в большой семье, и рано осталась за старшую из детей.'

it.each([`Детство\n\n${LONG}`, `Детство\n${LONG}`, `Семья и «дом»\n\n${LONG}`, `1941 год\n\n${LONG}`])(
  'makes a heading of a short line above a long one: %j',
  (text) => {
    const [heading, ...rest] = blocksOf(text)
    expect(heading).toEqual({ kind: 'heading', text: text.split('\n')[0] })
    expect(rest).toEqual([paragraph(LONG)])
  },
)

it.each([
  `Она была доброй.\n\n${LONG}`,
  `Вот что было:\n\n${LONG}`,
  `и потом\n\n${LONG}`,
  `— Да\n\n${LONG}`,
  `«Так и живём»\n\n${LONG}`,
  'Мороз и солнце\nДень чудесный',
  `${LONG}\n\nВаша Мария`,
  `Строка, которая слишком длинна для заголовка над абзацем\n\n${LONG}`,
])('makes no heading of other lines: %j', (text) => {
  expect(blocksOf(text).map(({ kind }) => kind)).not.toContain('heading')
})

it('takes «·» for a list too', () => {
  expect(blocksOf('· орден\n·медаль')).toEqual([{ kind: 'list', items: ['орден', 'медаль'] }])
})
