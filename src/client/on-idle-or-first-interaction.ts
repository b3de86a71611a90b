import { holdsAccountToken } from './store/token-storage'

const INTERACTION_EVENTS = [
  'pointerdown',
  'pointermove',
  'touchstart',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
  // For dictation and on-screen keyboards it may be the only event.
  'input',
  'beforeprint',
] as const

/** The longest wait for an idle browser, and the delay in browsers without `requestIdleCallback`. */
const IDLE_AFTER_MS = 1000

/** https://wicg.github.io/netinfo, which Safari and Firefox do not implement. */
interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/**
 * Calls back once: when the page with its images and fonts has loaded and the browser is idle, or at the first interaction if
 * that comes first. With Save-Data or on a 2G connection it waits for the interaction. It calls back at once after an earlier
 * interaction, and in a browser with an account token, because that account sees more than the server rendered. It does not
 * look for memorial tokens: they open closed memorials, which are never rendered, and the first read of sessionStorage blocks a
 * weak phone for longer than the rest of this script.
 */
export function onIdleOrFirstInteraction(callBack: () => void, { hasActed = false } = {}): void {
  if (hasActed || holdsAccountToken()) {
    callBack()
    return
  }
  let isDue = false
  const call = () => {
    if (isDue) return
    isDue = true
    for (const type of INTERACTION_EVENTS) removeEventListener(type, call, true)
    callBack()
  }
  for (const type of INTERACTION_EVENTS) addEventListener(type, call, { capture: true, passive: true })
  if (!isSavingData()) whenLoaded(() => whenIdle(call))
}

function isSavingData(): boolean {
  const { saveData, effectiveType } = (navigator as { connection?: Connection }).connection ?? {}
  return saveData === true || /2g$/.test(effectiveType ?? '')
}

function whenLoaded(callBack: () => void): void {
  if (document.readyState === 'complete') callBack()
  else addEventListener('load', callBack, { once: true })
}

function whenIdle(callBack: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(callBack, { timeout: IDLE_AFTER_MS })
  else setTimeout(callBack, IDLE_AFTER_MS)
}
