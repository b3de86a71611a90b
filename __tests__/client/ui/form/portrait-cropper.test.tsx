import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import type { PortraitView } from '@contract/portrait-view'
import { PortraitCropper } from '@client/ui/form/PortraitCropper'

const CROP = { x: 0.1, y: 0.1, width: 0.4, height: 0.5 }
const WHOLE = /^Сейчас фото будет видно целиком/

/** jsdom has no layout: a picture of 800 × 600 in a stage of 400 × 300. */
beforeAll(() => {
  const sizes = { offsetWidth: 400, offsetHeight: 300, naturalWidth: 800, naturalHeight: 600 }
  for (const [name, value] of Object.entries(sizes)) {
    const owner = name.startsWith('natural') ? HTMLImageElement.prototype : HTMLElement.prototype
    Object.defineProperty(owner, name, { configurable: true, get: () => value })
  }
  HTMLElement.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 400, 300)
  globalThis.ResizeObserver = class {
    observe = () => undefined
    unobserve = () => undefined
    disconnect = () => undefined
  }
})

function open(first: PortraitView) {
  const chosen: PortraitView[] = []
  function Form() {
    const [view, setView] = useState(first)
    const change = (next: PortraitView) => {
      chosen.push(next)
      setView(next)
    }
    return <PortraitCropper url="/media/7/picture.jpg" view={view} onChange={change} />
  }
  const { container } = render(<Form />)
  const picture = container.querySelector('img') as HTMLImageElement
  fireEvent.load(picture)
  return { chosen, picture }
}

it('leaves a picture that nobody touches whole, and says so', () => {
  const { chosen } = open({ rotate: 0, crop: null })

  expect(chosen).toEqual([])
  expect(screen.getByRole('status')).toHaveTextContent(WHOLE)
})

it('shows a part of it when somebody enlarges it', async () => {
  const { chosen } = open({ rotate: 0, crop: null })

  fireEvent.change(screen.getByRole('slider', { name: 'Крупнее' }), { target: { value: '2' } })

  await waitFor(() => expect(chosen.at(-1)?.crop).toBeTruthy())
  const { x, y, width, height } = chosen.at(-1)?.crop ?? { x: 0, y: 0, width: 0, height: 0 }
  expect((width * 800) / (height * 600)).toBeCloseTo(4 / 5, 1)
  expect([x + width / 2, y + height / 2]).toEqual([expect.closeTo(0.5, 1), expect.closeTo(0.5, 1)])
  expect(screen.getByRole('status')).toHaveTextContent('На странице будет видно то, что в рамке.')
})

it('shows all of it again, turned as it was', () => {
  const { chosen } = open({ rotate: 90, crop: CROP })

  fireEvent.click(screen.getByRole('button', { name: 'Показать целиком' }))

  expect(chosen.at(-1)).toEqual({ rotate: 90, crop: null })
  expect(screen.getByRole('status')).toHaveTextContent(WHOLE)
})

it('turns it by a quarter at a press, and all of it is shown', () => {
  const { chosen } = open({ rotate: 270, crop: CROP })

  fireEvent.click(screen.getByRole('button', { name: 'Повернуть' }))
  fireEvent.click(screen.getByRole('button', { name: 'Повернуть' }))

  expect(chosen.slice(-2)).toEqual([
    { rotate: 0, crop: null },
    { rotate: 90, crop: null },
  ])
})

it('says that a picture which the browser does not know can be cropped once it is saved', () => {
  const { picture } = open({ rotate: 0, crop: null })

  fireEvent.error(picture)

  expect(screen.getByText(/можно будет после сохранения/)).toBeVisible()
})

it('tells screen readers what the frame is for', () => {
  open({ rotate: 0, crop: null })

  expect(screen.getByRole('group', { name: /^Часть фото, которую увидят/ })).toBeVisible()
})
