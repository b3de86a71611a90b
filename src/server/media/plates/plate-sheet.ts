import type { PlateWords } from './words'

/** All plates of an account on sheets of A4. */
export interface PlateSheet {
  title: string
  siteName: string
  /** The width of each code with its border, in millimetres. */
  sizeMm: number
  /** In the order in which they stand. */
  plates: { text: string; words: PlateWords }[]
}

/** The same, with the PDF file that is written (an absolute path). */
export interface PlateSheetTask {
  sheet: PlateSheet
  target: string
}
