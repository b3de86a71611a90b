import type { PlateWords } from './words'

/** All plates of an account on sheets of A4. */
export interface PlateSheet {
  title: string
  siteName: string
  /** The width of each code with its border, in millimetres. */
  sizeMm: number
  /** In the order of printing. */
  plates: { text: string; words: PlateWords }[]
}

/** The sheet and the absolute path of the PDF file to write. */
export interface PlateSheetTask {
  sheet: PlateSheet
  target: string
}
