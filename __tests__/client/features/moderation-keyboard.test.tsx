import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Proposal } from '@contract/proposals'
import { aUser, somePendingMemories } from '@support/factories'
import { keepEverythingInView } from '@support/intersection-observer'
import { openAt } from '@support/render'
import { refuse, requestsTo, serve, serveMyMemorials } from '@support/server'
import {
  card,
  openPanel,
  panel,
  passUndoTime,
  press,
  servePending,
  shownAuthors,
  stopClocks,
  strip,
} from '@support/moderation'

afterEach(() => {
  jest.useRealTimers()
})

async function openWith(count: number) {
  servePending(somePendingMemories(count))
  const opened = openPanel()
  await goTo('Автор 1')
  return opened
}

async function goTo(author: string): Promise<void> {
  const words = await card(author)
  act(() => words.focus())
}

const focusedAuthor = () => document.activeElement?.closest('article')?.querySelector('h3')?.textContent

it.each([
  ['ArrowDown', 'ArrowUp'],
  ['KeyJ', 'KeyK'],
])('%s and %s move between the memories', async (down, up) => {
  await openWith(3)
  press(down)
  press(down)
  press(down)
  expect(focusedAuthor()).toBe('Автор 3')
  press(up)
  expect(focusedAuthor()).toBe('Автор 2')
})

it('Tab leads to one memory of the list, and on to its buttons', async () => {
  const { user } = await openWith(2)
  press('ArrowDown')
  await user.tab()
  await user.tab()
  expect(document.activeElement).toHaveAccessibleName('Одобрить')
  await user.keyboard('{Enter}')
  expect(shownAuthors()).toEqual(['Автор 1'])
  expect(focusedAuthor()).toBe('Автор 1')
})

it.each([
  ['KeyA', 'Воспоминание одобрено'],
  ['KeyR', 'Воспоминание отклонено'],
])('%s decides, whatever the layout, and leads to the next', async (code, said) => {
  await openWith(3)
  press(code, { key: 'ф' })
  expect(strip().getByText(said)).toBeVisible()
  expect(focusedAuthor()).toBe('Автор 2')
})

it('leads from the last to the one before it, and at the end to where the list was', async () => {
  await openWith(2)
  press('ArrowDown')
  press('KeyA')
  expect(focusedAuthor()).toBe('Автор 1')
  press('KeyR')
  expect(panel().getByText('Новых воспоминаний нет.').parentElement).toHaveFocus()
  press('KeyZ', { ctrlKey: true })
  expect(focusedAuthor()).toBe('Автор 1')
})

it('Ctrl+Z takes back the last decision, then the one before', async () => {
  await openWith(3)
  press('KeyA')
  press('KeyR')
  press('KeyZ', { ctrlKey: true })
  expect(focusedAuthor()).toBe('Автор 2')
  expect(panel().getByRole('status')).toHaveTextContent('Решение отменено. Ожидают решения: 2.')
  press('KeyZ', { metaKey: true })
  expect(shownAuthors()).toEqual(['Автор 1', 'Автор 2', 'Автор 3'])
})

