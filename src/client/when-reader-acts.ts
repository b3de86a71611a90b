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

/**
 * Calls back once when somebody does something with the page, or at once when somebody has, or when this browser holds an
 * account's token: what its holder sees is not what the server rendered for everybody. Tokens of PINs open closed memorials, which are never rendered,
 * so they are not looked for: the first look into a session's storage holds a weak phone for longer than the rest of this script.
 */
export function whenReaderActs(callBack: () => void, { hasActed = false } = {}): void {
  if (hasActed || holdsAccountToken()) {
    callBack()
    return
  }
  const act = () => {
    for (const type of ACTS) removeEventListener(type, act, true)
    callBack()
  }
  for (const type of ACTS) addEventListener(type, act, { capture: true, passive: true })
}
