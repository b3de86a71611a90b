import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { ADVANCED } from '@contract/memorial'
import type { Memory } from '@contract/memory'
import { fullName } from '@contract/names'
import { aBurial, aMemorial, aMemorialCard, aMemory, aMemoryPage, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { hold, refuse, requestsTo, serve, serveBurial, serveMemorial, serveMemories, server } from '@support/server'

const FAILED = 'Не удалось загрузить мемориал. Пожалуйста, попробуйте позже.'
const CLOSED = 'Страница закрыта. Введите PIN-код.'

describe('a memorial', () => {
  it('tells in order: who, the days, the life, the grave, words of memory, archives, its code', async () => {
    serveMemorial(aMemorial({ id: 7, biography: 'Первый абзац.\n\nВторой абзац.' }))
    serveBurial(aBurial({ memorial_id: 7 }))
    serveMemories(7, [aMemory()])
    openAt('/memorials/7')

    expect(await screen.findByRole('heading', { level: 1, name: 'Соколова Анна Петровна' })).toBeVisible()
    expect(screen.getByText('9 мая 1931 — 2 ноября 2014')).toBeVisible()
    const sections = within(screen.getByRole('article')).getAllByRole('region')
    expect(sections.map((section) => within(section).getByRole('heading').textContent)).toEqual([
      'Биография',
      'Место захоронения',
      'Слова памяти',
      'Архив памяти',
      'QR-код',
    ])
    expect(screen.getByText('Первый абзац.')).not.toBe(screen.getByText('Второй абзац.'))
    expect(await screen.findByText('Тверь, Дмитрово-Черкасское кладбище, участок 12')).toBeVisible()
    expect(screen.getByText('Координаты: 56.8204, 35.8312')).toBeVisible()
    expect(await screen.findByText('Она научила меня читать.')).toBeVisible()
    expect(screen.getByText(/Мария Орлова/)).toHaveTextContent('Мария Орлова, 8 марта 2024')
  })

  it('shows a visitor nothing empty, and invites to write in the end', async () => {
    serveMemorial(aMemorial({ id: 7, name: 'Анна', surname: 'Петровна', biography: null, birth_date: null }))
    openAt('/memorials/7')

    const invitation = await screen.findByRole('link', {
      name: /^Если\sвы\sзнали\sАнну\sПетровну,\sрасскажите\sо\sней$/,
    })
    expect(invitation).toHaveAttribute('href', `#${screen.getByRole('region', { name: 'Слова памяти' }).id}`)
    expect(screen.getByText('Даты не указаны')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Место захоронения' })).not.toBeInTheDocument())
    expect(screen.queryByRole('region', { name: 'Биография' })).not.toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: 'Что можно добавить' })).not.toBeInTheDocument()
  })

  it('tells a keeper what can be added, and opens it', async () => {
    const owner = aUser()
    serveMemorial(aMemorial({ id: 7, user_id: owner.id, biography: null, photo_path: null, profile_rate: ADVANCED }))
    const { user } = openAt('/memorials/7', { as: owner })

    const steps = within(await screen.findByRole('region', { name: 'Что можно добавить' }))
    expect(steps.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Портрет: одно хорошее фото лица',
      'Несколько слов о жизни',
      'Место захоронения и дорога к нему',
      'Фотографии для альбома',
      'Голос: запись с телефона или кассеты',
      'Видео',
    ])
    await user.click(steps.getByRole('button', { name: 'Несколько слов о жизни' }))

    expect(await screen.findByLabelText('Биография', { selector: 'textarea' })).toHaveFocus()
    expect(screen.queryByRole('region', { name: 'Что можно добавить' })).not.toBeInTheDocument()
  })

  it('names the advanced tariff only where the archives are missing', async () => {
    serveMemorial(aMemorial({ id: 7, profile_rate: ADVANCED }))
    openAt('/memorials/7')

    await screen.findByRole('heading', { name: 'Слова памяти' })
    expect(screen.queryByText(/доступны на тарифе «Продвинутый»/)).not.toBeInTheDocument()
  })

  it('shows the default photo for a broken one', async () => {
    serveMemorial(aMemorial({ id: 7, photo_path: '/media/7/picture.jpg' }))
    const { container } = openAt('/memorials/7')

    fireEvent.error(await screen.findByRole('img', { name: 'Фото: Соколова Анна Петровна' }))
    fireEvent.error(screen.getByRole('img', { name: 'Фото: Соколова Анна Петровна' }))

    expect(container.querySelector('article img')).toHaveAttribute('src', '/default-photo.svg')
  })

  it('copies the coordinates', async () => {
    serveMemorial(aMemorial({ id: 7 }))
    serveBurial(aBurial({ memorial_id: 7 }))
    const { user } = openAt('/memorials/7')
    const copied = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()

    await user.click(await screen.findByRole('button', { name: 'Скопировать координаты' }))

    expect(copied).toHaveBeenCalledWith('56.8204, 35.8312')
    expect(await screen.findByText('Координаты скопированы')).toBeVisible()
  })
})

