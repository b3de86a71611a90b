import { waitFor } from '@testing-library/react'
import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { hydratedApart } from '@client/ui/hydrated-apart'

const noteHydrated = jest.fn<undefined, []>()
let renderAgain: () => void

function Words({ text }: { text: string }) {
  const [isPressed, setPressed] = useState(false)
  useLayoutEffect(() => noteHydrated(), [])
  return <button onClick={() => setPressed(true)}>{isPressed ? 'Нажато' : text}</button>
}

const WordsPart = hydratedApart(Words)

function Screen() {
  const [times, setTimes] = useState(0)
  useLayoutEffect(() => {
    renderAgain = () => setTimes((before) => before + 1)
  }, [])
  return (
    <main data-times={times}>
      <WordsPart text="Слова памяти" />
    </main>
  )
}

function hydrateScreen() {
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  container.innerHTML = renderToString(<Screen />)
  const button = container.querySelector('button')
  const root = flushSync(() => hydrateRoot(container, <Screen />))
  return { root, button, screen: container.firstElementChild as HTMLElement }
}

beforeEach(() => {
  noteHydrated.mockClear()
  // React itself decides what it does when.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
})
afterEach(() => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))

it('a part is hydrated after what surrounds it, also where that is rendered again meanwhile', async () => {
  const { root, button, screen } = hydrateScreen()
  expect(noteHydrated).not.toHaveBeenCalled()
  flushSync(renderAgain)
  expect(screen.dataset.times).toBe('1')
  expect(noteHydrated).not.toHaveBeenCalled()

  await waitFor(() => expect(noteHydrated).toHaveBeenCalledTimes(1))
  expect(screen.querySelector('button')).toBe(button)
  root.unmount()
})

it('a part that is pressed before its turn hears the press', async () => {
  const { root, button } = hydrateScreen()
  button?.click()

  await waitFor(() => expect(button?.textContent).toBe('Нажато'))
  root.unmount()
})
