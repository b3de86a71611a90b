import type { Schema, ValidationError } from 'yup'
import {
  emailField,
  failedPasswordRules,
  lineOfText,
  longText,
  newPassword,
  NUMBER_EXPECTED,
  personName,
  TEXT_TOO_LONG,
  TOO_MANY_MARKS,
  UNREADABLE_TEXT,
  wholeNumber,
} from '@contract/fields'

const name = personName('Имя')
const line = lineOfText('Адрес', 10)
const text = longText('Биография', 20)

/** All that is said of a value at once, as a form and the server ask for it. */
function messagesAbout(schema: Schema, value: unknown): string[] {
  try {
    schema.validateSync(value, { abortEarly: false })
    return []
  } catch (error) {
    return (error as ValidationError).errors
  }
}

describe('a name', () => {
  it.each([
    ['анна-мария', 'Анна-Мария'],
    ['  ёлкин   пётр ', 'Ёлкин Пётр'],
    ['и\u0306осиф', 'Йосиф'],
    ['СТАРОВЕРОВ', 'СТАРОВЕРОВ'],
    ['де\u202eПорт', 'ДеПорт'],
    ['ван  дер ваальс', 'ван дер Ваальс'],
    ['Вагиф оглы', 'Вагиф оглы'],
    ['Ива\u0301нов', 'Иванов'],
    ['Си\u0300доров', 'Сидоров'],
    ['Пѐтр', 'Петр'],
    ['Иванóв', 'Иванов'],
    ['Королëв', 'Королёв'],
    ['Е\u0308лкин', 'Ёлкин'],
    ['Андре\u0301и\u0306', 'Андрей'],
    ['Ѓорѓи', 'Ѓорѓи'],
    ['\ufeffАн\u200bна\u00ad-Ма\u2060рия\u200d', 'Анна-Мария'],
    ['Анна\u00a0\u2009Мария\u3000', 'Анна Мария'],
    ['Анна\u2028Мария', 'Анна Мария'],
    ['Сопова \u2014 Белова', 'Сопова-Белова'],
    ['Сопова\u2011белова', 'Сопова-Белова'],
    ['Сопова \u2212\u2013 Белова', 'Сопова-Белова'],
    ["Дем'яненко", 'Дем’яненко'],
    ['ЛУК\u02bcЯН', 'ЛУК’ЯН'],
    ['МухIаммад', 'МухӀаммад'],
    ['Г1алг1ай', 'ГӀалгӀай'],
    ['Iабдулла', 'Ӏабдулла'],
    ['ХIАВА', 'ХӀАВА'],
    ['СагIид', 'СагӀид'],
  ])('reads %j as %j', (typed, read) => {
    expect(name.validateSync(typed)).toBe(read)
  })

  it.each([
    'Іван',
    'Їжак',
    'Әхмәтҗанова',
    'Һади',
    'Ҷамшед',
    'Өлзийбат',
    'Ңуруу',
    'Ӕхсар',
    'Ӏелиев',
    'Ӳдӳр',
    'Ӑ',
    'О\u0304ка',
    'Ю\u0306ган',
  ])('takes %j, which has letters of a language of Russia', (typed) => {
    expect(name.validateSync(typed)).toBe(typed.normalize('NFC'))
  })

  it.each([
    '---',
    ' - ',
    'Anna',
    'Анна1',
    'Анна_',
    'Ан’на',
    'Aнна',
    'Ι\u0306ва',
    'О’Нил',
    'Ив1н',
    'Пётр I',
    '1',
    '\u0301',
    '\u0304а',
    'а\u0304\u0304\u0304',
    'Ива\u0483н',
    'ꚜа',
  ])('refuses %j', (typed) => {
    expect(() => name.validateSync(typed)).toThrow('Имя может содержать только русские буквы, дефисы и пробелы')
  })

  it('may be left out where it is not required', () => {
    expect(name.validateSync('')).toBe('')
    expect(name.validateSync(undefined)).toBeUndefined()
  })

  it('is measured after it was tidied up', () => {
    expect(name.validateSync(`${' '.repeat(300)}${'А'.repeat(100)}`)).toHaveLength(100)
    expect(() => name.validateSync('А'.repeat(101))).toThrow('не более 100')
  })
})

describe('a line', () => {
  it('turns breaks and tabs into spaces and drops controls and overrides', () => {
    expect(line.validateSync('\ta\r\nb\u0007\u2066c\u061c ')).toBe('a bc')
  })

  it.each(['a\0b', '\ud83d', 'a\udc00b', '\udc00\ud83d'])('refuses %j', (typed) => {
    expect(() => line.validateSync(typed)).toThrow(UNREADABLE_TEXT)
  })

  it.each([7, true, ['a'], { a: 1 }])('refuses %j, which is no text', (typed) => {
    expect(() => line.validateSync(typed)).toThrow(UNREADABLE_TEXT)
  })

  it('makes spaces of all line breaks, and drops what no one sees', () => {
    expect(line.validateSync('a\u000bb\u000cc\u0085d')).toBe('a b c d')
    expect(line.validateSync('\ufeffa\u200bb\u00ad\u3164c')).toBe('abc')
    expect(line.validateSync('\u200b\u200d\ufe0f')).toBe('')
  })

  it.each(['👩‍👩‍👧', '❤️', '‼️', '🏴\u{e0067}\u{e007f}', 'می‌خواهم'])('keeps the joiners and selectors of %j', (typed) => {
    expect(line.validateSync(typed)).toBe(typed.normalize('NFC'))
  })

  it('takes whole characters from beyond the first plane', () => {
    expect(line.validateSync('😀 𝒜')).toBe('😀 𝒜')
  })
})

