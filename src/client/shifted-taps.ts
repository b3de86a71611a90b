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
