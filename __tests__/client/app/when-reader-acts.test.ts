import { whenReaderActs } from '@client/when-reader-acts'

// A browser tells no keys of what is dictated or put in by a keyboard on the screen.
it.each(['focusin', 'input', 'keydown', 'pointerdown', 'scroll'])('%s alone wakes the program, once', (type) => {
  const callBack = jest.fn()
  whenReaderActs(callBack)
  expect(callBack).not.toHaveBeenCalled()
  window.dispatchEvent(new Event(type))
  window.dispatchEvent(new Event(type))
  expect(callBack).toHaveBeenCalledTimes(1)
})

it('a page whose reader has acted before does not wait', () => {
  const callBack = jest.fn()
  whenReaderActs(callBack, { hasActed: true })
  expect(callBack).toHaveBeenCalledTimes(1)
})
