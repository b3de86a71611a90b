import { createRenderer } from '@client/ssr/render'
import { someSettings } from '@support/factories'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

const rendererOver = (status: number, answer: object) =>
  createRenderer({
    settings: someSettings(),
    pictureForLinks: () => '/picture.jpg',
    ask: () => Promise.resolve({ status, text: JSON.stringify(answer) }),
  })

/** Redux Toolkit gathers what it tells of changes for 10 ms. */
const SHORTLY_MS = 50

const LIST = { result: [], total: 0, limit: 12, offset: 0 }

it('leaves nothing waiting that would keep the answers of a list in memory', async () => {
  const render = await rendererOver(200, LIST)
  expect(await render('/memorials?lastname=Нет')).toMatchObject({ kind: 'shown' })
  jest.advanceTimersByTime(SHORTLY_MS)
  expect(jest.getTimerCount()).toBe(0)
})

it('nor those of a screen that is not shown', async () => {
  const render = await rendererOver(403, { detail: 'Закрыто' })
  expect(await render('/memorials/7')).toEqual({ kind: 'closed' })
  jest.advanceTimersByTime(SHORTLY_MS)
  expect(jest.getTimerCount()).toBe(0)
})
