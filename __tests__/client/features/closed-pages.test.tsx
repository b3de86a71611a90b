import { screen, waitFor } from '@testing-library/react'
import { button, CLOSED, desk, openCabinet, serveClosed } from '@support/reports-desk'
import { disconnect, refuse, requestsTo, serve } from '@support/server'

const TIMEOUT_MS = 180_000

it(
  'a closed page is opened again, and leaves the list',
  async () => {
    serveClosed([CLOSED])
    serve('post', 'reports/5/reopen', { id: 5, status: 'reopened' })
    const { user } = openCabinet([])
    const reopen = await button('Открыть снова: Соколова Анна Петровна')
    serveClosed([])
    await user.click(reopen)
    expect(await screen.findByText('Страница снова открыта')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Закрытые страницы' })).not.toBeInTheDocument())
    expect(document.activeElement).not.toBe(document.body)
    expect(requestsTo('post', 'reports/5/reopen')).toHaveLength(1)
  },
  TIMEOUT_MS,
)

it(
  'tells of a closed page that somebody else has opened meanwhile',
  async () => {
    serveClosed([CLOSED])
    const text = 'Страница уже открыта, или её закрыли не по этому сообщению.'
    refuse('post', 'reports/5/reopen', 409, text)
    const { user } = openCabinet([])
    const reopen = await button('Открыть снова: Соколова Анна Петровна')
    serveClosed([])
    await user.click(reopen)
    expect(await screen.findByText(text)).toBeVisible()
    await waitFor(() => expect(reopen).not.toBeInTheDocument())
  },
  TIMEOUT_MS,
)

it(
  'says when the closed pages could not be had',
  async () => {
    disconnect('get', 'reports/closed')
    const { user } = openCabinet([])
    expect(await (await desk()).findByText('Не удалось загрузить список закрытых страниц.')).toBeVisible()
    serveClosed([CLOSED])
    await user.click(await button('Повторить'))
    expect(await button('Открыть снова: Соколова Анна Петровна')).toBeVisible()
  },
  TIMEOUT_MS,
)
