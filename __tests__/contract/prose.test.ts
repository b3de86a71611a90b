import { blocksOf } from '@contract/prose'

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
