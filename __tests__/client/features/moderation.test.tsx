import { screen, waitFor, within } from '@testing-library/react'
import { aPendingMemory, somePendingMemories } from '@support/factories'
import { card, openPanel, panel, PENDING, servePending, shownAuthors } from '@support/moderation'
import { hold, refuse, requestsTo } from '@support/server'

const lastAsked = () => new URL(requestsTo('get', PENDING).at(-1)?.url ?? '').searchParams
const focused = () => document.activeElement as HTMLElement

describe('what waits', () => {
  it('is told with whose words it is, about whom, and when it came', async () => {
    servePending([aPendingMemory({ memorials_id: 7, description: 'Помню её сад.\nИ яблоки.' })])
    openPanel()

    const words = within(await card('Мария Орлова'))
    expect(words.getByText('maria@example.ru · 8 марта 2024')).toBeVisible()
    expect(words.getByRole('link', { name: 'Соколова Анна Петровна' })).toHaveAttribute('href', '/memorials/7')
    expect(words.getByText(/Помню её сад/).textContent).toBe('Помню её сад.\nИ яблоки.')
    expect(panel().getByText('Ожидает решения: 1')).toBeVisible()
  })

  it('leaves the e-mail out where there is none', async () => {
    servePending([aPendingMemory({ author_email: null })])
    openPanel()
    expect(await screen.findByText('8 марта 2024')).toBeVisible()
  })

  it('marks links and phone numbers, and makes none of them a link', async () => {
    servePending([aPendingMemory({ description: 'Памятники: granit.ru, 8 (916) 123-45-67. Помним.' })])
    openPanel()

    const words = within(await card('Мария Орлова'))
    expect(words.getByTitle('Ссылка')).toHaveTextContent('granit.ru')
    expect(words.getByTitle('Телефон')).toHaveTextContent('8 (916) 123-45-67')
    // On one line, which a long link may not have.
    expect(words.getByTitle('Телефон')).toHaveStyle({ display: 'inline-block', maxWidth: '100%' })
    expect(words.getByTitle('Ссылка')).not.toHaveStyle({ display: 'inline-block' })
    expect(words.getAllByRole('link')).toHaveLength(1)
  })

  it('is nothing heavy when nothing waits', async () => {
    servePending([])
    openPanel()

    expect(await screen.findByText('Новых воспоминаний нет.')).toBeVisible()
    expect(panel().queryByRole('search')).not.toBeInTheDocument()
    expect(panel().queryByText(/С клавиатуры/)).not.toBeInTheDocument()
  })

  it('says that it is loading, that it failed, and asks again at a press', async () => {
    refuse('get', PENDING, 500)
    const release = hold('get', PENDING)
    const { user } = openPanel()
    await screen.findByRole('heading', { name: 'Воспоминания на проверке' })
    expect(panel().getByText('Загрузка...')).toBeVisible()
    release()

    expect(await screen.findByText('Не удалось загрузить воспоминания на проверке.')).toBeVisible()
    servePending(somePendingMemories(1))
    await user.click(panel().getByRole('button', { name: 'Повторить' }))
    expect(await card('Автор 1')).toBeVisible()
  })

  it('keeps the focus in the panel while it is asked for again, and leads it to the first words', async () => {
    refuse('get', PENDING, 500)
    const { user } = openPanel()
    const retry = await screen.findByRole('button', { name: 'Повторить' })
    servePending(somePendingMemories(2))
    const release = hold('get', PENDING)

    await user.click(retry)

    expect(await panel().findByText('Загрузка...')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Воспоминания на проверке' })).toContainElement(focused())
    release()
    const words = await card('Автор 1')
    await waitFor(() => expect(words).toHaveFocus())
  })
})

describe('filters and paging', () => {
  it('are asked of the server and kept in the address', async () => {
    servePending(somePendingMemories(3))
    const { user, address } = openPanel()
    await card('Автор 1')

    await user.type(panel().getByLabelText('Поиск в тексте и подписи'), 'сад')
    await waitFor(() => expect(lastAsked().get('q')).toBe('сад'))
    await user.click(panel().getByRole('checkbox', { name: 'Со ссылками или телефонами' }))
    await user.selectOptions(panel().getByLabelText('Порядок'), 'Сначала новые')

    await waitFor(() => expect(lastAsked().get('sort_order')).toBe('desc'))
    expect(lastAsked().get('suspicious')).toBe('true')
    expect(address()).toBe('/profile/words?q=%D1%81%D0%B0%D0%B4&contacts=1&order=desc')
    expect(panel().getByText('Найдено: 3')).toBeVisible()

    await user.click(panel().getByRole('button', { name: 'Показать все' }))
    expect(address()).toBe('/profile/words?order=desc')
    expect(panel().queryByText('Показаны не все.')).not.toBeInTheDocument()
  })

  it('leave the words about one memorial, and all again', async () => {
    servePending([aPendingMemory({ memorials_id: 7 })])
    const { user } = openPanel()
    await user.click(within(await card('Мария Орлова')).getByRole('button', { name: 'Только эта страница' }))
    await waitFor(() => expect(lastAsked().get('memorial_id')).toBe('7'))

    await user.click(panel().getByRole('button', { name: 'Страница: Соколова Анна Петровна. Показать все страницы' }))
    await waitFor(() => expect(lastAsked().has('memorial_id')).toBe(false))
  })

  it('say when they leave nothing, and let go', async () => {
    servePending([])
    const { user, address } = openPanel('/profile/words?q=нетакого')
    expect(await screen.findByText('По этим условиям ничего не найдено.')).toBeVisible()
    await user.click(panel().getByRole('button', { name: 'Сбросить фильтры' }))
    expect(address()).toBe('/profile/words')
    expect(panel().queryByLabelText('Поиск в тексте и подписи')).not.toBeInTheDocument()
  })

  it('shows 20 of 5 000 at a time and tells how many there are', async () => {
    servePending(somePendingMemories(5000))
    openPanel('/profile/words?page=3')

    await card('Автор 41')
    expect(shownAuthors()).toHaveLength(20)
    expect(
      panel().getByText('Ожидают решения: 5 000', { normalizer: (text) => text.replace(/\s/g, ' ') }),
    ).toBeVisible()
    expect(panel().getByRole('link', { name: 'Страница 250' })).toHaveAttribute(
      'href',
      '/profile/words?page=250#moderation',
    )
  })

  it('gives way to the last page when the asked one is behind it', async () => {
    servePending(somePendingMemories(21))
    const { address } = openPanel('/profile/words?page=9')
    await card('Автор 21')
    expect(address()).toBe('/profile/words?page=2')
  })
})
