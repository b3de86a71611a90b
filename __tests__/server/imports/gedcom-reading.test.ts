import { readGedcomFile } from '@server/modules/imports/reading/read-gedcom-file'
import type { ImportRow } from '@server/modules/imports/reading/row'
import { deadPerson, gedcomTree } from '@support/gedcom'
import { inEncoding } from './in-encoding'

function read(bytes: Uint8Array | string) {
  const file = readGedcomFile(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
  if ('problems' in file) throw new Error(JSON.stringify(file.problems))
  return file
}
const people = (bytes: Uint8Array | string) => read(bytes).rows
const person = (...lines: string[]): ImportRow['texts'] => people(gedcomTree(['0 @P1@ INDI', ...lines]))[0]?.texts ?? {}
const warnings = (...lines: string[]) =>
  read(gedcomTree(['0 @P1@ INDI', ...lines])).warnings?.map(({ field, msg }) => `${field} ${msg}`)

describe('a date of a tree', () => {
  it('stays in the biography where the page cannot hold it, and is quoted in a warning', () => {
    const lines = ['1 NAME Анна /Ёлкина/', '1 BIRT', '2 DATE Пасха 1920', '1 DEAT', '2 DATE BEF 1941']
    expect(person(...lines)).toMatchObject({
      birth_date: 'около 1920',
      death_date: 'около 1941',
      biography: 'Дата рождения: Пасха 1920.\nДата смерти: до 1941.',
    })
    expect(warnings(...lines)).toEqual([expect.stringMatching(/^birth_date Ёлкина Анна: дату «Пасха 1920»/)])
  })

  it('of a death that is too late stays in the biography, and the person is taken', () => {
    const lines = ['1 NAME Анна /Ёлкина/', '1 BIRT', '2 DATE 1803', '1 DEAT', '2 DATE 3 MAR 1990']
    expect(person(...lines)).toMatchObject({
      birth_date: '1803',
      death_date: '',
      biography: 'Дата смерти: 3 марта 1990.',
    })
    expect(warnings(...lines)).toEqual([expect.stringContaining('«3 марта 1990»')])
  })

  it('of GEDCOM 7 may be a phrase', () => {
    expect(person('1 NAME Анна /Ёлкина/', '1 DEAT', '2 DATE', '3 PHRASE зимой 1941')).toMatchObject({
      death_date: '1941',
    })
  })
})

describe('a name of a tree', () => {
  it.each([
    [['1 NAME Анна /Петрова (Ёлкина)/'], 'Петрова|Анна||Ёлкина'],
    [['1 NAME Анна Ильинична /Петрова (урожд. Ёлкина)/'], 'Петрова|Анна|Ильинична|Ёлкина'],
    [['1 NAME Петрова (Ёлкина) Анна Ильинична'], 'Петрова|Анна|Ильинична|Ёлкина'],
    [['1 NAME Анна /Ёлкина/', '2 _MARNM Петрова'], 'Петрова|Анна||Ёлкина'],
    [['1 NAME Анна /Ёлкина/', '2 _MARNM Анна /Петрова/'], 'Петрова|Анна||Ёлкина'],
    [['1 NAME Анна /Ёлкина/', '2 TYPE birth', '1 NAME Анна /Петрова/'], 'Петрова|Анна||Ёлкина'],
    [['1 NAME Анна /Ёлкина/', '2 _PATN Ильинична'], 'Ёлкина|Анна|Ильинична|'],
    [['1 NAME /Ёлкина/ Анна Ильинична'], 'Ёлкина|Анна|Ильинична|'],
    [['1 NAME Ёлкина Анна Ильинична'], 'Ёлкина|Анна|Ильинична|'],
    [['1 NAME Анна Ильинична Ёлкина'], 'Ёлкина|Анна|Ильинична|'],
    [['1 NAME Ёлкина, Анна Ильинична'], 'Ёлкина|Анна|Ильинична|'],
    [['1 NAME Анна Ёлкина'], 'Ёлкина|Анна||'],
    [['1 NAME Ёлкина Анна'], 'Ёлкина|Анна||'],
    [['1 NAME Абрамович Роман Аркадьевич'], 'Абрамович|Роман|Аркадьевич|'],
    [['1 NAME Роман Аркадьевич Абрамович'], 'Абрамович|Роман|Аркадьевич|'],
    [['1 NAME Гусейнов Вагиф Али оглы'], 'Гусейнов|Вагиф|Али оглы|'],
    [['1 NAME', '2 GIVN Анна Ильинична', '2 SURN Ёлкина'], 'Ёлкина|Анна|Ильинична|'],
    [['1 NAME Людвиг', '2 GIVN Людвиг', '2 SPFX ван', '2 SURN Бетховен'], 'ван Бетховен|Людвиг||'],
    [['1 NAME Anna /Elkina/', '1 NAME Анна /Ёлкина/'], 'Ёлкина|Анна||'],
    [['1 NAME Anna /Elkina/', '2 GIVN Анна', '2 SURN Ёлкина'], 'Ёлкина|Анна||'],
    [['1 NAME Aнна /Eлкина/'], 'Елкина|Анна||'],
    [['1 NAME Иван /Ёлкин/ мл.', '2 NSFX мл.'], 'Ёлкин|Иван||'],
    [['1 NAME Иван /Ёлкин/ Jr.'], 'Ёлкин|Иван||'],
    [['1 NAME проф. Иван /Ёлкин/'], 'Ёлкин|Иван||'],
    [['1 NAME И.П. /Ёлкин/'], 'Ёлкин|И|П|'],
    [['1 NAME Пелагея'], '|Пелагея||'],
    [['1 NAME Пелагея /?/'], '|Пелагея||'],
    [['1 NAME Пелагея /Неизвестная/'], '|Пелагея||'],
  ])('%j', (lines, expected) => {
    const { lastname, name, surname, maiden_name } = person(...lines, '1 DEAT Y')
    expect([lastname, name, surname, maiden_name].join('|')).toBe(expected)
  })

  it.each([
    ['1 NAME Анна "Нюра" /Ёлкина/', '2 NICK Нюра'],
    ['1 NAME Анна (Нюра) /Ёлкина/'],
    ['1 NAME Анна /Ёлкина/', '1 NAME Нюра', '2 TYPE aka'],
  ])('with another form keeps it in the biography: %j', (...lines) => {
    expect(person(...lines, '1 DEAT Y')).toMatchObject({ name: 'Анна', biography: 'Звали также: Нюра.' })
  })
})

describe('who is taken from a tree', () => {
  const born = (year: number) => ['1 NAME Анна /Ёлкина/', '1 BIRT', `2 DATE ${year}`]
  const year = new Date().getFullYear()

  it.each([
    ['whose death is stated', ['1 DEAT'], true],
    ['whose death is dated', ['1 DEAT', '2 DATE 1990'], true],
    ['who was buried', ['1 BURI', '2 PLAC Москва'], true],
    ['who was cremated', ['1 CREM'], true],
    ['whose will was proved', ['1 PROB'], true],
    ['who did not die', ['1 DEAT N'], false],
    ['of whom no death is asserted', ['1 NO DEAT'], false],
    ['who lives', ['1 DEAT', '2 DATE LIVING'], false],
    ['of whom nothing is said', [], false],
  ])('one %s', (_who, lines, isTaken) => {
    expect(people(gedcomTree(['0 @P1@ INDI', ...born(year - 50), ...lines]))).toHaveLength(isTaken ? 1 : 0)
  })

  it('one born over 110 years ago, unless they are left out or said to live', () => {
    const file = (...lines: string[]) => Buffer.from(gedcomTree(['0 @P1@ INDI', ...born(year - 110), ...lines]))
    expect(people(file())).toMatchObject([{ ofTree: { isPresumed: true } }])
    expect(read(file()).warnings).toMatchObject([{ field: 'death_date', msg: expect.stringContaining('110 лет') }])
    expect(readGedcomFile(file(), { presumed: false })).toMatchObject({ rows: [] })
    expect(people(file('1 DEAT N'))).toEqual([])
    expect(people(gedcomTree(['0 @P1@ INDI', ...born(year - 109)]))).toEqual([])
  })

  it('is told, with how many are left out', () => {
    const living = Array.from({ length: 571 }, (_, nth) => [`0 @L${nth}@ INDI`, '1 NAME Анна /Ёлкина/'].join('\n'))
    const { rows, warnings: told } = read(gedcomTree([...deadPerson('P1', 'Пётр /Ёлкин/'), ...living]))
    expect(rows).toHaveLength(1)
    expect(told).toEqual([{ row: 1, field: 'file', msg: expect.stringMatching(/^571 человек/) }])
  })
})

describe('the biography', () => {
  it('holds places, work, learning, events and the cause of death as lines after the notes', () => {
    const lines = [
      ...[
        '1 NAME Анна /Ёлкина/',
        '1 BIRT',
        '2 PLAC Белогорск, , , Россия',
        '1 OCCU доярка',
        '2 DATE FROM 1930 TO 1950',
      ],
      ...['1 EDUC семь классов', '1 EVEN', '2 TYPE Награда', '2 DATE 1945', '2 NOTE Медаль «За труд»'],
      ...['1 DEAT', '2 PLAC Тверь', '2 CAUS воспаление лёгких', '1 NOTE Любила сад.'],
    ]
    expect(person(...lines).biography?.split('\n')).toEqual([
      'Любила сад.',
      '',
      'Место рождения: Белогорск, Россия.',
      'Занятие: доярка, с 1930 по 1950.',
      'Образование: семь классов.',
      'Награда: 1945. Медаль «За труд».',
      'Место смерти: Тверь.',
      'Причина смерти: воспаление лёгких.',
    ])
  })

  it('tells of a marriage without naming anyone', () => {
    const file = [
      ...deadPerson('P1', 'Анна /Ёлкина/'),
      ...[
        '0 @P2@ INDI',
        '1 NAME Живой /Ёлкин/',
        '0 @F1@ FAM',
        '1 WIFE @P1@',
        '1 HUSB @P2@',
        '1 MARR',
        '2 DATE 5 MAY 1950',
      ],
    ]
    expect(people(gedcomTree(file))[0]?.texts.biography).toBe('Брак: 5 мая 1950.')
  })

  it.each([
    ['<p>Первая&nbsp;<b>строка</b></p><p>Вторая<br/>третья</p>', 'Первая строка\nВторая\nтретья'],
    ['&lt;p&gt;Сад&lt;/p&gt;&lt;p&gt;Дом &amp;amp; двор&lt;/p&gt;', 'Сад\nДом &amp; двор'],
    ['Родилась в <Суздале>, 2 < 3', 'Родилась в <Суздале>, 2 < 3'],
  ])('has no HTML of %s', (note, text) => {
    expect(person('1 NAME Анна /Ёлкина/', `1 NOTE ${note}`, '1 DEAT Y').biography).toBe(text)
  })

  it('is cut to its length, and the warning quotes where', () => {
    const lines = ['1 NAME Анна /Ёлкина/', `1 NOTE ${'я'.repeat(50_000)}конец`, '1 DEAT Y']
    expect(person(...lines).biography).toHaveLength(50_000)
    expect(warnings(...lines)).toEqual([expect.stringContaining('«конец»')])
  })
})

describe('a file in any encoding', () => {
  const text = (declared: string) =>
    gedcomTree(deadPerson('P1', 'Пётр Ильич /Ёлкин/', '1 NOTE Сад, книги и подъезд'), declared)
  const expected = [{ texts: { lastname: 'Ёлкин', name: 'Пётр', surname: 'Ильич', biography: 'Сад, книги и подъезд' } }]
  const utf16 = (content: string, { isBig = false, hasMark = true } = {}) => {
    const bytes = Buffer.from((hasMark ? '\ufeff' : '') + content, 'utf16le')
    return isBig ? bytes.swap16() : bytes
  }

  it.each([
    ['UTF-16', utf16(text('UNICODE'))],
    ['UTF-16 of the other byte order', utf16(text('UNICODE'), { isBig: true })],
    ['UTF-16 without a mark', utf16(text('UNICODE'), { hasMark: false })],
    ['UTF-16 of the other byte order without a mark', utf16(text('UTF-16'), { isBig: true, hasMark: false })],
    ['UTF-8 that calls itself UTF-16', Buffer.from(text('UNICODE'))],
    ...['windows-1251', 'koi8-r', 'x-mac-cyrillic', 'ibm866'].flatMap((encoding): [string, Uint8Array][] =>
      ['UTF-8', 'ANSEL', 'ANSI', 'IBMPC', 'MACINTOSH', 'KOI8-R'].map((declared) => [
        `${encoding} that calls itself ${declared}`,
        inEncoding(text(declared), encoding),
      ]),
    ),
  ])('%s', (_what, bytes) => {
    expect(people(bytes)).toMatchObject(expected)
  })

  it('ANSEL has accents before their letters', () => {
    const bytes = Buffer.from(
      gedcomTree(deadPerson('P1', 'J~urgen /M~uller/', '1 NOTE caf^e, l|odz'), 'ANSEL'),
      'latin1',
    )
    const codes: Record<string, number> = { '~': 0xe8, '^': 0xe2, '|': 0xb1 }
    const ansel = bytes.map((byte) => codes[String.fromCharCode(byte)] ?? byte)
    expect(people(ansel)).toMatchObject([{ texts: { name: 'Jürgen', lastname: 'Müller', biography: 'café, lłodz' } }])
  })

  it('UTF-8 whose letters are cut in two by CONC, or at the end of a note', () => {
    const [before = '', after = ''] = text('UTF-8').split('книги')
    const letter = Buffer.from('к')
    const cut = [before, letter.subarray(0, 1), '\n2 CONC ', letter.subarray(1), 'ниги', after]
    expect(people(Buffer.concat(cut.map((part) => Buffer.from(part as string))))).toMatchObject(expected)
    const many = gedcomTree(deadPerson('P1', 'Пётр /Ёлкин/', `1 NOTE ${'Сад и дом. '.repeat(50)}`))
    const broken = Buffer.concat([Buffer.from(many.slice(0, -17)), letter.subarray(0, 1), Buffer.from(many.slice(-17))])
    expect(people(broken)).toMatchObject([{ texts: { lastname: 'Ёлкин' } }])
  })
})

describe('lines that are not as they should be', () => {
  const anna = { texts: { lastname: 'Ёлкина', name: 'Анна', death_date: '03.03.1990' } }
  const lines = [
    '0 HEAD',
    '1 CHAR UTF-8',
    '0 @P1@ INDI',
    '1 NAME Анна /Ёлкина/',
    '1 DEAT',
    '2 DATE 3 MAR 1990',
    '0 TRLR',
  ]

  it.each([
    ['spaces before levels', lines.map((line) => `   ${line}`).join('\n')],
    ['tabs', lines.map((line) => line.replace(' ', '\t')).join('\r\n')],
    ['empty lines', `\n\n${lines.join('\n\n \n')}`],
    ['ends of lines of an old Macintosh', lines.join('\r')],
    ['no end', lines.slice(0, -1).join('\n')],
    ['no head', lines.slice(2).join('\n')],
    ['a level that jumps', lines.join('\n').replace('2 DATE', '4 DATE')],
    ['tags in lower case', lines.join('\n').replace('NAME', 'name').replace('DATE', 'date')],
    ['pointers into nothing', lines.join('\n').replace('1 DEAT', '1 NOTE @N9@\n1 FAMS @F9@\n1 OBJE @O9@\n1 DEAT')],
    ['a family of no one', `${lines.join('\n')}\n0 @F1@ FAM\n1 HUSB @P8@\n1 CHIL @P1@`],
  ])('%s', (_what, file) => {
    expect(people(file)).toMatchObject([anna])
  })

  it('a line break within a note, whatever its lines begin with', () => {
    const note = ['1 NOTE Первая строка', 'вторая', '', '1941 год — война', '5 детей выросли', '2 CONT конец']
    expect(person('1 NAME Анна /Ёлкина/', '1 DEAT Y', ...note).biography).toBe(
      'Первая строка\nвторая\n\n1941 год — война\n5 детей выросли\nконец',
    )
  })
})
