const LABELABLE = 'button, input:not([type="hidden"]), meter, output, progress, select, textarea'
const BY_ID = /^\[id="([^"\\]+)"\]$/

let areQuick = false

/**
 * Queries by label read the labels of every button and field: for each, jsdom walks the whole document once for every label.
 * They took a tenth of a test's time.
 */
export function makeLabelsQuick(): void {
  if (areQuick) return
  areQuick = true
  for (const { prototype } of [
    HTMLButtonElement,
    HTMLInputElement,
    HTMLMeterElement,
    HTMLOutputElement,
    HTMLProgressElement,
    HTMLSelectElement,
    HTMLTextAreaElement,
  ]) {
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its element
    const { get } = Object.getOwnPropertyDescriptor(prototype, 'labels') ?? {}
    if (!get) throw new Error('jsdom defines labels somewhere else')
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      get(this: HTMLElement) {
        const isElsewhere = !this.isConnected || this.getAttribute('type') === 'hidden'
        return isElsewhere ? (get.call(this) as unknown) : labelsOf(this)
      },
    })
  }
  findByIdQuickly()
}

function labelsOf(control: HTMLElement): HTMLLabelElement[] {
  const around = control.closest('label')
  const labels = around && !around.hasAttribute('for') && around.querySelector(LABELABLE) === control ? [around] : []
  if (!control.id) return labels
  const named = control.ownerDocument.querySelectorAll('label')
  return [...labels, ...Array.from(named).filter(({ htmlFor }) => htmlFor === control.id)]
}

/** Testing Library looks so for what `aria-labelledby` names, and jsdom tries the selector on every element. */
function findByIdQuickly(): void {
  // The property, not one of its overloads, some of which are deprecated.
  const { value } = Object.getOwnPropertyDescriptor(Element.prototype, 'querySelector') ?? {}
  const querySelector = value as (this: Element, selector: string) => Element | null
  function quickly(this: Element, selector: string): Element | null {
    const [, id] = BY_ID.exec(selector) ?? []
    const found = id && this.isConnected ? this.ownerDocument.getElementById(id) : null
    return found && found !== this && this.contains(found) ? found : querySelector.call(this, selector)
  }
  Object.defineProperty(Element.prototype, 'querySelector', { configurable: true, writable: true, value: quickly })
}
