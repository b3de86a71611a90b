import type { Schema, ValidationError } from 'yup'
import {
  CONSENT_REQUIRED,
  credentialsSchema,
  PASSWORDS_DIFFER,
  passwordResetFormSchema,
  registrationFormSchema,
  registrationSchema,
  verificationSchema,
} from '@contract/auth'
import { EMAIL_INVALID, PASSWORD_RULES, UNREADABLE_TEXT } from '@contract/fields'
import { passwordChangeFormSchema, PIN_INVALID, pinSchema } from '@contract/user'

const FORM = { email: 'anna@example.org', password: 'Berezka-1945', confirmation: 'Berezka-1945', consent: true }

/** The messages by field, as a form would show them. */
function problems(schema: Schema, value: unknown): Record<string, string> {
  try {
    schema.validateSync(value, { abortEarly: false })
    return {}
  } catch (error) {
    const { inner } = error as ValidationError
    return Object.fromEntries(inner.map(({ path = '', message }) => [path, message]))
  }
}

describe('the registration form', () => {
  it('takes a complete one', () => {
    expect(problems(registrationFormSchema, FORM)).toEqual({})
  })

  it('asks for the consent', () => {
    expect(problems(registrationFormSchema, { ...FORM, consent: false })).toEqual({ consent: CONSENT_REQUIRED })
  })

  it('asks for the same password twice', () => {
    expect(problems(registrationFormSchema, { ...FORM, confirmation: 'Berezka-1946' })).toEqual({
      confirmation: PASSWORDS_DIFFER,
    })
  })

  it('names every rule that the password breaks, one to a line', () => {
    expect(problems(registrationFormSchema, { ...FORM, password: '!', confirmation: '!' })).toEqual({
      password: PASSWORD_RULES.map(({ message }) => message).join('\n'),
    })
  })
})

it('leaves the rules of the password to a code of the registration', () => {
  expect(problems(registrationSchema, { email: 'anna@example.org', password: 'x' })).toEqual({})
})

it.each([`Berezka-1945\0`, 'Berezka-1945\ud83d', '\udc00Berezka-1945'])(
  'takes no password that nobody could type: %j',
  async (password) => {
    expect(problems(registrationSchema, { email: 'anna@example.org', password })).toEqual({
      password: UNREADABLE_TEXT,
    })
    expect(problems(credentialsSchema, { username: 'anna@example.org', password })).toEqual({
      password: UNREADABLE_TEXT,
    })
  },
)

it('leaves a password as it was typed', () => {
  const password = '  Берёзка\u0301 1945 😀 '
  expect(registrationSchema.cast({ email: 'anna@example.org', password }).password).toBe(password)
})

it('reads an e-mail trimmed and without hidden marks', () => {
  expect(registrationSchema.cast({ email: ' \u202eanna@example.org\u200f\n', password: 'x' }).email).toBe(
    'anna@example.org',
  )
})

it.each([
  'anna',
  '@example.org',
  'anna@example',
  'anna@example.o',
  'a b@example.org',
  'a@b@example.org',
  '<anna@example.org>',
])('takes %s for no e-mail', (email) => {
  expect(problems(registrationSchema, { email, password: 'x' })).toEqual({ email: EMAIL_INVALID })
})

it.each([undefined, null, 7, ['a', 'b'], { a: 1 }])('reads the verification token %j as none', (token) => {
  expect(verificationSchema.validateSync({ token })).toEqual({ token: undefined })
})

it('reads a verification token longer than any as none', () => {
  expect(verificationSchema.validateSync({ token: 'x'.repeat(256) }).token).toHaveLength(256)
  expect(verificationSchema.validateSync({ token: 'x'.repeat(257) })).toEqual({ token: undefined })
})

it('asks for the new password twice, at a reset and at a change', () => {
  expect(problems(passwordResetFormSchema, { password: 'Berezka-1945', confirmation: '' })).toHaveProperty(
    'confirmation',
  )
  expect(
    problems(passwordChangeFormSchema, {
      current_password: 'x',
      new_password: 'Berezka-1945',
      confirmation: 'Berezka-1946',
    }),
  ).toEqual({ confirmation: PASSWORDS_DIFFER })
})

it.each(['123', '12345678901', '12a4', '１２３４', '1234\n', 1234])('takes %j for no PIN', (pin) => {
  expect(problems(pinSchema, { pin_code: pin })).toEqual({ pin_code: PIN_INVALID })
})

it.each(['0000', '1234567890'])('takes %s for a PIN', (pin) => {
  expect(problems(pinSchema, { pin_code: pin })).toEqual({})
})
