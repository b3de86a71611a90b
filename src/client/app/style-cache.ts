import createCache, { type EmotionCache, type Options, type StylisPlugin } from '@emotion/cache'

/** Begins the names of all classes. */
export const STYLE_KEY = 'css'

/** What browsers of our list know by a prefixed name only. All other prefixes would be a quarter of the styles. */
const PREFIXED_ONLY = new Set(['user-select', 'print-color-adjust'])

const prefixWhatNeedsIt: StylisPlugin = (element) => {
  if (element.type === 'decl' && PREFIXED_ONLY.has(String(element.props))) {
    element.return = `-webkit-${element.value}${element.value}`
  }
}

/** How styles become CSS: the same on the server and in the browser. */
export const STYLE_OPTIONS: Options = { key: STYLE_KEY, stylisPlugins: [prefixWhatNeedsIt] }

/** `prepend` keeps its style elements before our CSS files. */
export function createStyleCache(): EmotionCache {
  return createCache({ ...STYLE_OPTIONS, prepend: true })
}
