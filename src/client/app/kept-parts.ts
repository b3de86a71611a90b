import { LRUCache } from 'lru-cache'
import { createElement, type ReactNode } from 'react'
import type { KeptParts } from '@client/ui/kept-part'

/** One for each class of an element; animations have one too. */
export interface StyleOfElement {
  name: string
  css: string
}

interface Part {
  html: string
  styles: StyleOfElement[]
}

/** Room for the cards of some thousand memorials. */
const KEPT_MAX_BYTES = 8 * 1024 ** 2
/** About what a part takes beside its HTML: styles are shared. */
const AROUND_PART_BYTES = 500

const TAG = 'kept-part'
const START = `<${TAG} n="`
const END = `</${TAG}>`

/** The parts of one screen that is being rendered. */
export interface PlacedParts extends KeptParts {
  /**
   * Puts remembered parts into the markup, and remembers the new ones. `stylesOf` finds the styles that a piece of this
   * rendering wears. They come back with the markup, in an order that does not tell which parts were remembered: the same
   * screen is the same text each time, and a browser that has it need not be sent it again.
   */
  fillIn(markup: string, stylesOf: (html: string) => StyleOfElement[]): { html: string; styles: StyleOfElement[] }
}

/** Remembers parts of screens between renderings. What no screen shows any more is forgotten. */
export function createPartsKeeper(): () => PlacedParts {
  const kept = new LRUCache<string, Part>({
    maxSize: KEPT_MAX_BYTES,
    sizeCalculation: ({ html }, key) => 2 * (html.length + key.length) + AROUND_PART_BYTES,
  })

  return () => {
    const placed: { key: string; part: Part | undefined }[] = []

    return {
      place(key: string, content: ReactNode) {
        const part = kept.get(key)
        const n = placed.push({ key, part }) - 1
        return createElement(TAG, { n }, part ? undefined : content)
      },

      fillIn(markup, stylesOf) {
        const stylesOfParts: StyleOfElement[] = []
        let around = ''
        let html = ''
        let end = 0
        for (let start = markup.indexOf(START); start >= 0; start = markup.indexOf(START, end)) {
          around += markup.slice(end, start)
          html += markup.slice(end, start)
          const contentStart = markup.indexOf('>', start) + 1
          const contentEnd = markup.indexOf(END, contentStart)
          const { key, part } = placed[parseInt(markup.slice(start + START.length, contentStart))] ?? lostPart()
          const content = part ?? newPart(copyOf(markup.slice(contentStart, contentEnd)), stylesOf)
          if (!part) kept.set(key, content)
          stylesOfParts.push(...content.styles)
          html += content.html
          end = contentEnd + END.length
        }
        const rest = markup.slice(end)
        return { html: html + rest, styles: [...stylesOf(around + rest), ...stylesOfParts] }
      },
    }
  }
}

function newPart(html: string, stylesOf: (html: string) => StyleOfElement[]): Part {
  if (html.includes(START)) throw new Error('A kept part holds another one.')
  return { html, styles: stylesOf(html) }
}

/** A piece of a string may keep all of it in memory: that of a part would keep the markup of the whole screen. */
function copyOf(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text))
}

function lostPart(): never {
  throw new Error('The markup holds a part that was not placed in it.')
}
