import { ACCOUNT_TOKEN_KEY, PIN_TOKEN_KEY_PREFIX } from './store/token-keys'

const ACTS = [
  'pointerdown',
  'pointermove',
  'touchstart',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
  'beforeprint',
] as const

/**
 * Calls back once when somebody does something with the page, or at once when this browser holds a token: what its holder
 * sees is not what the server rendered for everybody.
 */
export function whenReaderActs(callBack: () => void): void {
  if (holdsToken()) {
    callBack()
    return
  }
  const act = () => {
    for (const type of ACTS) removeEventListener(type, act, true)
    callBack()
  }
  for (const type of ACTS) addEventListener(type, act, { capture: true, passive: true })
}

/** A browser that forbids its storages holds none. */
function holdsToken(): boolean {
  try {
    const hasPinToken = Object.keys(sessionStorage).some((key) => key.startsWith(PIN_TOKEN_KEY_PREFIX))
    return hasPinToken || localStorage.getItem(ACCOUNT_TOKEN_KEY) !== null
  } catch {
    return false
  }
}
