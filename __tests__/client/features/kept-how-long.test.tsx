import { screen } from '@testing-library/react'
import { aSession, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { serveMyMemorials, serveSessions } from '@support/server'

/** Not the real figures, and each another: what is written out in a text, or taken from a wrong one, shows. */
jest.mock('@contract/retention', () => ({
  SESSION_DAYS: 41,
  PIN_TOKEN_HOURS: 13,
  MEDIA_ADDRESS_HOURS: 3,
  VERIFICATION_LINK_HOURS: 25,
  UNVERIFIED_ACCOUNT_DAYS: 42,
  KNOWN_NETWORK_DAYS: 43,
  AFTER_DECISION_DAYS: 44,
  UNDECIDED_MEMORY_DAYS: 191,
  SENT_LETTER_HOURS: 26,
  UNSENT_LETTER_DAYS: 8,
  AUDIT_YEARS: 5,
}))

describe('how long something is kept is told as the server is set', () => {
  it.each([
    ['/how-it-works', 'Откройте её в течение 25 часов'],
    ['/how-it-works', 'вход сохраняется до 41 дня'],
  ])('%s: %s', async (path, words) => {
    openAt(path)
    await screen.findByRole('heading', { level: 1 })

    expect(screen.getByRole('main')).toHaveTextContent(words)
  })

  it('in the cabinet', async () => {
    serveMyMemorials([])
    serveSessions([aSession()])
    openAt('/profile', { as: aUser() })

    expect(await screen.findByText(/называется сеансом и длится не больше 41 дня\./)).toBeVisible()
  })
})
