import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { disconnect, hold, refuse, requestsTo, server, serveMemorial } from '@support/server'
import '@support/intersection-observer'
import { BLOB, watchSavedFiles } from './saved-files'

const BOOK = 'Книга памяти (PDF)'
const saved = watchSavedFiles()

function serveBook(memorialId: number): void {
  server.use(
    http.get(`*/api/v1/memorial/${memorialId}/book`, () =>
      HttpResponse.arrayBuffer(new TextEncoder().encode('%PDF').buffer, {
        headers: { 'content-type': 'application/pdf' },
      }),
    ),
  )
}

it('of a public page is a link, so that it needs no program', async () => {
  serveMemorial(aMemorial({ id: 7 }))
  openAt('/memorials/7')

  const link = await screen.findByRole('link', { name: BOOK })

  expect(link).toHaveAttribute('href', '/api/v1/memorial/7/book')
  expect(link).toHaveAttribute('download')
})

it('says that it is being made, and is saved under the name of the person', async () => {
  serveMemorial(aMemorial({ id: 7, lastname: 'Соколова', name: 'Анна', surname: 'Петровна' }))
  serveBook(7)
  const release = hold('get', 'memorial/7/book')
  const { user } = openAt('/memorials/7')

  await user.click(await screen.findByRole('link', { name: BOOK }))
  const inTheMaking = await screen.findByRole('link', { name: 'Готовим книгу…' })
  expect(screen.getByText('Готовим книгу…', { selector: '[role=status]' })).toBeInTheDocument()
  await user.click(inTheMaking)
  release()

  expect(await screen.findByRole('link', { name: BOOK })).toBeVisible()
  expect(saved).toEqual([{ address: BLOB, name: 'Книга памяти — Соколова Анна Петровна.pdf' }])
  expect(requestsTo('get', 'memorial/7/book')).toHaveLength(1)
})

it('of a closed page is asked for with its memorial token', async () => {
  serveMemorial(aMemorial({ id: 7, user_id: 1, public_status: false }))
  serveBook(7)
  const { user } = openAt('/memorials/7', { as: aUser({ id: 2 }), memorialTokens: { 7: 'pin-token' } })

  await user.click(await screen.findByRole('button', { name: BOOK }))

  await waitFor(() => expect(saved).toHaveLength(1))
  expect(requestsTo('get', 'memorial/7/book')[0]?.headers.get('authorization')).toBe('Bearer pin-token')
  expect(screen.queryByRole('link', { name: BOOK })).not.toBeInTheDocument()
})

it('that is refused says why', async () => {
  serveMemorial(aMemorial({ id: 7 }))
  refuse('get', 'memorial/7/book', 429, 'Вы уже скачали много книг.')
  const { user } = openAt('/memorials/7')

  await user.click(await screen.findByRole('link', { name: BOOK }))

  expect(await screen.findByText('Вы уже скачали много книг.')).toBeVisible()
  expect(saved).toEqual([])
})

it('that does not come says so kindly, and can be asked for again', async () => {
  serveMemorial(aMemorial({ id: 7 }))
  disconnect('get', 'memorial/7/book')
  const { user } = openAt('/memorials/7')
  await user.click(await screen.findByRole('link', { name: BOOK }))
  expect(
    await screen.findByText('Не удалось подготовить книгу. Пожалуйста, попробуйте ещё раз немного позже.'),
  ).toBeVisible()

  serveBook(7)
  await user.click(await screen.findByRole('link', { name: BOOK }))

  await waitFor(() => expect(saved).toHaveLength(1))
})
