import { LRUCache } from 'lru-cache'
import { createElement, type ReactNode } from 'react'
import type { FragmentCache } from '@client/ui/cached-fragment'

/** One per class of an element; animations have one too. */
export interface StyleOfElement {
  name: string
  css: string
}

interface Fragment {
  html: string
  styles: StyleOfElement[]
}

/** Room for the cards of some thousand memorials. */
const CACHE_MAX_BYTES = 8 * 1024 ** 2
/** The approximate size of a fragment besides its HTML: styles are shared. */
const FRAGMENT_OVERHEAD_BYTES = 500

const TAG = 'kept-part'
const START = `<${TAG} n="`
const END = `</${TAG}>`

/** The fragments of one page that is being rendered. */
export interface RenderedFragments extends FragmentCache {
  /**
   * Inserts cached fragments into the markup, and caches the new ones. `stylesOf` finds the styles that a fragment of this
   * rendering uses. They are returned with the markup, in an order that does not depend on which fragments were cached: the
   * same page is the same text each time, and a browser that has it need not download it again.
   */
  render(markup: string, stylesOf: (html: string) => StyleOfElement[]): { html: string; styles: StyleOfElement[] }
}

/** Caches fragments of pages between renderings. The least recently used are evicted. */
export function createFragmentCache(): () => RenderedFragments {
  const cache = new LRUCache<string, Fragment>({
    maxSize: CACHE_MAX_BYTES,
    sizeCalculation: ({ html }, key) => 2 * (html.length + key.length) + FRAGMENT_OVERHEAD_BYTES,
  })

  return () => {
    const placed: { key: string; fragment: Fragment | undefined }[] = []

    return {
      place(key: string, content: ReactNode) {
        const fragment = cache.get(key)
        const n = placed.push({ key, fragment }) - 1
        return createElement(TAG, { n }, fragment ? undefined : content)
      },

      render(markup, stylesOf) {
        const stylesOfFragments: StyleOfElement[] = []
        let around = ''
        let html = ''
        let end = 0
        for (let start = markup.indexOf(START); start >= 0; start = markup.indexOf(START, end)) {
          around += markup.slice(end, start)
          html += markup.slice(end, start)
          const contentStart = markup.indexOf('>', start) + 1
          const contentEnd = markup.indexOf(END, contentStart)
          const { key, fragment } = placed[parseInt(markup.slice(start + START.length, contentStart))] ?? lostFragment()
          const content = fragment ?? newFragment(copyOf(markup.slice(contentStart, contentEnd)), stylesOf)
          if (!fragment) cache.set(key, content)
          stylesOfFragments.push(...content.styles)
          html += content.html
          end = contentEnd + END.length
        }
        const rest = markup.slice(end)
        return { html: html + rest, styles: [...stylesOf(around + rest), ...stylesOfFragments] }
      },
    }
  }
}

function newFragment(html: string, stylesOf: (html: string) => StyleOfElement[]): Fragment {
  if (html.includes(START)) throw new Error('A kept part holds another one.')
  return { html, styles: stylesOf(html) }
}

/** A substring may retain its whole source: that of a fragment would retain the markup of the whole page. */
function copyOf(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text))
}

function lostFragment(): never {
  throw new Error('The markup holds a part that was not placed in it.')
}
