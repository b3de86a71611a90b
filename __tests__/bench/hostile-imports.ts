import { deadPerson, gedcomTree } from '@support/gedcom'
import { zipFiles } from '@support/taken-pages'

const MB = 1024 ** 2

const many = (count: number, textOf: (nth: number) => string) =>
  Array.from({ length: count }, (_none, nth) => textOf(nth)).join('\n')
const tree = (...records: string[]) => Buffer.from(gedcomTree(records))
const person = (nth: number, ...fields: string[]) => deadPerson(`I${nth}`, 'Анна /Ёлкина/', ...fields).join('\n')
const family = (nth: number) =>
  [`0 @F${nth}@ FAM`, `1 HUSB @I${3 * nth}@`, `1 WIFE @I${3 * nth + 1}@`, `1 CHIL @I${3 * nth + 2}@`].join('\n')

/** Files that are small for what reading them takes. */
export const HOSTILE_IMPORTS: [what: string, make: () => Promise<Buffer> | Buffer][] = [
  [
    'a note that 40 people name 1 000 times each',
    () => {
      const notes = many(1000, () => '1 NOTE @N1@')
      return tree(
        many(40, (nth) => person(nth, notes)),
        `0 @N1@ NOTE ${'я'.repeat(100_000)}`,
      )
    },
  ],
  [
    'a note of 50 000 letters that 10 000 people share',
    () =>
      tree(
        many(10_000, (nth) => person(nth, '1 NOTE @N1@')),
        `0 @N1@ NOTE ${'я'.repeat(50_000)}`,
      ),
  ],
  [
    'a note of 49 000 letters that 600 people share',
    () =>
      tree(
        many(600, (nth) => person(nth, '1 NOTE @N1@')),
        `0 @N1@ NOTE ${'я'.repeat(49_000)}`,
      ),
  ],
  ['a tree of 30 000 people in families', () => tree(many(30_000, person), many(10_000, family))],
  ['a heading of 400 000 columns', () => Buffer.from(`Фамилия;Имя${';а'.repeat(400_000)}\nЁлкина;Анна\n`)],
  [
    'a table of 100 000 people',
    () => Buffer.from(`Фамилия;Имя;Биография\n${many(100_000, (nth) => `Ёлкина;Анна;Родилась в доме ${nth}.`)}\n`),
  ],
  ['a table that is one text of 20 MB', () => Buffer.from(`Фамилия;Имя\n"${'я'.repeat(10 * MB - 100)}`)],
  [
    'a data.json with a million values',
    () => zipFiles([['data.json', Buffer.from(`{"format":"pomnim","words":[${'[],'.repeat(1_000_000)}[]]}`)]]),
  ],
  [
    'a page with 20 000 words of memory',
    () => {
      const memorial = {
        id: 1,
        firstname: 'Анна',
        lastname: 'Ёлкина',
        birth_date: '1931-05-01',
        death_date: '2001-05-01',
      }
      const words = Array.from({ length: 20_000 }, (_none, nth) => ({
        author: `Сосед ${nth}`,
        text: 'я'.repeat(750),
        written_at: '2020-05-01T10:00:00Z',
      }))
      const lists = { photos: [], audios: [], videos: [], relations: [] }
      const page = { format: 'pomnim-memorial', version: 1, memorial, ...lists, words }
      return zipFiles([['data.json', Buffer.from(JSON.stringify(page))]])
    },
  ],
  ['a data.json that is nested without end', () => zipFiles([['data.json', Buffer.from('['.repeat(400_000))]])],
]
