import { screen } from '@testing-library/react'
import { aMemorial } from '@support/factories'
import { openAt } from '@support/render'
import { serveMemorial } from '@support/server'
import '@support/intersection-observer'

const COPIED = 'Адрес страницы скопирован'
const address = 'https://pomnim.example/memorials/7'

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
  jest.restoreAllMocks()
})

function deviceShares(share: () => Promise<void>) {
  const spy = jest.fn(share)
  Object.defineProperty(navigator, 'share', { value: spy, configurable: true })
  return spy
}

async function press(which: 'under the dates' | 'at the end' = 'under the dates', copies = () => Promise.resolve()) {
  serveMemorial(aMemorial({ id: 7 }))
  const { user } = openAt('/memorials/7', { settings: { publicUrl: 'https://pomnim.example' } })
  const buttons = await screen.findAllByRole('button', { name: 'Поделиться' })
  expect(buttons).toHaveLength(2)
  const copied = jest.spyOn(navigator.clipboard, 'writeText').mockImplementation(copies)
  await user.click(buttons[which === 'at the end' ? 1 : 0] as HTMLElement)
  return copied
}

it.each(['under the dates', 'at the end'] as const)('%s it offers what the device has', async (which) => {
  const share = deviceShares(() => Promise.resolve())
  const copied = await press(which)

  expect(share).toHaveBeenCalledWith({ title: 'Соколова Анна Петровна', url: address })
  expect(copied).not.toHaveBeenCalled()
})

it('says nothing when the reader changes their mind', async () => {
  deviceShares(() => Promise.reject(new DOMException('', 'AbortError')))
  const copied = await press()

  expect(copied).not.toHaveBeenCalled()
  expect(screen.queryByText(COPIED)).not.toBeInTheDocument()
})

it('copies the address where the device offers nothing, and says so', async () => {
  const copied = await press()

  expect(copied).toHaveBeenCalledWith(address)
  expect(await screen.findByText(COPIED)).toBeVisible()
})

it('copies it, too, where the device refuses a press that was repeated late', async () => {
  deviceShares(() => Promise.reject(new DOMException('', 'NotAllowedError')))
  await press()

  expect(await screen.findByText(COPIED)).toBeVisible()
})

it('says what to do when it cannot be copied', async () => {
  await press('under the dates', () => Promise.reject(new Error('forbidden')))

  expect(await screen.findByText('Не удалось скопировать. Скопируйте адрес из строки браузера.')).toBeVisible()
})