describe('a long text', () => {
  it('keeps its lines and tabs', () => {
    expect(text.validateSync(' a\r\nb\rc\td\u0007')).toBe('a\nb\nc\td')
  })

  it('breaks its lines where any system breaks them', () => {
    expect(text.validateSync('a\u000bb\u000cc\u0085d\u2028e\u2029f')).toBe('a\nb\nc\nd\ne\nf')
  })

  it('keeps the stress marks and spaces of its writer', () => {
    expect(text.validateSync('за\u0301мок\u00a0\u2014 дом')).toBe('за\u0301мок\u00a0\u2014 дом')
  })

  it('has a limit', () => {
    expect(() => text.validateSync('x'.repeat(21))).toThrow('Биография: не более 20 символов')
  })
})

describe('a text that would take long to clean', () => {
  const e = (marks: number) => `е${'\u0301\u0316'.repeat(marks).slice(0, marks)}`

  it.each([
    ['spaces', ' '],
    ['controls', '\u0007'],
    ['marks', '\u0301'],
  ])('is refused for its length when it comes with more than four times its limit in %s', (_what, sign) => {
    expect(messagesAbout(text, `${sign.repeat(80)}a`)).toEqual([TEXT_TOO_LONG('Биография', 20)])
    expect(messagesAbout(line, `${sign.repeat(40)}a`)).toEqual([TEXT_TOO_LONG('Адрес', 10)])
    expect(messagesAbout(name, `${sign.repeat(400)}а`)).toEqual([TEXT_TOO_LONG('Имя', 100)])
    expect(messagesAbout(emailField(), `${sign.repeat(4 * 254)}a`)).toEqual([TEXT_TOO_LONG('E-mail', 254)])
  })

  it('is cleaned as ever when it comes with four times its limit', () => {
    expect(text.validateSync(`${' '.repeat(60)}${'a'.repeat(20)}`)).toBe('a'.repeat(20))
  })

  it('may have thirty marks in a row, as no language has, and not one more', () => {
    const biography = longText('Биография', 100)
    expect(messagesAbout(biography, e(30) + e(30))).toEqual([])
    expect(messagesAbout(biography, `Помним ${e(31)}`)).toEqual([TOO_MANY_MARKS('Биография')])
    expect(messagesAbout(biography, '\u0301'.repeat(31))).toEqual([TOO_MANY_MARKS('Биография')])
  })

  it('cannot hide its marks between signs that are taken away', () => {
    const hidden = `е${'\u0301\u200e'.repeat(20)}${'\u0316\u0007'.repeat(20)}`
    expect(messagesAbout(longText('Биография', 100), hidden)).toEqual([TOO_MANY_MARKS('Биография')])
  })

  it('keeps the marks of a language that has many', () => {
    expect(text.validateSync('и\u0306 שָׁלוֹם')).toBe('й שָׁלוֹם'.normalize('NFC'))
  })
})

describe('a password', () => {
  it.each([
    ['Abcdef1', ['не менее 8 символов']],
    ['abcdefg1', ['заглавную']],
    ['ABCDEFG1', ['строчную']],
    ['Abcdefgh', ['цифру']],
    ['', ['не менее 8 символов', 'заглавную', 'строчную', 'цифру']],
    ['Пароль-77', []],
  ])('%j breaks %j', (password, broken) => {
    const messages = failedPasswordRules(password)
    expect(messages).toHaveLength(broken.length)
    broken.forEach((words, index) => expect(messages[index]).toContain(words))
  })

  it('has at most 128 characters', () => {
    const longest = `Aa1${'x'.repeat(125)}`
    expect(newPassword().validateSync(longest)).toBe(longest)
    expect(() => newPassword().validateSync(`${longest}x`)).toThrow('не более 128')
  })
})

describe('a whole number', () => {
  const number = wholeNumber(1, 100)

  it.each(['1', '100', 7])('takes %j', (typed) => {
    expect(number.validateSync(typed)).toBe(Number(typed))
  })

  it.each(['1.5', '1e2', '0x10', ' 7', '', 'NaN', 'Infinity', true, [7], 1.5, '99999999999999999'])(
    'refuses %j',
    (typed) => {
      expect(() => number.validateSync(typed)).toThrow(NUMBER_EXPECTED)
    },
  )

  it.each(['0', '101', '-1'])('refuses %j, which is out of bounds', (typed) => {
    expect(() => number.validateSync(typed)).toThrow('Значение должно быть')
  })
})
