import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { disconnect, hold, refuse, requestsTo, server, serveMyMemorials } from '@support/server'
import { BLOB, watchSavedFiles } from './saved-files'

const PLATES = 'memorial/my_memorials/plates'
const BUTTON = { name: 'Все таблички одним файлом' }
const saved = watchSavedFiles()

async function openWithPages() {
  serveMyMemorials([aMemorial({ id: 1 })])
  const page = openAt('/my-memorials', { as: aUser() })
  return { ...page, button: await screen.findByRole('button', BUTTON) }
}

function servePlates(): void {
  server.use(
    http.get(`*/api/v1/${PLATES}`, () =>
      HttpResponse.arrayBuffer(new TextEncoder().encode('%PDF').buffer, {
        headers: { 'content-type': 'application/pdf' },
      }),
    ),
  )
}

it('are not offered while there is no page', async () => {
  serveMyMemorials([])
  openAt('/my-memorials', { as: aUser() })

  expect(await screen.findByText('Здесь пока нет мемориалов')).toBeVisible()
  expect(screen.queryByRole('button', BUTTON)).not.toBeInTheDocument()
})

it('are made once however often one presses, and saved', async () => {
  servePlates()
  const release = hold('get', PLATES)
  const { user, button } = await openWithPages()

  await user.click(button)
  expect(await screen.findByText('Готовим таблички…', { selector: '[role=status]' })).toBeInTheDocument()
  await user.click(button)
  release()

  await waitFor(() => expect(saved).toEqual([{ address: BLOB, name: 'Таблички с QR-кодами.pdf' }]))
  expect(await screen.findByRole('button', BUTTON)).toBeVisible()
  expect(requestsTo('get', PLATES)).toHaveLength(1)
})

it('say in the server’s words why they were not made', async () => {
  const detail = 'Сейчас готовится слишком много книг и табличек. Пожалуйста, попробуйте немного позже.'
  refuse('get', PLATES, 503, detail)
  const { user, button } = await openWithPages()

  await user.click(button)

  expect(await screen.findByText(detail)).toBeVisible()
  expect(saved).toEqual([])
})

it('say that there was no connection', async () => {
  disconnect('get', PLATES)
  const { user, button } = await openWithPages()

  await user.click(button)

  expect(await screen.findByText(/Нет соединения|Не удалось/)).toBeVisible()
  expect(saved).toEqual([])
})

it('are offered in several files where they are too many for one', async () => {
  servePlates()
  serveMyMemorials([aMemorial({ id: 1 })], { pages: 2001 })
  const { user } = openAt('/my-memorials', { as: aUser() })

  await user.click(await screen.findByRole('button', { name: 'Таблички, часть 3 из 3' }))

  await waitFor(() => expect(saved).toEqual([{ address: BLOB, name: 'Таблички с QR-кодами, часть 3.pdf' }]))
  expect(new URL(requestsTo('get', PLATES)[0]?.url ?? '').searchParams.get('part')).toBe('3')
  expect(screen.getByText(/в\sнескольких\sфайлах/)).toBeVisible()
  expect(screen.queryByText(/в\sодном\sфайле/)).toBeNull()
})
