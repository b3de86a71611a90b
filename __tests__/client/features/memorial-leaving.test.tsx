import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Memorial } from '@contract/memorial'
import { memorialApi } from '@client/api/memorial-api'
import { asksBeforeClosing } from '@support/closing'
import { aBurial, aMemorial, aMemorialCard, aUser } from '@support/factories'
import { openAt } from '@support/render'
import {
  hold,
  refuse,
  requestsTo,
  serve,
  serveBurial,
  serveMemorial,
  serveMyMemorials,
  servePublicMemorials,
} from '@support/server'
import '@support/intersection-observer'

const QUESTION = { name: 'Уйти без сохранения?' }
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }))

async function openToEdit(memorial: Partial<Memorial> = {}) {
  serveMemorial(aMemorial({ id: 7, user_id: 1, ...memorial }))
  serveBurial(aBurial({ memorial_id: 7 }))
  serve('get', 'memorial/public_memorials', { result: [], total: 0 })
  const page = openAt('/memorials/7', { as: aUser({ id: 1 }) })
  fireEvent.click(await screen.findByText('Редактировать'))
  return page
}

function writeBiography(text = 'Новое начало'): void {
  press('Изменить биографию')
  fireEvent.change(screen.getByLabelText('Биография', { selector: 'textarea' }), { target: { value: text } })
}

const biographyField = () => screen.getByLabelText('Биография', { selector: 'textarea' })

describe('leaving with unsaved text', () => {
  it('by a link asks; who stays finds the text', async () => {
    const { router } = await openToEdit()
    writeBiography()
    await act(() => router.navigate('/memorials'))

    const question = await screen.findByRole('alertdialog', QUESTION)
    fireEvent.click(within(question).getByText('Остаться'))

    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(router.state.location.pathname).toBe('/memorials/7')
    expect(biographyField()).toHaveValue('Новое начало')
  })

  it('by a link leads on for who leaves', async () => {
    const { router } = await openToEdit()
    writeBiography()
    await act(() => router.navigate('/memorials'))

    fireEvent.click(within(await screen.findByRole('alertdialog', QUESTION)).getByText('Уйти без сохранения'))

    await waitFor(() => expect(router.state.location.pathname).toBe('/memorials'))
  })

  it('the edit mode asks too', async () => {
    await openToEdit()
    writeBiography()
    press('Готово')

    const question = await screen.findByRole('alertdialog', QUESTION)
    expect(biographyField()).toHaveValue('Новое начало')
    fireEvent.click(within(question).getByText('Уйти без сохранения'))

    expect(await screen.findByText('Редактировать')).toBeVisible()
  })

  it('by closing the tab asks', async () => {
    await openToEdit()
    expect(asksBeforeClosing()).toBe(false)

    writeBiography()

    await waitFor(() => expect(asksBeforeClosing()).toBe(true))
    press('Отмена')
    await waitFor(() => expect(asksBeforeClosing()).toBe(false))
  })

  it('does not ask when nothing was typed', async () => {
    const { router } = await openToEdit()
    press('Изменить биографию')
    await act(() => router.navigate('/memorials'))

    await waitFor(() => expect(router.state.location.pathname).toBe('/memorials'))
  })
})

describe('a text that has lost its account', () => {
  it('lets a session that has ended lead away without a question, and is found after the next login', async () => {
    const { address, unmount } = await openToEdit()
    writeBiography()
    refuse('patch', 'memorial/update/7/', 401)
    press('Сохранить')

    await waitFor(() => expect(address()).toBe('/login'))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    unmount()

    await openToEdit()
    press('Изменить биографию')
    await waitFor(() => expect(biographyField()).toHaveValue('Новое начало'))
  })

  it('does not stop a sign-out', async () => {
    serve('post', 'auth/logout', null, 204)
    serve('get', 'promo/active', { result: [] })
    const { address } = await openToEdit()
    writeBiography()
    fireEvent.click(screen.getByRole('button', { name: 'Меню учётной записи' }))
    fireEvent.click(await screen.findByText('Выйти'))

    await waitFor(() => expect(address()).toBe('/'))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })
})

