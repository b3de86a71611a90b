import { holdsAccountToken } from './store/token-storage'

const ACTS = [
  'pointerdown',
  'pointermove',
  'touchstart',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
  // Of what is dictated, or comes from a keyboard on the screen, it may be the only one.
  'input',
  'beforeprint',
] as const

/** Where a browser knows no idle time, and where it never is idle. */
const IDLE_AFTER_MS = 1000

/** https://wicg.github.io/netinfo: not in Safari and Firefox. */
interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/**
 * Calls back once, when a page that the server rendered should get its program: when its pictures and fonts have come and the
 * browser has nothing to do, or at the first thing that the reader does, if that is earlier. Who saves data or has a line of
 * 2G pays for the program with the first touch only. It is due at once when the reader has acted already, or when this browser holds an account's
 * token: what its holder sees is not what the server rendered for everybody. Tokens of PINs open closed memorials, which are
 * never rendered, so they are not looked for: the first look into a session's storage holds a weak phone for longer than the
 * rest of this script.
 */
export function whenProgramIsDue(callBack: () => void, { hasActed = false } = {}): void {
  if (hasActed || holdsAccountToken()) {
    callBack()
    return
  }
  let isDue = false
  const call = () => {
    if (isDue) return
    isDue = true
    for (const type of ACTS) removeEventListener(type, call, true)
    callBack()
  }
  for (const type of ACTS) addEventListener(type, call, { capture: true, passive: true })
  if (!isLineDear()) whenLoaded(() => whenIdle(call))
}

function isLineDear(): boolean {
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
