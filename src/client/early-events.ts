declare global {
  interface Window {
    /** The reader's events so far, recorded by the script in the head of index.html. */
    earlyEvents?: Event[]
    /** Shares the page and plays its first recording until hydration: a listener of that script. */
    handleEarlyClick?: (event: MouseEvent) => void
    /** Says that the site did not load, with a button that reloads the page: a function of that script. */
    showStartFailure?: () => void
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface EarlyEvents {
  /** Stops recording and replays everything, once. */
  replay: () => void
  /** Drops the recorded click and records no more clicks. Recorded input is still replayed by `replay`. */
  release: () => void
}

/** Whether the reader interacted before this script ran. */
export function hasEarlyEvents(): boolean {
  return (window.earlyEvents?.length ?? 0) > 0
}

/** The delay before a message explains why a click has had no effect yet. */
const SLOW_AFTER_MS = 8_000
const SLOW = 'Связь слабая, ещё немного'

/**
 * Records what a reader does between the first paint and hydration: the last click on a button, and everything typed or
 * selected. Links and submit buttons work without hydration. The clicked button shows that the click was registered (see
 * start.css).
 */
export function recordEarlyEvents(root: HTMLElement): EarlyEvents {
  let pressed: HTMLElement | undefined
  let slowNotice: { end: () => void } | undefined
  const filled = new Set<Field>()

  function recordPress(event: MouseEvent): void {
    const control = (event.target as Element).closest<HTMLElement>('a[href], button, summary, label, input')
    if (!(control instanceof HTMLButtonElement) || (control.type === 'submit' && control.form)) return
    event.preventDefault()
    pressed?.removeAttribute('aria-busy')
    pressed = control
    pressed.setAttribute('aria-busy', 'true')
    slowNotice ??= showWhenSlow()
  }

  /** The browser submits the form itself. */
  function showSubmitted({ submitter }: SubmitEvent): void {
    submitter?.setAttribute('aria-busy', 'true')
  }

  function recordValue({ target }: Event): void {
    if (isField(target)) filled.add(target)
  }

  for (const event of window.earlyEvents ?? []) {
    if (event.type === 'click') recordPress(event as MouseEvent)
    if (event.type === 'input') recordValue(event)
  }
  delete window.earlyEvents
  root.addEventListener('click', recordPress, true)
  root.addEventListener('submit', showSubmitted, true)
  root.addEventListener('input', recordValue, true)
  return { replay, release }

  function release(): void {
    root.removeEventListener('click', recordPress, true)
    root.removeEventListener('submit', showSubmitted, true)
    slowNotice?.end()
    pressed?.removeAttribute('aria-busy')
    pressed = undefined
  }

  function replay(): void {
    const button = pressed
    release()
    root.removeEventListener('input', recordValue, true)
    if (window.handleEarlyClick) window.removeEventListener('click', window.handleEarlyClick, true)
    for (const field of filled) if (field.isConnected) reportValue(field)
    if (button?.isConnected) button.click()
  }
}

/** Shows a message when hydration takes too long. `end` removes it. */
function showWhenSlow(): { end: () => void } {
  const status = document.createElement('p')
  // Screen readers announce only changes of a status that is already in the page.
  status.role = 'status'
  status.className = 'slow-line'
  document.body.append(status)
  const timer = setTimeout(() => (status.textContent = SLOW), SLOW_AFTER_MS)
  return {
    end() {
      clearTimeout(timer)
      status.remove()
    },
  }
}

function isField(target: unknown): target is Field {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}

/** React assumes that a field's value at hydration is known: the value has to change once more to be noticed. */
function reportValue(field: Field): void {
  // An event like this hydrates a late part of the page at once (see ui/hydrated-apart.tsx).
  field.dispatchEvent(new Event('input', { bubbles: true }))
  const { value } = field
  if (!(field instanceof HTMLSelectElement)) {
    field.value = ''
    const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
    property?.set?.call(field, value)
  }
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

const CONTROLS = 'a[href], button, summary, label'
/** A browser turns a touch into a click sooner than this. */
const TOUCH_TO_CLICK_MS = 1_000

/**
 * Sends a tap to the control that was touched. A browser looks for the element under the finger again after the finger is
 * lifted, which takes a while on a weak phone: if the page has shifted, as at hydration or when a font loads, the click
 * would hit what is there now, or nothing.
 */
export function retargetShiftedTaps(): void {
  let touched: { control: HTMLElement; at: number } | undefined

  function recordTouch({ target, touches, timeStamp }: TouchEvent): void {
    const control = touches.length === 1 && (target as Element).closest<HTMLElement>(CONTROLS)
    touched = control ? { control, at: timeStamp } : undefined
  }

  function forgetTouch(): void {
    touched = undefined
  }

  function redirect(event: MouseEvent): void {
    if (!touched || event.timeStamp - touched.at > TOUCH_TO_CLICK_MS) return
    const { control } = touched
    forgetTouch()
    if (!hasMovedAway(control, event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    control.click()
  }

  addEventListener('touchstart', recordTouch, { capture: true, passive: true })
  for (const type of ['touchmove', 'touchcancel']) addEventListener(type, forgetTouch, { capture: true, passive: true })
  addEventListener('click', redirect, true)
}

/** A control that is still under the finger, but does not get the click, is covered on purpose. */
function hasMovedAway(control: HTMLElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = control.getBoundingClientRect()
  const isUnderFinger = left <= clientX && clientX <= right && top <= clientY && clientY <= bottom
  return control.isConnected && !isUnderFinger
}
