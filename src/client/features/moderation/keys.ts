/** Of React or of the document itself. */
type KeyPress = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey' | 'repeat' | 'target'>

export type ListAction = 'next' | 'previous' | 'approved' | 'rejected'

/** By the place of a key, so that the layout in use does not matter. */
const ACTIONS: Partial<Record<string, ListAction>> = {
  ArrowDown: 'next',
  KeyJ: 'next',
  ArrowUp: 'previous',
  KeyK: 'previous',
  KeyA: 'approved',
  KeyR: 'rejected',
}
const FIELDS = 'input, textarea, select, [contenteditable]'

/** What a key means in the list; nothing while typing or with a modifier. */
export function listAction(event: KeyPress): ListAction | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || isInField(event)) return undefined
  const action = ACTIONS[event.code]
  // A key held down moves on, but must not decide about one memory after another.
  return event.repeat && (action === 'approved' || action === 'rejected') ? undefined : action
}

/** Ctrl+Z, on a Mac ⌘Z. */
export function isUndoKey(event: KeyPress): boolean {
  const { code, ctrlKey, metaKey, altKey, shiftKey } = event
  return code === 'KeyZ' && (ctrlKey || metaKey) && !altKey && !shiftKey && !isInField(event)
}

function isInField({ target }: KeyPress): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null
}
