import { screen, waitFor, within } from '@testing-library/react'
import { ADVANCED } from '@contract/memorial'
import type { TrashedItem, TrashedMemorial, TrashedMemory } from '@contract/trash'
import { TrashSection } from '@client/features/memorial/edit-mode'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { openPage, openSection } from '@support/section'
import { refuse, requestsTo, serve, serveMemorial, serveMyMemorials } from '@support/server'
import '@support/intersection-observer'

const TIMEOUT_MS = 180_000
const HOUR_MS = 3_600_000

/** Twelve days less an hour from now. */
const terms = () => ({
  deleted_at: new Date(Date.now() - 18 * 24 * HOUR_MS).toISOString(),
  destroyed_at: new Date(Date.now() + (12 * 24 - 1) * HOUR_MS).toISOString(),
})

const aPage = (): TrashedMemorial => ({
  ...{ id: 9, lastname: 'Соколова', name: 'Анна', surname: 'Петровна', photo_preview: null },
  ...{ birth_date: '1931-05-09', birth_precision: 'day', death_date: '2014-11-02', death_precision: 'day' },
  ...terms(),
})
const aPhoto = (): TrashedItem => ({
  ...{ id: 5, description: 'У реки', date_text: '1956', people: null, preview: null },
  ...{ width: 640, height: 480, duration: null, size_bytes: 5_242_880 },
  ...terms(),
})
const someWords = (): TrashedMemory => ({
  ...{ id: 3, author: 'Вера', description: 'Она научила меня читать.', status: 'approved', photo_preview: null },
  has_voice: false,
  created_at: '2024-03-08T09:30:00Z',
  ...terms(),
})

const trash = () => screen.findByRole('region', { name: 'Корзина' })
const confirm = async () =>
  within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Удалить навсегда' })

describe('deleted pages', () => {
  async function openCabinet(pages = [aPage()]) {
    serveMyMemorials([])
    serve('get', 'memorial/trash', { result: pages })
    return openPage('/my-memorials', { as: aUser() })
  }

  it(
    'are listed with the time that is left, and come back by one press',
    async () => {
      const { user } = await openCabinet()
      const list = await trash()
      expect(list).toHaveTextContent('Соколова Анна Петровна1931 — 2014')
      expect(list).toHaveTextContent('Вернуть можно ещё 12 дней')
      serve('post', 'memorial/restore/9', aMemorial({ id: 9 }))
      serve('get', 'memorial/trash', { result: [] })
      await user.click(within(list).getByRole('button', { name: 'Вернуть: Соколова Анна Петровна' }))
      expect(await screen.findByText('Возвращено на место')).toBeVisible()
      expect(requestsTo('post', 'memorial/restore/9')).toHaveLength(1)
      // The trash goes with the last thing in it: the keyboard goes on from what stays.
      await waitFor(() => expect(list).not.toBeInTheDocument())
      expect(screen.getByRole('main')).toHaveFocus()
    },
    TIMEOUT_MS,
  )

  it(
    'stay while there is no place, and it is said why',
    async () => {
      const { user } = await openCabinet()
      refuse('post', 'memorial/restore/9', 403, 'Сейчас страницу некуда вернуть.')
      await user.click(within(await trash()).getByRole('button', { name: /^Вернуть/ }))
      expect(await screen.findByText('Сейчас страницу некуда вернуть.')).toBeVisible()
      expect(await trash()).toBeVisible()
    },
    TIMEOUT_MS,
  )

  it(
    'are destroyed after a question',
    async () => {
      const { user } = await openCabinet()
      serve('delete', 'memorial/trash/9', null, 204)
      await user.click(within(await trash()).getByRole('button', { name: /^Удалить навсегда/ }))
      expect(requestsTo('delete', 'memorial/trash/9')).toHaveLength(0)
      serve('get', 'memorial/trash', { result: [] })
      await user.click(await confirm())
      expect(await screen.findByText('Удалено навсегда')).toBeVisible()
      expect(screen.queryByRole('region', { name: 'Корзина' })).not.toBeInTheDocument()
    },
    TIMEOUT_MS,
  )

  it(
    'go for good all at once after a question, up to the first that stays',
    async () => {
      const second = { ...aPage(), id: 10, name: 'Вера' }
      const third = { ...aPage(), id: 11, name: 'Ольга' }
      const { user } = await openCabinet([aPage(), second, third])
      serve('delete', 'memorial/trash/9', null, 204)
      refuse('delete', 'memorial/trash/10', 503, 'Сервер занят. Подождите немного.')
      await user.click(within(await trash()).getByRole('button', { name: 'Очистить корзину' }))
      const question = await screen.findByRole('alertdialog')
      expect(question).toHaveTextContent(
        'Страницы исчезнут из корзины со всем, что на них есть. Ещё трое суток вернуть можно по ссылке из письма',
      )
      expect(requestsTo('delete', 'memorial/trash/9')).toHaveLength(0)
      serve('get', 'memorial/trash', { result: [second, third] })
      await user.click(within(question).getByRole('button', { name: 'Очистить корзину' }))
      expect(await screen.findByText('Сервер занят. Подождите немного.')).toBeVisible()
      await waitFor(() => expect(screen.queryByText('Соколова Анна Петровна')).not.toBeInTheDocument())
      expect(screen.getByText('Соколова Ольга Петровна')).toBeVisible()
      expect(requestsTo('delete', 'memorial/trash/11')).toHaveLength(0)
    },
    TIMEOUT_MS,
  )
})

