import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { requestsTo, server, serveMemorial } from '@support/server'
import '@support/intersection-observer'

const ADD = { name: 'Добавить в календарь' }
const BLOB = 'blob:http://localhost/days'

afterEach(() => jest.restoreAllMocks())

it('is a link on a public page, so that a phone opens its calendar', async () => {
  serveMemorial(aMemorial({ id: 7 }))
  openAt('/memorials/7')

  expect(await screen.findByRole('link', ADD)).toHaveAttribute('href', '/api/v1/memorial/7/calendar.ics')
})

it('is not there where no day is known', async () => {
  serveMemorial(aMemorial({ id: 7, birth_precision: 'year', death_precision: 'unknown', death_date: null }))
  openAt('/memorials/7')

  expect(await screen.findByRole('heading', { level: 1, name: /Соколова/ })).toBeVisible()
  expect(screen.queryByRole('link', ADD)).not.toBeInTheDocument()
})

it('of a closed page is saved with its memorial token', async () => {
  const saved: string[] = []
  URL.createObjectURL = () => BLOB
  URL.revokeObjectURL = () => undefined
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.href} ${this.download}`)
  })
  serveMemorial(aMemorial({ id: 7, lastname: 'Орлова', name: 'Анна', surname: null, public_status: false }))
  server.use(http.get('*/api/v1/memorial/7/calendar.ics', () => HttpResponse.text('BEGIN:VCALENDAR')))
  const { user } = openAt('/memorials/7', { as: aUser({ id: 2 }), memorialTokens: { 7: 'pin-token' } })

  await user.click(await screen.findByRole('button', ADD))

  await waitFor(() => expect(saved).toEqual([`${BLOB} Памятные дни — Орлова Анна.ics`]))
  expect(requestsTo('get', 'memorial/7/calendar.ics')[0]?.headers.get('authorization')).toBe('Bearer pin-token')
})
