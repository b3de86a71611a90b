import { seal, unseal } from '@server/lib/sealed'
import { randomToken } from '@server/lib/token'

const KEY = randomToken()

it('opens what was sealed, and shows nothing of it', () => {
  const sealed = seal(KEY, 'codes', 'JBSWY3DPEHPK3PXP')
  expect(unseal(KEY, 'codes', sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(sealed.toString('latin1')).not.toContain('JBSWY')
  expect(seal(KEY, 'codes', 'JBSWY3DPEHPK3PXP')).not.toEqual(sealed)
})

it('opens with the key before the current one too, and with no other', () => {
  const sealed = seal(KEY, 'codes', 'text')
  expect(unseal([randomToken(), KEY], 'codes', sealed)).toBe('text')
  expect(unseal(randomToken(), 'codes', sealed)).toBeUndefined()
})

it('opens nothing for another purpose, or that was changed by a single bit', () => {
  const sealed = seal(KEY, 'codes', 'text')
  expect(unseal(KEY, 'something else', sealed)).toBeUndefined()
  for (let byte = 0; byte < sealed.length; byte++) {
    const changed = Buffer.from(sealed)
    changed[byte] = (changed[byte] ?? 0) ^ 1
    expect(unseal(KEY, 'codes', changed)).toBeUndefined()
  }
  expect(unseal(KEY, 'codes', Buffer.alloc(0))).toBeUndefined()
})
