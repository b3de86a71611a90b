type ComputedStyle = typeof window.getComputedStyle

/** The display of elements by jsdom's own style sheet, by everything that its rules depend on. */
const displays = new Map<string, string>()
let whole: ComputedStyle | undefined

/**
 * Role queries read the display and visibility of every element and its ancestors, and jsdom tries all rules of its style
 * sheet on each: a tenth of a test's time. If no rule of the document hides anything, both are known without that.
 */
export function makeComputedStyleQuick(): void {
  const view = document.defaultView
  if (!view || whole) return
  whole = view.getComputedStyle.bind(view)
  const quick: ComputedStyle = (element, pseudo) =>
    pseudo || canHide() ? compute(element, pseudo) : quickStyleOf(element)
  for (const target of [window, view]) {
    Object.defineProperty(target, 'getComputedStyle', { configurable: true, writable: true, value: quick })
  }
}

const compute: ComputedStyle = (element, pseudo) => {
  if (!whole) throw new Error('Nothing computes styles yet')
  return whole(element, pseudo)
}

/** The style sheets seen so far, with the number of rules that each had then. */
const sheets = new WeakMap<CSSStyleSheet, { count: number; hides: boolean }>()

/** Whether a rule of the document hides elements. Style sheets of packages mostly set positions and colours. */
function canHide(): boolean {
  return Array.from(document.styleSheets).some((sheet) => {
    const known = sheets.get(sheet)
    if (known?.count === sheet.cssRules.length) return known.hides
    const hides = /display:\s*none|visibility:\s*(hidden|collapse)/.test(textOf(sheet))
    sheets.set(sheet, { count: sheet.cssRules.length, hides })
    return hides
  })
}

const textOf = (sheet: CSSStyleSheet) => Array.from(sheet.cssRules, ({ cssText }) => cssText).join('\n')

/** MUI reads these for each text area at each render, to measure its lines: jsdom has no lines in any case. */
const SIZES_OF_A_TEXT_AREA = [
  'width',
  'boxSizing',
  'paddingBottom',
  'paddingTop',
  'borderBottomWidth',
  'borderTopWidth',
]

let textAreaSizes: Record<string, () => string> | undefined

function quickStyleOf(element: Element): CSSStyleDeclaration {
  const known: Record<string, () => string> = {
    display: () => displayOf(element),
    visibility: () => visibilityOf(element),
    ...(element.localName === 'textarea' && (textAreaSizes ??= sizesOf(compute(element)))),
  }
  let computed: CSSStyleDeclaration | undefined
  return new Proxy({} as CSSStyleDeclaration, {
    get(_nothing, name) {
      const quick = known[String(name)]
      if (quick) return quick()
      if (name === 'getPropertyValue')
        return (property: string) => known[property]?.() ?? full().getPropertyValue(property)
      const value: unknown = Reflect.get(full(), name)
      return typeof value === 'function' ? (value.bind(full()) as unknown) : value
    },
  })

  function full(): CSSStyleDeclaration {
    return (computed ??= compute(element))
  }
}

function sizesOf(computed: CSSStyleDeclaration): Record<string, () => string> {
  return Object.fromEntries(
    SIZES_OF_A_TEXT_AREA.map((name) => {
      const size = String(Reflect.get(computed, name))
      return [name, () => size]
    }),
  )
}

function displayOf(element: Element): string {
  const inline = (element as HTMLElement).style.display
  if (inline) return inline
  const { parentElement: parent } = element
  const seen = [element.localName, element.namespaceURI, element.getAttribute('type'), parent?.localName]
  const flags = [element.hasAttribute('hidden'), element.hasAttribute('open'), parent?.hasAttribute('open')]
  const kind = [...seen, ...flags].join()
  const known = displays.get(kind)
  if (known !== undefined) return known
  const { display } = compute(element)
  displays.set(kind, display)
  return display
}

/** Visibility is inherited, and no rule of jsdom's sheet sets it. */
function visibilityOf(element: Element): string {
  for (let holder: Element | null = element; holder; holder = holder.parentElement) {
    const { visibility } = (holder as HTMLElement).style
    if (visibility && visibility !== 'inherit') return visibility
  }
  return 'visible'
}
