declare global {
  interface Window {
    /** What the reader has done until now, kept by the script in the head of index.html. */
    earlyEvents?: Event[]
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Whether the reader has done something before this script was here. */
export function hasEarlyEvents(): boolean {
  return (window.earlyEvents?.length ?? 0) > 0
}

/**
 * Keeps what a reader does before the program is there, and has done since the page was painted: the last press of a button,
 * and what was typed or chosen. Links and the buttons that send a form need no program. Returns what repeats it all, once.
 */
export function keepEarlyEvents(root: HTMLElement): () => void {
  let pressed: HTMLElement | undefined
  const filled = new Set<Field>()

  function keepPress(event: MouseEvent): void {
    const control = (event.target as Element).closest<HTMLElement>('a[href], button, summary, label, input')
    if (!(control instanceof HTMLButtonElement) || (control.type === 'submit' && control.form)) return
    event.preventDefault()
    pressed = control
  }

  function keepValue({ target }: Event): void {
    if (isField(target)) filled.add(target)
  }

  for (const event of window.earlyEvents ?? []) {
    if (event.type === 'click') keepPress(event as MouseEvent)
    if (event.type === 'input') keepValue(event)
  }
  delete window.earlyEvents
  root.addEventListener('click', keepPress, true)
  root.addEventListener('input', keepValue, true)
  return () => {
    root.removeEventListener('click', keepPress, true)
    root.removeEventListener('input', keepValue, true)
    for (const field of filled) if (field.isConnected) tellValue(field)
    if (pressed?.isConnected) pressed.click()
  }
}

function isField(target: unknown): target is Field {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}

/** React takes a value that the field had when it was hydrated for known: it must seem to change once more. */
function tellValue(field: Field): void {
  const { value } = field
  if (!(field instanceof HTMLSelectElement)) {
    field.value = ''
    const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
    property?.set?.call(field, value)
  }
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
