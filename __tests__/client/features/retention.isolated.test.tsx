import { screen } from '@testing-library/react'
import { aSession, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { serveMyMemorials, serveSessions } from '@support/server'

jest.mock('@contract/retention', () => jest.requireActual<object>('@support/other-retention'))

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
    openAt('/profile/settings#devices', { as: aUser() })

    expect(
      await screen.findByText(/называется сеансом и длится не больше 41 дня\. Если им не пользоваться 17 дней, он/),
    ).toBeVisible()
  })
})
