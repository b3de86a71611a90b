import { dictionary } from '@zxcvbn-ts/language-common'
import { failedPasswordRules } from '@contract/fields'
import { hashPassword, isPassword } from '@server/lib/password'
import { isWellKnown, KNOWN_HERE } from '@server/lib/guessable-secrets'
import { makeHashesReal } from '@support/worker/cheap-hashes'

beforeAll(makeHashesReal)

it('knows a password by its hash, and never makes the same hash twice', async () => {
  const [one, two] = [await hashPassword('Berezka-1945'), await hashPassword('Berezka-1945')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await isPassword('Berezka-1945', one)).toBe(true)
  expect(await isPassword('berezka-1945', one)).toBe(false)
})

it('knows no password where there is no hash', async () => {
  expect(await isPassword('Berezka-1945', undefined)).toBe(false)
  expect(await isPassword('', null)).toBe(false)
})

describe('a password that is well known', () => {
  /** Spelled with a capital letter, as the rules require. */
  const spelled = (password: string) => password.replace(/\p{L}/u, (letter) => letter.toUpperCase())

  it('is one of the commonest: more than 3 000 of those that the rules would let pass', () => {
    const passing = dictionary['passwords-common'].map(spelled).filter((each) => failedPasswordRules(each).length === 0)
    expect(passing.length).toBeGreaterThan(3000)
    expect(passing.filter((password) => !isWellKnown(password))).toEqual([])
  })

  it.each([
    'Qwerty123',
    'qWERTY123',
    '1qAZ2wsx',
    'Trustno1',
    'Blink182',
    'Gfhjkm12',
    'Zaq12wsx',
    'Пароль123',
    'Йцукен12',
  ])('is %s, whatever its case', (password) => {
    expect([isWellKnown(password), failedPasswordRules(password)]).toEqual([true, []])
  })

  it.each(['Sunshine1', 'Princess12', 'Dragon123', 'Marina12345', 'Natasha1!'])(
    'is %s, a known word with what the rules ask for',
    (password) => expect(isWellKnown(password)).toBe(true),
  )

  it.each(['Pomnim2025', 'Помним123', 'МЕМОРИАЛ1', 'Memorial-1945', '9Memory9', '2025Вечная_Память!', 'Gjvybv2025'])(
    'is %s, a word of this site with digits and signs',
    (password) => {
      expect(isWellKnown(password)).toBe(true)
    },
  )

  it.each(['Помним-Деда-31', 'Memorial-Zoya-7'])('is not %s, which has more to it', (password) => {
    expect(isWellKnown(password)).toBe(false)
  })

  it.each(['Berezka-1945', 'Cheremukha-77', 'Бабушка-Зоя-31', 'xK4-vosmero'])('is not %s', (password) => {
    expect(isWellKnown(password)).toBe(false)
  })

  it('is among those added here only where the rules would let it pass', () => {
    for (const password of KNOWN_HERE) {
      expect([password, failedPasswordRules(spelled(password))]).toEqual([password.toLowerCase(), []])
    }
  })
})
