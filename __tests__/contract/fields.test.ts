import {
  capitalizeName,
  failedPasswordRules,
  lineOfText,
  longText,
  newPassword,
  NUMBER_EXPECTED,
  personName,
  UNREADABLE_TEXT,
  wholeNumber,
} from '@contract/fields'

const name = personName('Имя')
const line = lineOfText('Адрес', 10)
const text = longText('Биография', 20)

describe('a name', () => {
  it.each([
    ['анна-мария', 'Анна-Мария'],
    ['  ёлкин   пётр ', 'Ёлкин Пётр'],
    ['и\u0306осиф', 'Йосиф'],
    ['СТАРОВЕРОВ', 'СТАРОВЕРОВ'],
    ['де\u202eПорт', 'ДеПорт'],
  ])('reads %j as %j', (typed, read) => {
    expect(name.validateSync(typed)).toBe(read)
  })

  it.each(['---', ' - ', 'Anna', 'Анна1', 'Анна_', 'Ан’на', 'Іван'])('refuses %j', (typed) => {
    expect(() => name.validateSync(typed)).toThrow('Имя может содержать только русские буквы, дефисы и пробелы')
  })

  it('may be left out where it is not required', () => {
    expect(name.validateSync('')).toBe('')
    expect(name.validateSync(undefined)).toBeUndefined()
  })

  it('is measured after it was tidied up', () => {
    expect(name.validateSync(`${' '.repeat(500)}${'А'.repeat(100)}`)).toHaveLength(100)
    expect(() => name.validateSync('А'.repeat(101))).toThrow('не более 100')
  })
})

it('raises only first letters', () => {
  expect(capitalizeName('мак-дональд оглы')).toBe('Мак-Дональд Оглы')
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

  it('takes whole characters from beyond the first plane', () => {
    expect(line.validateSync('😀 𝒜')).toBe('😀 𝒜')
  })
})

describe('a long text', () => {
  it('keeps its lines and tabs', () => {
    expect(text.validateSync(' a\r\nb\rc\td\u0007')).toBe('a\nb\nc\td')
  })

  it('has a limit', () => {
    expect(() => text.validateSync('x'.repeat(21))).toThrow('Биография: не более 20 символов')
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
