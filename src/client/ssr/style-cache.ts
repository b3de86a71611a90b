import createCache, { type EmotionCache, type Options, type StylisPlugin } from '@emotion/cache'

/** The prefix of all class names. */
export const STYLE_KEY = 'css'

/** What browsers in our list support only with a prefix. All other prefixes would make up a quarter of the styles. */
const PREFIXED_ONLY = new Set(['user-select', 'print-color-adjust'])

const prefixWhatNeedsIt: StylisPlugin = (element) => {
  if (element.type === 'decl' && PREFIXED_ONLY.has(String(element.props))) {
    element.return = `-webkit-${element.value}${element.value}`
  }
}

/** How styles become CSS: the same on the server and in the browser. */
export const STYLE_OPTIONS: Options = { key: STYLE_KEY, stylisPlugins: [prefixWhatNeedsIt] }

/** `prepend` puts its style elements before our CSS files. */
export function createStyleCache(): EmotionCache {
  nameRenderedStyles()
  return createCache({ ...STYLE_OPTIONS, prepend: true })
}

/**
 * Emotion looks for the names of server-rendered styles in an attribute. All of them are in the style sheet too, so the
 * server omits the attribute: twice is too much for the first packets of a response.
 */
function nameRenderedStyles(): void {
  for (const element of document.querySelectorAll<HTMLElement>(`style[data-emotion="${STYLE_KEY}"]:not([data-s])`)) {
    element.dataset.emotion = [STYLE_KEY, ...namesOfStyles(element.textContent)].join(' ')
  }
}

/** The names of the classes and animations in a sheet, as in the style cache. */
export function namesOfStyles(css: string): string[] {
  const names = Array.from(css.matchAll(STYLE_NAME), ([, className, animation]) => className ?? animation ?? '')
  return [...new Set(names)]
}

const STYLE_NAME = new RegExp(`\\.${STYLE_KEY}-([\\w-]+)|@keyframes ([\\w-]+)`, 'g')