describe('words of memory', () => {
  const scrolledTo: string[] = []
  beforeEach(() => {
    scrolledTo.length = 0
    // jsdom lays nothing out, so it cannot scroll.
    Element.prototype.scrollIntoView = function (this: Element) {
      scrolledTo.push(this.id)
    }
  })

  const serveInParts = (all: Memory[]) =>
    server.use(
      http.get('*/api/v1/memories/all', ({ request }) => {
        const query = new URL(request.url).searchParams
        const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))]
        return HttpResponse.json(aMemoryPage(all.slice(offset, offset + limit), all.length))
      }),
    )

  it('are shown twenty at a time, and the focus goes to those that came', async () => {
    const all = Array.from({ length: 25 }, (_nothing, index) => aMemory({ id: index, description: `Слово ${index}` }))
    serveMemorial(aMemorial({ id: 7 }))
    serveInParts(all)
    const { user } = openAt('/memorials/7')

    await user.click(await screen.findByRole('button', { name: 'Показать ещё' }))

    expect(await screen.findByText('Слово 24')).toBeVisible()
    expect(screen.getByText('Слово 0')).toBeVisible()
    expect(screen.getByRole('list', { name: 'Слова памяти, часть 2' })).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Показать ещё' })).not.toBeInTheDocument()
  })

  it.each([
    ['that moved to a later part since its code was printed', '#words-63', 'Слово 63', 80],
    ['that are there no more, until the last', '#words-999', 'Слово 79', 80],
    ['on the first part, which alone is asked for', '#words-3', 'Слово 3', 20],
  ])('are shown to who comes by a link to words %s', async (_which, hash, text, count) => {
    const all = Array.from({ length: 80 }, (_nothing, index) => aMemory({ id: index, description: `Слово ${index}` }))
    serveMemorial(aMemorial({ id: 7 }))
    serveInParts(all)
    openAt(`/memorials/7${hash}`)

    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getAllByText(/^Слово /)).toHaveLength(count)
    await waitFor(() => expect(scrolledTo).toEqual(hash === '#words-999' ? [] : [hash.slice(1)]))
  })

  it('that failed to load can be asked for again', async () => {
    serveMemorial(aMemorial({ id: 7 }))
    refuse('get', 'memories/all', 500)
    const { user } = openAt('/memorials/7')

    expect(await screen.findByText('Не удалось загрузить слова памяти.')).toBeVisible()
    serveMemories(7, [aMemory()])
    await user.click(screen.getByRole('button', { name: 'Повторить' }))

    expect(await screen.findByText('Она научила меня читать.')).toBeVisible()
  })
})

describe('a memorial that does not load', () => {
  it('is asked for once when there is none', async () => {
    refuse('get', 'memorial/7', 404, 'Not Found')
    openAt('/memorials/7')

    expect(await screen.findByRole('heading', { name: 'Такой страницы нет' })).toBeVisible()
    expect(requestsTo('get', 'memorial/7')).toHaveLength(1)
  })

  it('is asked for three times when the server fails, and then at a press', async () => {
    refuse('get', 'memorial/7', 503)
    const { user } = openAt('/memorials/7')

    expect(await screen.findByText('Загрузка...')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Мемориал' })).toBeInTheDocument()
    expect(await screen.findByText(FAILED)).toBeVisible()
    expect(requestsTo('get', 'memorial/7')).toHaveLength(3)

    serveMemorial(aMemorial({ id: 7 }))
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(await screen.findByRole('heading', { name: 'Соколова Анна Петровна' })).toBeVisible()
  })

  it.each([401, 403])('is closed at %i: the PIN or the way to the main page', async (status) => {
    refuse('get', 'memorial/7', status, CLOSED)
    openAt('/memorials/7')

    expect(await screen.findByText('Эту страницу семья пока хранит для себя')).toBeVisible()
    expect(screen.getByRole('link', { name: 'На главную' })).toHaveAttribute('href', '/')
    expect(requestsTo('get', 'memorial/7')).toHaveLength(1)
  })
})

describe('a memorial that a link brought along', () => {
  const known = { memorial: aMemorialCard({ id: 7 }) }

  it('has its name and days at once, and is fetched again', async () => {
    serveMemorial(aMemorial({ id: 7, name: 'Мария' }))
    const release = hold('get', 'memorial/7')
    openAt('/memorials/7', { state: known })

    expect(await screen.findByRole('heading', { name: 'Соколова Анна Петровна' })).toBeVisible()
    release()

    expect(await screen.findByRole('heading', { name: 'Соколова Мария Петровна' })).toBeVisible()
  })

  it('says nothing more once the page is closed', async () => {
    refuse('get', 'memorial/7', 403, CLOSED)
    const { router } = openAt('/memorials/7', { state: known })

    expect(await screen.findByText('Эту страницу семья пока хранит для себя')).toBeVisible()
    expect(screen.queryByText(/Соколова/)).not.toBeInTheDocument()
    await waitFor(() => expect(router.state.location.state).toBeNull())
  })

  it.each([[{ memorial: aMemorialCard({ id: 8 }) }], [{ memorial: { id: 7 } }], ['nonsense']])(
    'is not believed when it is another or none',
    async (state) => {
      serveMemorial(aMemorial({ id: 7 }))
      const release = hold('get', 'memorial/7')
      openAt('/memorials/7', { state })

      expect(await screen.findByText('Загрузка...')).toBeVisible()
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Мемориал$/)
      release()
      expect(await screen.findByRole('heading', { level: 1, name: 'Соколова Анна Петровна' })).toBeVisible()
    },
  )

  it('comes with the cards of the list', async () => {
    serve('get', 'memorial/public_memorials', { result: [aMemorialCard({ id: 7 })], total: 1 })
    serveMemorial(aMemorial({ id: 7 }))
    const { user, router } = openAt('/memorials')

    await user.click(await screen.findByRole('link', { name: 'Посетить страницу' }))

    // The list has a title too, and stands until the page is loaded. The title that came along is soon replaced by the page's.
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: fullName(aMemorial()) })).toBeVisible())
    expect(router.state.location.state).toEqual(known)
  })
})
