import { createLetters } from '@server/mail/letters'
import { someSettings } from '@support/factories'
import { TEST_KEY } from '@support/test-key'
import { asRead, LETTERS, LINK, TOKEN } from './waiting-letter'

const LETTERS_OF_ACCOUNTS = [
  LETTERS.verification(TOKEN),
  LETTERS.passwordReset(TOKEN),
  LETTERS.moderatorPassword(TOKEN),
  LETTERS.passwordChanged(),
  LETTERS.passwordChanged({ isPinCleared: true, isCalendarEnded: true, isInvitationEnded: true }),
  LETTERS.pinGuessed(),
].map((letter) => asRead(letter))

it('holds the link of a verification in both forms, in the text on a line of its own', () => {
  const { text, html } = asRead(LETTERS.verification(TOKEN))
  expect(text.split('\n')).toContain(LINK)
  expect(html).toContain(`<a href="${LINK}"`)
})

it('leads from a recovery letter to the screen of the new password', () => {
  expect(asRead(LETTERS.passwordReset(TOKEN)).text.split('\n')).toContain(
    `https://pomnim.example/reset-password/${TOKEN}`,
  )
})

it('reads the same in both forms', () => {
  for (const { text, html } of LETTERS_OF_ACCOUNTS) {
    for (const line of text.split('\n').filter(Boolean)) expect(html).toContain(line)
  }
})

it('is as wide as the phone it is read on', () => {
  const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">'
  for (const { html } of LETTERS_OF_ACCOUNTS) {
    expect(html).toContain(viewport)
  }
})

it('takes the settings of an installation for text, never for HTML', () => {
  const settings = someSettings({
    siteName: '<img src=x onerror=alert(1)>',
    supportEmail: '"><script>@example.org',
    publicUrl: 'https://pomnim.example/a?b=1&c="',
  })
  const { html } = asRead(createLetters(settings, TEST_KEY).verification(TOKEN))
  expect(html).not.toMatch(/<img|<script|c=""/)
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(html).toContain('href="https://pomnim.example/a?b=1&amp;c=&quot;/api')
})

it('has neither exclamation marks nor emoji', () => {
  for (const { subject, text } of LETTERS_OF_ACCOUNTS) {
    expect(subject + text).not.toMatch(/!|\p{Extended_Pictographic}/u)
  }
})
