import createCache, { type EmotionCache } from '@emotion/cache'

declare global {
  interface Window {
    /** Where goober, which styles notistack, looks for the nonce of its style element. */
    __nonce__?: string
  }
}

/** Begins the names of all classes. */
export const STYLE_KEY = 'css'

/** A cache of styles whose elements the page's security policy lets in. `prepend` keeps them before our CSS files. */
export function createStyleCache(nonce: string | undefined): EmotionCache {
  return createCache({ key: STYLE_KEY, nonce, prepend: true })
}

/** The nonce that the server wrote into the page. Its policy refuses style elements without it. */
export function readStyleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content
}