describe('the draft of a biography', () => {
  const draft = () => localStorage.getItem('biography-draft-7-1')

  it('is forgotten with «Отмена»', async () => {
    await openToEdit()
    writeBiography()
    await waitFor(() => expect(draft()).toContain('Новое начало'))

    press('Отмена')
    expect(draft()).toBeNull()
  })

  it('is forgotten by who leaves without saving', async () => {
    const { router } = await openToEdit()
    writeBiography()
    await waitFor(() => expect(draft()).toContain('Новое начало'))
    await act(() => router.navigate('/memorials'))
    fireEvent.click(within(await screen.findByRole('alertdialog', QUESTION)).getByText('Уйти без сохранения'))

    await waitFor(() => expect(router.state.location.pathname).toBe('/memorials'))
    expect(draft()).toBeNull()
  })
})

describe('deleting a memorial', () => {
  async function askTwice() {
    press('Удалить мемориал')
    const first = await screen.findByRole('alertdialog', { name: 'Удалить мемориал?' })
    expect(first).toHaveTextContent('все слова памяти')
    expect(first).toHaveTextContent('QR-\u2060код на памятнике больше никуда не приведёт')
    fireEvent.click(within(first).getByText('Удалить мемориал', { selector: 'button' }))
    return screen.findByRole('alertdialog', { name: 'Удалить страницу для всех?' })
  }

  it('asks twice, says what goes, and leads to the cabinet', async () => {
    serve('delete', 'memorial/delete/7/', null, 204)
    serveMyMemorials([])
    const { address } = await openToEdit()

    const last = await askTwice()
    expect(requestsTo('delete', 'memorial/delete/7/')).toHaveLength(0)
    fireEvent.click(within(last).getByText('Удалить в корзину'))

    await waitFor(() => expect(address()).toBe('/profile'))
    expect(await screen.findByText('Мемориал удалён')).toBeVisible()
    expect(requestsTo('delete', 'memorial/delete/7/')).toHaveLength(1)
  })

  it('leaves people on the page they went to meanwhile, tells them there, and shows nothing of it any more', async () => {
    serve('delete', 'memorial/delete/7/', null, 204)
    serve('get', 'tariffs/', { result: [] })
    const release = hold('delete', 'memorial/delete/7/')
    const { address, router } = await openToEdit()
    fireEvent.click(within(await askTwice()).getByText('Удалить в корзину'))
    await waitFor(() => expect(requestsTo('delete', 'memorial/delete/7/')).toHaveLength(1))
    await act(() => router.navigate('/tariffs'))
    await screen.findByRole('heading', { level: 1, name: 'Тарифы и цены' })
    refuse('get', 'memorial/7', 404)
    release()

    expect(await screen.findByText('Мемориал удалён')).toBeVisible()
    expect(router.state.navigation.state).toBe('idle')
    expect(address()).toBe('/tariffs')
    await act(() => router.navigate(-1))
    expect(await screen.findByRole('heading', { level: 1, name: 'Такой страницы нет' })).toBeVisible()
  })

  it('asks nothing of what was being written there', async () => {
    serve('delete', 'memorial/delete/7/', null, 204)
    serveMyMemorials([])
    const { address } = await openToEdit()
    writeBiography()
    fireEvent.click(within(await askTwice()).getByText('Удалить в корзину'))

    await waitFor(() => expect(address()).toBe('/profile'))
    expect(screen.queryByRole('alertdialog', QUESTION)).not.toBeInTheDocument()
  })

  it('takes it from the memorials that the landing page keeps', async () => {
    const { getRandomMemorials } = memorialApi.endpoints
    serve('delete', 'memorial/delete/7/', null, 204)
    serveMyMemorials([])
    const { address, store } = await openToEdit()
    servePublicMemorials([aMemorialCard({ id: 7 }), aMemorialCard({ id: 8 })])
    await act(() => store.dispatch(getRandomMemorials.initiate(undefined)))
    fireEvent.click(within(await askTwice()).getByText('Удалить в корзину'))

    await waitFor(() => expect(address()).toBe('/profile'))
    const shown = getRandomMemorials.select(undefined)(store.getState()).data
    expect(shown?.map(({ id }) => id)).toEqual([8])
  })

  it('says how to hide a public page instead', async () => {
    await openToEdit({ public_status: true })
    expect(screen.getByText(/Если её нужно только скрыть, выключите переключатель «Публичная страница»/)).toBeVisible()
  })

  it('does not say how to hide what nobody sees anyway', async () => {
    await openToEdit({ public_status: false })
    expect(screen.getByText(/Страница удаляется со всем/)).not.toHaveTextContent('только скрыть')
  })

  it('stops at either question', async () => {
    await openToEdit()
    const last = await askTwice()
    fireEvent.click(within(last).getByText('Отмена'))

    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(requestsTo('delete', 'memorial/delete/7/')).toHaveLength(0)
  })

  it('that failed is told of, and the page stays', async () => {
    refuse('delete', 'memorial/delete/7/', 500)
    const { address } = await openToEdit()
    fireEvent.click(within(await askTwice()).getByText('Удалить в корзину'))

    expect(await screen.findByText('Ошибка при удалении.')).toBeVisible()
    expect(address()).toBe('/memorials/7')
  })
})