describe('deleted parts of a page', () => {
  function serveTrash() {
    serveMemorial(aMemorial({ id: 7, user_id: 1, profile_rate: ADVANCED }))
    serve('get', 'photo_archive/trash/7', { result: [aPhoto()] })
    serve('get', 'memories/trash/7', { result: [someWords()] })
  }

  function openToEdit() {
    serveTrash()
    return openSection(7, (memorial) => <TrashSection memorial={memorial} />, { as: aUser({ id: 1, has_pin: true }) })
  }

  it(
    'are listed to whoever keeps it, with the room that they take',
    async () => {
      serveTrash()
      const { user } = openAt('/memorials/7', { as: aUser({ id: 1, has_pin: true }) })
      await user.click(await screen.findByText('Редактировать'))
      const list = await trash()
      expect(await within(list).findByText('У реки')).toBeVisible()
      expect(await within(list).findByText('Слова памяти, подпись: Вера')).toBeVisible()
      expect(list).toHaveTextContent(/Файлы в корзине занимают место в хранилище: 5 МБ/)
      expect(within(list).getAllByText('Вернуть можно ещё 12 дней')).toHaveLength(2)
    },
    TIMEOUT_MS,
  )

  it(
    'come back, and are destroyed after a question',
    async () => {
      const { user } = openToEdit()
      const list = await trash()
      serve('post', 'photo_archive/restore/5', {})
      serve('delete', 'memories/trash/3', null, 204)
      await user.click(await within(list).findByRole('button', { name: 'Вернуть: У реки' }))
      expect(await screen.findByText('Возвращено на место')).toBeVisible()
      expect(requestsTo('post', 'photo_archive/restore/5')).toHaveLength(1)
      await user.click(within(await trash()).getByRole('button', { name: /^Удалить навсегда: Слова памяти/ }))
      await user.click(await confirm())
      expect(await screen.findByText('Удалено навсегда')).toBeVisible()
      expect(requestsTo('delete', 'memories/trash/3')).toHaveLength(1)
    },
    TIMEOUT_MS,
  )

  it(
    'go for good all at once, those that are gone already too',
    async () => {
      const { user } = openToEdit()
      refuse('delete', 'photo_archive/trash/5', 404, 'Not Found')
      serve('delete', 'memories/trash/3', null, 204)
      await user.click(await within(await trash()).findByRole('button', { name: 'Очистить корзину' }))
      serve('get', 'photo_archive/trash/7', { result: [] })
      serve('get', 'memories/trash/7', { result: [] })
      const question = await screen.findByRole('alertdialog')
      await user.click(within(question).getByRole('button', { name: 'Очистить корзину' }))
      expect(await screen.findByText('Удалено навсегда')).toBeVisible()
      expect(requestsTo('delete', 'photo_archive/trash/5')).toHaveLength(1)
      expect(requestsTo('delete', 'memories/trash/3')).toHaveLength(1)
      await waitFor(() => expect(screen.queryByRole('region', { name: 'Корзина' })).not.toBeInTheDocument())
    },
    TIMEOUT_MS,
  )
})
