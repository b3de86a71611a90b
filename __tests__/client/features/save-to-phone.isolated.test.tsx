import { fireEvent, screen, waitFor } from '@testing-library/react'
import { findOfflineCopy } from '@client/offline/copies'
import { aMemorial } from '@support/factories'
import { giveCaches, type MemoryCaches } from '@support/cached-storage'
import { openAt } from '@support/render'
import { disconnect, serveMemorial, serveQrCode } from '@support/server'
import '@support/intersection-observer'

const memorial = aMemorial({ id: 7, user_id: 1 })
const button = (name: string | RegExp) => screen.findByRole('button', { name })

beforeEach(() => {
  serveMemorial(memorial)
  serveQrCode(7)
})

describe('in a browser that can keep pages', () => {
  let caches: MemoryCaches
  let remove: () => void
  const register = jest.fn()

  beforeEach(() => {
    ;({ caches, remove } = giveCaches())
    Object.assign(navigator.serviceWorker, { register, ready: Promise.resolve() })
    register.mockReset().mockResolvedValue({})
  })
  afterEach(() => remove())

  it('a page is saved by one press, with what the site needs to open', async () => {
    openAt('/memorials/7')
    fireEvent.click(await button('Сохранить на телефоне'))

    expect(await button('Сохранено на телефоне')).toBeVisible()
    expect(await screen.findByText(/Её можно открыть без связи/)).toBeVisible()
    expect(register).toHaveBeenCalled()
    expect(await findOfflineCopy(7)).toMatchObject({ isSaved: true })
  })

  it('what is saved is told, and taken away', async () => {
    openAt('/memorials/7')
    fireEvent.click(await button('Сохранить на телефоне'))
    fireEvent.click(await button('Сохранено на телефоне'))
    const dialog = await screen.findByRole('dialog', { name: 'Сохранено на телефоне' })
    expect(dialog).toHaveTextContent(/слова\sпамяти, место\sзахоронения/)
    expect(screen.getByRole('link', { name: 'Все сохранённые страницы' })).toHaveAttribute('href', '/saved')

    fireEvent.click(screen.getByRole('button', { name: 'Убрать с телефона' }))
    expect(await button('Сохранить на телефоне')).toBeVisible()
    await waitFor(async () => expect(await caches.keys()).toEqual([]))
  })

  it.each([
    ['the server does not answer', () => disconnect('get', 'memories/all'), /Не удалось сохранить страницу/],
    ['the program cannot be had', () => register.mockRejectedValue(new Error('Away')), /Не удалось сохранить страницу/],
    ['there is no room', () => (caches.room = 10), /не хватает места/],
  ])('it says so when %s', async (_why, happen, message) => {
    openAt('/memorials/7')
    const save = await button('Сохранить на телефоне')
    await screen.findByText('Здесь ещё никто не написал. Расскажите, каким вы помните этого человека.')
    happen()
    fireEvent.click(save)
    expect(await screen.findByText(message)).toBeVisible()
  })
})

it('a browser that cannot keep pages says so', async () => {
  openAt('/memorials/7')
  fireEvent.click(await button('Сохранить на телефоне'))
  expect(await screen.findByText(/не умеет сохранять страницы/)).toBeVisible()
})