describe('the parts of the page', () => {
  const typed = () => screen.queryByLabelText('Биография', { selector: 'textarea' })
  const lastname = () => screen.queryByLabelText('Фамилия')

  it('are open one at a time, and closing one asks nothing', async () => {
    await openToEdit()
    press('Изменить биографию')
    expect(typed()).toHaveFocus()
    press('Изменить имя')

    expect(lastname()).toHaveFocus()
    expect(typed()).not.toBeInTheDocument()
    expect(screen.getByText('Изменить биографию')).toHaveAttribute('aria-expanded', 'false')
    fireEvent.click(screen.getByText('Кто видит страницу', { selector: 'h2' }))
    expect(await screen.findByLabelText('Публичная страница')).toBeVisible()
    expect(lastname()).not.toBeInTheDocument()

    fireEvent.click(await screen.findByLabelText('Добавить дорогу к могиле'))
    await waitFor(() => expect(screen.getByLabelText('Публичная страница')).not.toBeVisible())
    expect(screen.getByLabelText('Свернуть дорогу к могиле')).toHaveAttribute('aria-expanded', 'true')
    fireEvent.click(screen.getByLabelText('Свернуть дорогу к могиле'))
    expect(screen.getByLabelText('Добавить дорогу к могиле')).toHaveAttribute('aria-expanded', 'false')
  })

  it('keep what was typed and is not saved when another is opened, say so, and are asked about', async () => {
    await openToEdit()
    press('Изменить биографию')
    fireEvent.change(typed() as HTMLElement, { target: { value: 'Новое начало' } })
    press('Изменить имя')

    expect(typed()).not.toBeVisible()
    expect(screen.getByText('Здесь есть несохранённое. Откройте снова, чтобы продолжить.')).toBeVisible()
    press('Готово')
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByText('Остаться'))
    press('Изменить биографию')
    expect(typed()).toBeVisible()
    expect(typed()).toHaveValue('Новое начало')
    expect(typed()).toHaveFocus()
    expect(screen.queryByText(/^Здесь есть несохранённое/)).not.toBeInTheDocument()

    press('Изменить имя')
    press('Готово')
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByText('Уйти без сохранения'))
    fireEvent.click(await screen.findByText('Редактировать'))
    expect(screen.queryByText(/^Здесь есть несохранённое/)).not.toBeInTheDocument()
    expect(lastname()).not.toBeInTheDocument()
  })
})
