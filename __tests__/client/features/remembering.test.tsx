import { screen, waitFor } from '@testing-library/react'
import { daysLater, moscowDay } from '@contract/days'
import type { Memorial } from '@contract/memorial'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { disconnect, hold, refuse, requestsTo, serve, serveMemorial } from '@support/server'
import '@support/intersection-observer'

const TIMEOUT_MS = 180_000

function open(memorial: Partial<Memorial> = {}, circumstances: Parameters<typeof openAt>[1] = {}) {
  serveMemorial(aMemorial({ id: 7, user_id: 1, ...memorial }))
  return openAt('/memorials/7', circumstances)
}

const candle = () => screen.findByRole('button', { name: 'Зажечь свечу' })
const reminder = () => screen.findByRole('switch', { name: 'Напоминать о днях памяти' })

describe('a candle', () => {
  it(
    'is lit by one press, without an account, and tells how many burn',
    async () => {
      const { user } = open({ candles: 12 })
      expect(await screen.findByText('Здесь зажгли 12 свечей')).toBeVisible()
      serve('post', 'memorial/7/candle', { lit_today: 3, lit_in_all: 13 })
      const button = await candle()
      await user.click(button)
      expect(await screen.findByText(/Сегодня зажгли 3.свечи, а.всего.— 13/)).toBeVisible()
      expect(button).toHaveTextContent(/^Свеча горит до.завтра$/)
      expect(button).toHaveFocus()
      expect(await screen.findByRole('img', { name: 'Свеча горит' })).toBeVisible()
      await user.click(button)
      expect(requestsTo('post', 'memorial/7/candle')).toHaveLength(1)
    },
    TIMEOUT_MS,
  )

  it(
    'shows how many were lit since the page was rendered',
    async () => {
      serveMemorial(aMemorial({ id: 7, user_id: 1, candles: 12 }))
      serve('get', 'memorial/7/candles', { lit_today: 4, lit_in_all: 15 })
      const release = hold('get', 'memorial/7/candles')
      openAt('/memorials/7')
      expect(await screen.findByText('Здесь зажгли 12 свечей')).toBeVisible()
      release()
      expect(await screen.findByText('Здесь зажгли 15 свечей')).toBeVisible()
    },
    TIMEOUT_MS,
  )

  it(
    'shows the number of the page where the new one does not come',
    async () => {
      serveMemorial(aMemorial({ id: 7, user_id: 1, candles: 12 }))
      refuse('get', 'memorial/7/candles', 500)
      openAt('/memorials/7')
      await candle()
      await waitFor(() => expect(requestsTo('get', 'memorial/7/candles')).not.toHaveLength(0))
      expect(await screen.findByText('Здесь зажгли 12 свечей')).toBeVisible()
    },
    TIMEOUT_MS,
  )

  it(
    'is the first here: nothing is counted before it, and only today after it',
    async () => {
      const { user } = open({ candles: 0 })
      serve('post', 'memorial/7/candle', { lit_today: 1, lit_in_all: 1 })
      const button = await candle()
      expect(screen.queryByText(/зажгли/)).toBeNull()
      await user.click(button)
      expect(await screen.findByText('Сегодня зажгли 1 свечу')).toBeVisible()
    },
    TIMEOUT_MS,
  )

  it(
    'can be lit again after it was pressed without a connection, of which a guest is told',
    async () => {
      const { user } = open()
      disconnect('post', 'memorial/7/candle')
      await user.click(await candle())
      expect(
        await screen.findByText('Сейчас нет связи. Когда она появится, нажмите ещё раз: свеча загорится.'),
      ).toBeVisible()
      serve('post', 'memorial/7/candle', { lit_today: 1, lit_in_all: 1 })
      await user.click(await candle())
      expect(await screen.findByRole('button', { name: /^Свеча горит до.завтра$/ })).toBeVisible()
    },
    TIMEOUT_MS,
  )
})

describe('at the head of the page a candle', () => {
  const burning = () => screen.findByRole('img', { name: 'Свеча горит' })

  it(
    'burns for everybody when one was lit today, and not when one was lit yesterday',
    async () => {
      const { unmount } = open({ candle_day: moscowDay() })
      expect(await burning()).toBeVisible()
      unmount()
      open({ candle_day: daysLater(moscowDay(), -1) })
      await candle()
      expect(screen.queryByRole('img', { name: 'Свеча горит' })).toBeNull()
    },
    TIMEOUT_MS,
  )

  it(
    'burns when one was lit since the page was rendered',
    async () => {
      serveMemorial(aMemorial({ id: 7, user_id: 1 }))
      serve('get', 'memorial/7/candles', { lit_today: 1, lit_in_all: 1 })
      openAt('/memorials/7')
      expect(await burning()).toBeVisible()
    },
    TIMEOUT_MS,
  )
})

describe('reminders', () => {
  it(
    'are switched on and off at once',
    async () => {
      const { user } = open({}, { as: aUser({ id: 2 }) })
      serve('put', 'memorial/7/reminder', null, 204)
      expect(await reminder()).not.toBeChecked()
      expect(await reminder()).toHaveAccessibleDescription(/за\s+неделю и\s+за\s+день/)
      await user.click(await reminder())
      expect(await reminder()).toBeChecked()
      await waitFor(() => expect(requestsTo('put', 'memorial/7/reminder')).toHaveLength(1))
      expect(await requestsTo('put', 'memorial/7/reminder')[0]?.json()).toEqual({ is_on: true })
    },
    TIMEOUT_MS,
  )

  it(
    'stay as they were when that fails',
    async () => {
      const { user } = open({}, { as: aUser({ id: 2 }) })
      refuse('put', 'memorial/7/reminder', 500)
      await user.click(await reminder())
      expect(await screen.findByText('Не удалось сохранить. Пожалуйста, попробуйте ещё раз.')).toBeVisible()
      expect(await reminder()).not.toBeChecked()
    },
    TIMEOUT_MS,
  )

  it.each([
    ['a guest', {}, {}],
    ['an account without a confirmed address', {}, { as: aUser({ id: 2, is_verified: false }) }],
    [
      'anybody where no day is known',
      { birth_precision: 'year', death_precision: 'unknown', death_date: null } as const,
      { as: aUser({ id: 2 }) },
    ],
    [
      'who opened a closed page by a PIN',
      { public_status: false },
      { as: aUser({ id: 2 }), memorialTokens: { 7: 'pin.7' } },
    ],
  ])(
    'are not offered to %s',
    async (_who, memorial: Partial<Memorial>, circumstances) => {
      open(memorial, circumstances)
      await candle()
      expect(screen.queryByRole('switch', { name: 'Напоминать о днях памяти' })).toBeNull()
      expect(requestsTo('get', 'memorial/7/reminder')).toEqual([])
    },
    TIMEOUT_MS,
  )
})
