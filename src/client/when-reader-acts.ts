import { holdsToken } from './store/token-storage'

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
