/** A keyboard event from React or from the DOM. */
type KeyPress = Pick<
  KeyboardEvent,
  'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey' | 'repeat' | 'target' | 'currentTarget'
>

export type ListAction = 'next' | 'previous' | 'agree' | 'refuse'

/** By physical key (`code`), so that the keyboard layout does not matter. */
const ACTIONS: Partial<Record<string, ListAction>> = {
  ArrowDown: 'next',
  KeyJ: 'next',
  ArrowUp: 'previous',
  KeyK: 'previous',
  KeyA: 'agree',
  KeyR: 'refuse',
}
const FIELDS = 'input, textarea, select, [contenteditable]'

/** The action of a key in the list. Undefined while typing in a field, with a modifier key, and in a dialog of an item. */
export function listAction(event: KeyPress): ListAction | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || isInField(event)) return undefined
  // React bubbles events of a dialog to the component that renders it, wherever the dialog is in the DOM.
  if (!(event.currentTarget as Element).contains(event.target as Node)) return undefined
  const action = ACTIONS[event.code]
  // A held-down arrow key may repeat, but a held-down letter must not decide about one item after another.
  return event.repeat && (action === 'agree' || action === 'refuse') ? undefined : action
}

/** Ctrl+Z, or ⌘Z on a Mac, outside of form fields. */
export function isUndoKey(event: KeyPress): boolean {
  const { code, ctrlKey, metaKey, altKey, shiftKey } = event
  return code === 'KeyZ' && (ctrlKey || metaKey) && !altKey && !shiftKey && !isInField(event)
}

function isInField({ target }: KeyPress): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null
}