it.each([{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { shiftKey: true }, { repeat: true }])(
  'decides nothing with %j',
  async (how) => {
    await openWith(2)
    press('KeyA', how)
    press('KeyR', how)
    expect(shownAuthors()).toHaveLength(2)
  },
)

it('decides nothing while one types or stands outside the list', async () => {
  await openWith(2)
  press('KeyA')
  const search = panel().getByLabelText('Поиск в тексте и подписи')
  act(() => search.focus())
  press('KeyA')
  press('KeyZ', { ctrlKey: true })
  act(() => panel().getByLabelText('Порядок').focus())
  press('KeyR')
  expect(shownAuthors()).toEqual(['Автор 2'])
})

it('decides nothing about words that are out of the window, but brings them into it', async () => {
  await openWith(2)
  const words = await card('Автор 1')
  const scrollIntoView = jest.fn()
  Object.assign(words, { scrollIntoView })
  const place = jest.spyOn(words, 'getBoundingClientRect')

  for (const [top, code] of [
    [-500, 'KeyA'],
    [window.innerHeight + 100, 'KeyR'],
  ] as const) {
    place.mockReturnValue(new DOMRect(0, top, 600, 400))
    scrollIntoView.mockClear()
    press(code)
    expect(scrollIntoView).toHaveBeenCalledWith({ block: 'nearest' })
    expect(shownAuthors()).toEqual(['Автор 1', 'Автор 2'])
  }

  place.mockReturnValue(new DOMRect(0, -300, 600, 400))
  press('KeyA')
  expect(shownAuthors()).toEqual(['Автор 2'])
})

it('Ctrl+Z takes back wherever on the screen one is, as long as something waits', async () => {
  await openWith(2)
  press('KeyA')
  act(() => screen.getAllByRole('link', { name: 'Мемориалы' })[0]?.focus())
  press('KeyZ', { ctrlKey: true })
  expect(shownAuthors()).toEqual(['Автор 1', 'Автор 2'])
  expect(fireEvent.keyDown(document.body, { code: 'KeyZ', ctrlKey: true })).toBe(true)
})

it('says which keys there are', async () => {
  await openWith(1)
  expect(panel().getByText('С клавиатуры:').parentElement).toHaveTextContent(
    'С клавиатуры:↑↓выбратьAФодобритьRКотклонитьCtrlZотменить последнее',
  )
})

it('never pulls the focus to words that come back later than they were asked for', async () => {
  const { user } = await openWith(2)
  press('KeyA')
  const search = panel().getByLabelText('Поиск в тексте и подписи')
  servePending(somePendingMemories(2).slice(1))
  await user.type(search, 'сад')
  await waitFor(() => expect(panel().getByText(/^Найдено/)).toHaveTextContent('Найдено: 1'))
  await user.click(strip().getByRole('button', { name: 'Отменить' }))
  servePending(somePendingMemories(2))
  await user.clear(search)

  await card('Автор 1')
  expect(search).toHaveFocus()
})

it('does not lose the focus with a button that is gone', async () => {
  await openWith(2)
  stopClocks()
  press('KeyA')
  act(() => strip().getByRole('button', { name: 'Отменить' }).focus())
  await passUndoTime()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Отменить' })).not.toBeInTheDocument())
  expect(focusedAuthor()).toBe('Автор 2')
})

describe('stories and proposals', () => {
  const STORY = {
    ...{ id: 5, question: 'Что он любил петь?', author: 'Зоя', relation: null, text: 'Он пел «Рябину».' },
    ...{ voice: null, photos: [], told_at: '2026-11-30T10:00:00.000Z', to_name: 'Зоя' },
    ...{ memorial_id: 7, memorial_name: 'Ёлкин Пётр' },
  }
  const PROPOSAL: Proposal = {
    ...{ id: 5, memorial_id: 7, memorial_name: 'Ёлкин Пётр', field: 'biography', author: 'Вера', photo: null },
    ...{ current: 'Родился в Вязёмах.', value: 'Родился в Больших Вязёмах.', note: 'У нас есть метрика.' },
    created_at: '2026-11-29T12:30:00.000Z',
  }

  async function openBoth() {
    keepEverythingInView()
    serve('get', 'stories/pending', { result: [STORY], total: 1 })
    serve('get', 'proposals/pending', { result: [PROPOSAL], total: 1 })
    const opened = openPanel()
    await screen.findByText('У нас есть метрика.')
    return opened
  }
  const focusCard = (title: string) => act(() => screen.getByRole('article', { name: title }).focus())

  it('are decided on by the same keys, undone by the last first, and counted in the one number', async () => {
    await openBoth()
    expect(screen.getByRole('link', { name: 'Слова 2' })).toBeVisible()
    await waitFor(() => expect(screen.getByText('Больших').tagName).toBe('INS'))
    focusCard('Биография')
    press('KeyR')
    expect(screen.getByText('На странице всё остаётся как есть')).toBeVisible()
    focusCard(screen.getByRole('article').querySelector('h3')?.textContent ?? '')
    press('KeyA')
    expect(strip().getByText('Рассказ одобрен')).toBeVisible()
    expect(screen.queryAllByRole('article')).toEqual([])
    press('KeyZ', { ctrlKey: true })
    press('KeyZ', { ctrlKey: true })
    expect(screen.getAllByRole('article')).toHaveLength(2)
    expect(requestsTo('post', 'proposals/5/decide')).toEqual([])
  })

  it('are sent with the answer to the author and with what stood there', async () => {
    await openBoth()
    stopClocks()
    fireEvent.click(screen.getByRole('button', { name: 'Ответить автору: Вера' }))
    fireEvent.change(screen.getByRole('textbox', { name: 'Ответ автору: Вера' }), { target: { value: 'Спасибо!' } })
    // Letters that are typed decide nothing.
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Ответ автору: Вера' }), { code: 'KeyR' })
    serve('post', 'proposals/5/decide', {})
    fireEvent.click(screen.getByRole('button', { name: 'Принять' }))
    await passUndoTime()
    await waitFor(() => expect(requestsTo('post', 'proposals/5/decide')).toHaveLength(1))
    expect(await requestsTo('post', 'proposals/5/decide')[0]?.json()).toEqual({
      decision: 'accepted',
      expected: 'Родился в Вязёмах.',
      note: 'Спасибо!',
    })
  })

  it.each([
    ['Родился в Вязёмах.', 'Сейчас на странице: Родился в Вязёмах.'],
    [null, 'Сейчас на странице этого нет.'],
  ])('that only tell something stand beside what the page says now: %s', async (current, shown) => {
    serve('get', 'stories/pending', { result: [], total: 0 })
    serve('get', 'proposals/pending', { result: [{ ...PROPOSAL, value: null, current }], total: 1 })
    openPanel()
    expect(await screen.findByText(shown)).toBeVisible()
    expect(screen.getByText('У нас есть метрика.')).toBeVisible()
  })

  it('a long text of the page opens at a press', async () => {
    const current = `${'Жил в Вязёмах. '.repeat(40)}Умер там же.`
    serve('get', 'stories/pending', { result: [], total: 0 })
    serve('get', 'proposals/pending', { result: [{ ...PROPOSAL, value: null, current }], total: 1 })
    openPanel()
    const summary = await screen.findByText('Сейчас на странице')
    expect(screen.getByText(/Умер там же/)).not.toBeVisible()
    fireEvent.click(summary)
    expect(screen.getByText(/Умер там же/)).toBeVisible()
  })

  it('come back when the page has changed since, with a word about it', async () => {
    await openBoth()
    stopClocks()
    refuse('post', 'proposals/5/decide', 409, 'Пока вы меняли страницу, это же изменил ещё кто-то.')
    fireEvent.click(screen.getByRole('button', { name: 'Принять' }))
    await passUndoTime()
    expect(await screen.findByText(/^Решение не сохранилось: возможно, это на странице уже изменили/)).toBeVisible()
    expect(screen.getByRole('article', { name: 'Биография' })).toBeVisible()
  })

  it.each([
    ['story', 'stories/5/block-author', 'Зоя'],
    ['proposal', 'proposals/5/block-author', 'Вера'],
  ])('are taken no more from the author of a %s, once that is confirmed', async (_what, call, author) => {
    keepEverythingInView()
    serve('get', 'stories/pending', { result: [STORY], total: 1 })
    serve('get', 'proposals/pending', { result: [PROPOSAL], total: 1 })
    serveMyMemorials([])
    servePending([])
    openAt('/profile/words', { as: aUser({ id: 1 }) })
    serve('post', call, null, 204)
    fireEvent.click(
      await screen.findByRole('button', { name: `Больше не принимать слова этого автора, подпись: ${author}` }),
    )
    // Letters in the question decide nothing about the card behind it.
    fireEvent.keyDown(await screen.findByRole('alertdialog'), { code: 'KeyA' })
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Больше не принимать' }))
    expect(await screen.findByText('Новые слова этого автора приниматься не будут')).toBeVisible()
    expect(requestsTo('post', call)).toHaveLength(1)
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  })

  it('are looked for by the filters of the memories', async () => {
    await openBoth()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Со ссылками или телефонами' }))
    await waitFor(() => {
      for (const list of ['stories/pending', 'proposals/pending'])
        expect(new URL(requestsTo('get', list).at(-1)?.url ?? '').searchParams.get('suspicious')).toBe('true')
    })
    expect(screen.getAllByRole('search')).toHaveLength(1)
  })
})
