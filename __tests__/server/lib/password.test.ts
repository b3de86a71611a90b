import { failedPasswordRules } from '@contract/fields'
import { hashPassword, isPassword, isWellKnown } from '@server/lib/password'
import { WELL_KNOWN_PASSWORDS } from '@server/lib/well-known-passwords'

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

it('lists only passwords that the rules would let pass', () => {
  for (const password of WELL_KNOWN_PASSWORDS) {
    const spelled = password.replace(/\p{L}/u, (letter) => letter.toUpperCase())
    expect([password, failedPasswordRules(spelled)]).toEqual([password.toLowerCase(), []])
  }
  expect([isWellKnown('QWERTY123'), isWellKnown('Berezka-1945')]).toEqual([true, false])
})
