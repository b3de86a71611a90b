import createCache, { type EmotionCache, type Options, type StylisPlugin } from '@emotion/cache'

declare global {
  interface Window {
    /** Where goober, which styles notistack, looks for the nonce of its style element. */
    __nonce__?: string
  }
}

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

/** A cache of styles whose elements the page's security policy lets in. `prepend` keeps them before our CSS files. */
export function createStyleCache(nonce: string | undefined): EmotionCache {
  return createCache({ ...STYLE_OPTIONS, nonce, prepend: true })
}

/** The nonce that the server wrote into the page. Its policy refuses style elements without it. */
export function readStyleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content
}
