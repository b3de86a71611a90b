import { hasEarlyEvents, keepEarlyEvents } from '@client/early-events'

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
  const replay = keepEarlyEvents(root)
  expect(window.earlyEvents).toBeUndefined()

  const pressed = jest.fn()
  button().addEventListener('click', pressed)
  replay()
  expect(pressed).toHaveBeenCalledTimes(1)
})

it('what was typed before the first script is told to the program', () => {
  field().value = 'Орлов'
  field().dispatchEvent(new Event('input', { bubbles: true }))
  const replay = keepEarlyEvents(root)

  const typed = jest.fn()
  field().addEventListener('input', typed)
  replay()
  expect(typed).toHaveBeenCalledTimes(1)
  expect(field()).toHaveValue('Орлов')
})

it('a page that was only opened waits for its reader', () => {
  expect(hasEarlyEvents()).toBe(false)
  window.dispatchEvent(new Event('scroll'))
  expect(hasEarlyEvents()).toBe(true)
})
