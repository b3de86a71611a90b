import { hasEarlyEvents, recordEarlyEvents } from '@client/early-events'

let root: HTMLElement
beforeEach(() => {
  document.body.innerHTML = '<div id="root"><button type="button">Меню</button><input name="lastname" /></div>'
  root = document.body.firstElementChild as HTMLElement
  window.earlyEvents = []
  for (const type of ['click', 'input', 'scroll']) addEventListener(type, keepBeforeStart, true)
})
afterEach(() => {
  for (const type of ['click', 'input', 'scroll']) removeEventListener(type, keepBeforeStart, true)
})

/** As the script in the head of index.html does. */
const keepBeforeStart = (event: Event) => window.earlyEvents?.push(event)
const button = () => root.querySelector('button') as HTMLButtonElement
const field = () => root.querySelector('input') as HTMLInputElement

it('a press before the first script is repeated once the program is there', () => {
  button().click()
  expect(hasEarlyEvents()).toBe(true)
  const { replay } = recordEarlyEvents(root)
  expect(window.earlyEvents).toBeUndefined()

  const pressed = jest.fn()
  button().addEventListener('click', pressed)
  replay()
  expect(pressed).toHaveBeenCalledTimes(1)
})

it('what was typed before the first script is told to the program', () => {
  field().value = 'Орлов'
  field().dispatchEvent(new Event('input', { bubbles: true }))
  const { replay } = recordEarlyEvents(root)

  const typed = jest.fn()
  field().addEventListener('input', typed)
  replay()
  expect(typed).toHaveBeenCalled()
  expect(field()).toHaveValue('Орлов')
})

it('a page that was only opened waits for its reader', () => {
  expect(hasEarlyEvents()).toBe(false)
  window.dispatchEvent(new Event('scroll'))
  expect(hasEarlyEvents()).toBe(true)
})

it('the button that was pressed last shows that it was heard, until the program is there', () => {
  const { replay } = recordEarlyEvents(root)
  const other = root.appendChild(document.createElement('button'))
  button().click()
  expect(button()).toHaveAttribute('aria-busy', 'true')
  other.click()
  expect(button()).not.toHaveAttribute('aria-busy')
  expect(other).toHaveAttribute('aria-busy', 'true')

  replay()
  expect(other).not.toHaveAttribute('aria-busy')
})

it('the button of a form that is sent shows that it was heard', () => {
  const { replay } = recordEarlyEvents(root)
  root.innerHTML = '<form><button>Зажечь свечу</button></form>'
  const form = root.querySelector('form') as HTMLFormElement
  form.addEventListener('submit', (event) => event.preventDefault())
  button().click()
  expect(button()).toHaveAttribute('aria-busy', 'true')
  button().removeAttribute('aria-busy')

  replay()
  button().click()
  expect(button()).not.toHaveAttribute('aria-busy')
})

it('whoever has pressed something is told after eight seconds why nothing has come of it', () => {
  jest.useFakeTimers()
  const { replay } = recordEarlyEvents(root)
  jest.advanceTimersByTime(8_000)
  expect(document.querySelector('[role="status"]')).toBeNull()

  button().click()
  jest.advanceTimersByTime(7_999)
  expect(document.querySelector('[role="status"]')).toBeEmptyDOMElement()
  jest.advanceTimersByTime(1)
  expect(document.querySelector('[role="status"]')).toHaveTextContent('Связь слабая, ещё немного')

  replay()
  expect(document.querySelector('[role="status"]')).toBeNull()
  jest.useRealTimers()
})

it('the head of the page answers no more presses once the program is there', () => {
  window.handleEarlyClick = jest.fn()
  addEventListener('click', window.handleEarlyClick, true)
  const { replay } = recordEarlyEvents(root)
  button().click()
  expect(window.handleEarlyClick).toHaveBeenCalledTimes(1)

  replay()
  expect(window.handleEarlyClick).toHaveBeenCalledTimes(1)
  delete window.handleEarlyClick
})

it('when the program does not come, the press is dropped and buttons are free, but what was typed is not lost', () => {
  const { release, replay } = recordEarlyEvents(root)
  button().click()
  field().value = 'Орлов'
  field().dispatchEvent(new Event('input', { bubbles: true }))
  release()
  expect(button()).not.toHaveAttribute('aria-busy')
  button().click()
  expect(button()).not.toHaveAttribute('aria-busy')

  const [pressed, typed] = [jest.fn(), jest.fn()]
  button().addEventListener('click', pressed)
  field().addEventListener('input', typed)
  replay()
  expect(pressed).not.toHaveBeenCalled()
  expect(typed).toHaveBeenCalled()
})
