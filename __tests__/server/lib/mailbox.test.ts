import { emailField } from '@contract/fields'
import { emailKey, mailboxKey } from '@server/lib/mailbox'

it.each([
  ['Anna+snova@Example.org', 'anna@example.org'],
  ['a.n.n.a+x@gmail.com', 'anna@gmail.com'],
  ['Anna@googlemail.com', 'anna@gmail.com'],
  ['a.n.n.a@example.org', 'a.n.n.a@example.org'],
  ['anna@xn--80a1acny.xn--p1ai', 'anna@почта.рф'],
  ['anna@почта.xn--p1ai', 'anna@почта.рф'],
  ['anna@XN--80A1ACNY。РФ', 'anna@почта.рф'],
])('counts what goes to %s for the mailbox %s', (email, mailbox) => {
  expect(mailboxKey(email)).toBe(mailbox)
})

it('takes both spellings of a domain for one address, and stores the readable one', () => {
  expect(emailKey('Иван@xn--80a1acny.xn--p1ai')).toBe(emailKey('иван@Почта.рф'))
  expect(emailField().cast('Иван@XN--80a1acny.xn--p1ai')).toBe('Иван@почта.рф')
  expect(emailField().cast('И.ван+1@Gmail.com')).toBe('И.ван+1@Gmail.com')
})

it.each(['a@xn--invalid-.org', 'a@xn--.org', 'a@xn--99999999999.org'])(
  'leaves %s alone, which is no encoded name',
  (email) => {
    expect(emailField().cast(email)).toBe(email)
  },
)
