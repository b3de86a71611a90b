import { fireEvent } from '@testing-library/react'
import { retargetShiftedTaps } from '@client/early-events'

beforeAll(() => retargetShiftedTaps())

const pressed = jest.fn()
const pressedElsewhere = jest.fn()
let control: HTMLElement
let elsewhere: HTMLElement
beforeEach(() => {
  jest.clearAllMocks()
  document.body.innerHTML = '<button type="button"><span>Меню</span></button><a href="#other">Другая</a>'
  ;[control, elsewhere] = [...document.body.children] as [HTMLElement, HTMLElement]
  control.addEventListener('click', pressed)
  elsewhere.addEventListener('click', pressedElsewhere)
  standsAt(0)
})

const standsAt = (top: number) => (control.getBoundingClientRect = () => new DOMRect(0, top, 100, 44))

function touch(): void {
  fireEvent.touchStart(control.firstElementChild as Element, { touches: [{}] })
}

const click = (element: HTMLElement) => fireEvent.click(element, { clientX: 50, clientY: 20 })

it('a control that moved away from the finger is pressed, and what came in its place is not', () => {
  touch()
  standsAt(60)
  click(elsewhere)
  expect(pressed).toHaveBeenCalledTimes(1)
  expect(pressedElsewhere).not.toHaveBeenCalled()
})

it('a control that stays is pressed once', () => {
  touch()
  click(control)
  expect(pressed).toHaveBeenCalledTimes(1)
})

it('what comes in front of a control gets the click', () => {
  touch()
  click(elsewhere)
  expect(pressedElsewhere).toHaveBeenCalledTimes(1)
  expect(pressed).not.toHaveBeenCalled()
})

it.each(['touchMove', 'touchCancel'] as const)('after %s it was no tap', (end) => {
  touch()
  fireEvent[end](control)
  standsAt(60)
  click(elsewhere)
  expect(pressed).not.toHaveBeenCalled()
  expect(pressedElsewhere).toHaveBeenCalledTimes(1)
})

it('a control that is gone is not pressed', () => {
  touch()
  control.remove()
  standsAt(60)
  click(elsewhere)
  expect(pressed).not.toHaveBeenCalled()
  expect(pressedElsewhere).toHaveBeenCalledTimes(1)
})
