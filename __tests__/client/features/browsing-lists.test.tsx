import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { aMemorial, someMemorialCards } from '@support/factories'
import { enter, leave } from '@support/pointer'
import { openAt } from '@support/render'
import { refuse, requestsTo, serveMemorial, servePublicMemorials } from '@support/server'

const LIST = 'memorial/public_memorials'

/** A little longer than a pointer has to rest. */
async function aMoment(milliseconds = 300): Promise<void> {
  await act(() => new Promise((resolve) => setTimeout(resolve, milliseconds)))
}

describe('a pointer over a list', () => {
  it('that rests on a card brings its page beforehand, once', async () => {
    servePublicMemorials(someMemorialCards(1))
    serveMemorial(aMemorial({ id: 1 }))
    openAt('/memorials')
    const card = await screen.findByRole('article')

    enter(card, 'mouse')
    expect(requestsTo('get', 'memorial/1')).toHaveLength(0)

    await waitFor(() => expect(requestsTo('get', 'memorial/1')).toHaveLength(1))
    leave(card)
    enter(card, 'mouse')
    await aMoment()
    expect(requestsTo('get', 'memorial/1')).toHaveLength(1)
  })

  it('that only passes over a card asks for nothing', async () => {
    servePublicMemorials(someMemorialCards(1))
    openAt('/memorials')
    const card = await screen.findByRole('article')

    enter(card, 'mouse')
    await aMoment(50)
    leave(card)
    await aMoment()

    expect(requestsTo('get', 'memorial/1')).toHaveLength(0)
  })

  it('that is a finger asks for nothing, however long it stays', async () => {
    servePublicMemorials(someMemorialCards(30))
    openAt('/memorials')

    enter(await screen.findByRole('heading', { name: /^Соколова-1 / }), 'touch')
    await aMoment()
    enter(screen.getByRole('link', { name: 'Страница 2' }), 'touch')
    await aMoment()

    expect(requestsTo('get', 'memorial/1')).toHaveLength(0)
    expect(requestsTo('get', LIST)).toHaveLength(1)
  })

  it.each([
    ['Страница 3', '24'],
    ['Следующая страница', '12'],
  ])('that rests on «%s» brings that page beforehand, with the same filters', async (name, offset) => {
    servePublicMemorials(someMemorialCards(30))
    const { user } = openAt('/memorials?lastname=Соколова')
    const link = await screen.findByRole('link', { name })

    enter(link, 'mouse')
    await waitFor(() => expect(requestsTo('get', LIST)).toHaveLength(2))
    const asked = new URL(requestsTo('get', LIST)[1]?.url ?? '').searchParams
    expect(asked.get('offset')).toBe(offset)
    expect(asked.get('lastname')).toBe('Соколова')
    await aMoment(100)

    await user.click(link)
    expect(screen.getByRole('heading', { name: new RegExp(`^Соколова-${Number(offset) + 1} `) })).toBeVisible()
    expect(requestsTo('get', LIST)).toHaveLength(2)
  })

  it('that rests on the page shown asks for nothing', async () => {
    servePublicMemorials(someMemorialCards(30))
    openAt('/memorials')

    enter(await screen.findByRole('link', { name: 'Страница 1' }), 'mouse')
    await aMoment()

    expect(requestsTo('get', LIST)).toHaveLength(1)
  })
})

describe('Back from a memorial', () => {
  const HERE = '/memorials?lastname=Соколова&page=2'
  const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'], advanceTimers: true })
    Object.defineProperty(window, 'scrollY', { configurable: true, value: 0 })
    scrollTo.mockClear()
  })
  afterEach(() => jest.useRealTimers())
  afterAll(() => scrollTo.mockRestore())

  async function openMemorialFromList() {
    servePublicMemorials(someMemorialCards(30))
    serveMemorial(aMemorial({ id: 13, lastname: 'Соколова-13' }))
    const opened = openAt(HERE)
    await screen.findAllByRole('article')
    const link = screen.getByRole('link', { description: /^Соколова ?-13 / })
    Object.defineProperty(window, 'scrollY', { configurable: true, value: 640 })
    fireEvent.click(link)
    expect(await screen.findByText(/Учила детей/)).toBeVisible()
    expect(scrollTo).toHaveBeenLastCalledWith(0, 0)
    return opened
  }

  it('restores page, filters and place, with the cards there at once', async () => {
    const { router, address } = await openMemorialFromList()

    await act(() => router.navigate(-1))

    expect(decodeURIComponent(address())).toBe(HERE)
    expect(screen.getAllByRole('article')).toHaveLength(12)
    expect(screen.getByRole('heading', { name: /^Соколова-13 / })).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Фамилия' })).toHaveValue('Соколова')
    expect(scrollTo).toHaveBeenLastCalledWith(0, 640)
    expect(requestsTo('get', LIST)).toHaveLength(1)
  })

  it('finds the cards at once after a long reading too, and asks for them again', async () => {
    const { router } = await openMemorialFromList()
    await act(() => jest.advanceTimersByTimeAsync(20 * 60 * 1000))
    refuse('get', LIST, 500)

    await act(() => router.navigate(-1))

    expect(screen.getAllByRole('article')).toHaveLength(12)
    expect(scrollTo).toHaveBeenLastCalledWith(0, 640)
    await waitFor(() => expect(requestsTo('get', LIST)).toHaveLength(2))
    // That it failed takes nothing away.
    await act(() => jest.advanceTimersByTimeAsync(1000))
    expect(screen.getAllByRole('article')).toHaveLength(12)
  })

  it('is the only way to a place: a link to the list leads to its top', async () => {
    const { address } = await openMemorialFromList()

    fireEvent.click(screen.getByRole('link', { name: 'Мемориалы' }))

    await waitFor(() => expect(address()).toBe('/memorials'))
    expect(await screen.findAllByRole('article')).toHaveLength(12)
    expect(scrollTo).toHaveBeenLastCalledWith(0, 0)
  })
})
