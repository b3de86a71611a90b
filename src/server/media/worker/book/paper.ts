import { COLOURS as PAGE_COLOURS } from '../link-picture/colours'
import type { TextLook } from './typesetter'

/** A5 in points (72 per inch). */
export const PAPER = { width: 419.53, height: 595.28 }
/** The text area: 18 mm from the edges, a little more at the bottom, for the page number. */
export const AREA = { left: 51, top: 51, width: PAPER.width - 102, height: PAPER.height - 51 - 62 }

const { clay: CLAY, grey: GREY } = PAGE_COLOURS
const INK = '#1a1a1a'

export const LOOKS = {
  prose: { face: 'normal', size: 10.5, leading: 15.5, colour: INK },
  quotation: { face: 'normal', size: 10.5, leading: 15.5, colour: GREY },
  heading: { face: 'normal', size: 15, leading: 20, colour: CLAY },
  caption: { face: 'italic', size: 9.5, leading: 13.5, colour: INK },
  whenAndWho: { face: 'italic', size: 8.5, leading: 12, colour: GREY },
  signature: { face: 'bold', size: 9.5, leading: 14, colour: INK },
  small: { face: 'normal', size: 8.5, leading: 12, colour: GREY },
  surname: { face: 'normal', size: 15, leading: 22, colour: GREY, spacing: 0.09 },
  givenNames: { face: 'normal', size: 26, leading: 32, colour: INK },
  dates: { face: 'normal', size: 12, leading: 17, colour: GREY },
  pageNumber: { face: 'normal', size: 8.5, leading: 12, colour: GREY },
} as const satisfies Record<string, TextLook>
