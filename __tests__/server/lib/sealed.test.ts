import { ALGORITHMS } from '@server/lib/algorithms'
import { isSealedAsBefore, seal, unseal } from '@server/lib/sealed'
import { isSignedBy, randomToken, sign } from '@server/lib/token'

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

describe('when another algorithm takes the place of the current one', () => {
  let before: { sealed: Buffer; signature: string }

  beforeAll(() => {
    before = { sealed: seal(KEY, 'codes', 'text'), signature: sign(KEY, 'calendar') }
    jest.replaceProperty(ALGORITHMS, 'ciphers', ['chacha20-poly1305', 'aes-256-gcm'])
    jest.replaceProperty(ALGORITHMS, 'macs', ['sha3-256', 'sha256'])
  })
  afterAll(() => jest.restoreAllMocks())

  it('opens what the former one sealed, and knows that it should be sealed again', () => {
    expect(unseal(KEY, 'codes', before.sealed)).toBe('text')
    expect(isSealedAsBefore(KEY, 'codes', before.sealed)).toBe(true)
    const again = seal(KEY, 'codes', 'text')
    expect([isSealedAsBefore(KEY, 'codes', again), unseal(KEY, 'codes', again)]).toEqual([false, 'text'])
  })

  it('knows what the former one signed', () => {
    expect(isSignedBy(KEY, 'calendar', before.signature)).toBe(true)
    expect(sign(KEY, 'calendar')).not.toBe(before.signature)
    expect(isSignedBy(KEY, 'calendar', sign(KEY, 'calendar'))).toBe(true)
    expect(isSignedBy(KEY, 'other', before.signature)).toBe(false)
  })

  it('opens and knows nothing of the former one once that is taken out', () => {
    jest.replaceProperty(ALGORITHMS, 'ciphers', ['chacha20-poly1305'])
    jest.replaceProperty(ALGORITHMS, 'macs', ['sha3-256'])
    expect(unseal(KEY, 'codes', before.sealed)).toBeUndefined()
    expect(isSignedBy(KEY, 'calendar', before.signature)).toBe(false)
  })
})
