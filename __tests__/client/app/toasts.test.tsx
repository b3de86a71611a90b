import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from '@client/app/App'
import { createStyleCache } from '@client/ssr/hydration'
import { createAppStore } from '@client/store/create-app-store'
import { useToast } from '@client/ui/toasts'
import { someSettings } from '@support/factories'

/** Long before a toast would close by itself. */
const SOON = { timeout: 2000 }

function Buttons() {
  const toast = useToast()
  return (
    <>
      <button onClick={() => toast.info('Сохранено')}>info</button>
      <button onClick={() => toast.error('Ошибка при удалении.')}>error</button>
      <button onClick={() => toast.success('Удалено')}>success</button>
    </>
  )
}

/** With the area that shows toasts loaded, which a browser does after the first paint. */
async function open() {
  render(
    <App store={createAppStore()} settings={someSettings()} styleCache={createStyleCache()}>
      <Buttons />
    </App>,
  )
  await act(() => import('@client/ui/ToastArea'))
}

function press(name: string): void {
  fireEvent.click(screen.getByRole('button', { name }))
}

describe('a toast', () => {
  it('that is asked for before its area is loaded waits for it', async () => {
    render(
      <App store={createAppStore()} settings={someSettings()} styleCache={createStyleCache()}>
        <Buttons />
      </App>,
    )
    press('info')

    expect(await screen.findByRole('status')).toHaveTextContent('Сохранено')
  })

  it('is not shown twice at once', async () => {
    await open()
    press('info')
    press('info')
    press('error')

    expect(await screen.findAllByRole('status')).toHaveLength(2)
  })

  it('of a failure goes when the next try succeeds', async () => {
    await open()
    press('error')
    expect(await screen.findByText('Ошибка при удалении.')).toBeVisible()
    press('success')

    expect(await screen.findByText('Удалено')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Ошибка при удалении.')).not.toBeInTheDocument(), SOON)
  })

  it('closes by a click anywhere on it', async () => {
    await open()
    press('info')

    fireEvent.click(await screen.findByText('Сохранено'))

    await waitFor(() => expect(screen.queryByRole('status')).not.toBeInTheDocument(), SOON)
  })

  it('leaves when dragged aside, and stays when dragged a little', async () => {
    await open()
    press('info')
    const note = await screen.findByText('Сохранено')

    drag(note, 40)
    await waitABit()
    expect(screen.getByText('Сохранено')).toBeInTheDocument()

    drag(note, 140)
    await waitFor(() => expect(screen.queryByText('Сохранено')).not.toBeInTheDocument(), SOON)
  })

  describe('as time goes by', () => {
    beforeEach(() => jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] }))
    afterEach(() => jest.useRealTimers())

    it('closes after five seconds, not sooner', async () => {
      await open()
      press('info')
      await pass(4500)
      expect(screen.getByText('Сохранено')).toBeInTheDocument()

      await pass(2000)
      expect(screen.queryByText('Сохранено')).not.toBeInTheDocument()
    })

    it('waits while the pointer is over it', async () => {
      await open()
      press('info')
      await pass(1000)
      fireEvent.pointerEnter(screen.getByText('Сохранено'))
      await pass(8000)
      expect(screen.getByText('Сохранено')).toBeInTheDocument()

      fireEvent.pointerLeave(screen.getByText('Сохранено'))
      await pass(7000)
      expect(screen.queryByText('Сохранено')).not.toBeInTheDocument()
    })

    it('waits while a keyboard is at it', async () => {
      await open()
      press('info')
      await pass(1000)
      act(() => screen.getByRole('button', { name: 'Сохранено' }).focus())
      await pass(8000)
      expect(screen.getByText('Сохранено')).toBeInTheDocument()

      act(() => screen.getByRole('button', { name: 'Сохранено' }).blur())
      await pass(3500)
      expect(screen.getByText('Сохранено')).toBeInTheDocument()
      await pass(2000)
      expect(screen.queryByText('Сохранено')).not.toBeInTheDocument()
    })

    it('waits while both are at it until both have left', async () => {
      await open()
      press('info')
      await pass(1000)
      const note = screen.getByRole('button', { name: 'Сохранено' })
      act(() => note.focus())
      fireEvent.pointerEnter(note)
      fireEvent.pointerLeave(note)

      await pass(8000)
      expect(screen.getByText('Сохранено')).toBeInTheDocument()
    })

    it('does not wait for a focus that came by pressing it', async () => {
      await open()
      press('info')
      await pass(1000)
      const note = screen.getByRole('button', { name: 'Сохранено' })
      const matches = note.matches.bind(note)
      jest.spyOn(note, 'matches').mockImplementation((selector) => selector !== ':focus-visible' && matches(selector))
      act(() => note.focus())

      await pass(6500)
      expect(screen.queryByText('Сохранено')).not.toBeInTheDocument()
    })

    it('waits while the window is left for another', async () => {
      await open()
      press('info')
      await pass(1000)
      fireEvent.blur(window)
      await pass(8000)
      expect(screen.getByText('Сохранено')).toBeInTheDocument()

      fireEvent.focus(window)
      await pass(6000)
      expect(screen.queryByText('Сохранено')).not.toBeInTheDocument()
    })

    it('is seen for a while still after the last moment was held', async () => {
      await open()
      press('info')
      await pass(4500)
      fireEvent.pointerEnter(screen.getByText('Сохранено'))
      await pass(1000)
      fireEvent.pointerLeave(screen.getByText('Сохранено'))

      await pass(2000)
      expect(screen.getByText('Сохранено')).toBeInTheDocument()
    })
  })
})

function drag(note: HTMLElement, distance: number): void {
  fireEvent.pointerDown(note, { pointerId: 1, clientX: 10 })
  fireEvent.pointerMove(note, { pointerId: 1, clientX: 10 + distance })
  fireEvent.pointerUp(note, { pointerId: 1, clientX: 10 + distance })
  fireEvent.click(note)
}

const STEP_MS = 100

/** Longer than a toast takes to leave, and shorter than it stays. */
async function waitABit(): Promise<void> {
  for (let step = 0; step < 15; step += 1) await act(() => new Promise((resolve) => setTimeout(resolve, STEP_MS)))
}

/** In small steps: what a step changes on the page starts its own timers only when `act` is over. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += STEP_MS) {
    await act(() => jest.advanceTimersByTimeAsync(STEP_MS))
  }
}
