const CONTROLS = 'a[href], button, summary, label'
/** A browser makes a click of a touch sooner than this. */
const TOUCH_TO_CLICK_MS = 1_000

/**
 * Keeps taps on the controls that were touched. A browser looks for what is under the finger again after the finger is up,
 * and on a weak phone that takes a while: where the page has moved meanwhile, as when the program takes it over or letters
 * get their own look, the click would hit what stands there now, or nothing.
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

/** A control that is still under the finger, and does not get the click, is behind something on purpose. */
function hasMovedAway(control: HTMLElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = control.getBoundingClientRect()
  const isUnderFinger = left <= clientX && clientX <= right && top <= clientY && clientY <= bottom
  return control.isConnected && !isUnderFinger
}
