import type { PlateWords } from '../plates/words'

/**
 * «Книга памяти»: a memorial as a booklet. Texts are as people typed them; typography is applied when the book is made.
 */
export interface Book {
  /** The title of the PDF: whose book it is. */
  title: string
  siteName: string
  /** The last name, or '' where it is not known. */
  lastname: string
  /** Name and patronymic. */
  givenNames: string
  maidenName: string | null
  /** The dates in words. */
  life: string
  biography: string
  burial: BookBurial | undefined
  /** The number of photos that did not fit into the book. */
  photosLeftOut: number
  /** How many stories the memorial has, as below. */
  storiesTotal: number
  /** How many memories the memorial has. The book contains the first ones when there are too many. */
  memoriesTotal: number
  /** The URL of the memorial. */
  address: string
  /** The memorial opens only with a PIN. */
  isClosed: boolean
  /** The day on which the book was made, in words. */
  madeOn: string
}

export interface BookBurial {
  address: string | null
  coordinates: string | null
}

/** A photograph on the way to the grave, with its line or ''. */
export interface BookRoadStep {
  line: string
}

/** A photograph in the book. */
export interface BookPhoto {
  description: string
  /** When it was taken, and who is in it. */
  whenAndWho: string
}

/** A memory in the book. */
export interface BookMemory {
  description: string
  author: string
  /** The reply of an owner or keeper. */
  reply: string | null
  /** The day of writing, in words. */
  day: string
  /** As in `BookStory`. */
  voice: BookStory['voice']
}

/** A story in the book. */
export interface BookStory {
  question: string
  text: string
  /** Who told it, and what they were to the person. */
  author: string
  /** Where its voice is heard: an address on the page, and its length as a player shows it, if known. */
  voice: { address: string; length: string | null } | null
}

/** The book together with the absolute paths of its local files. The pictures are ones that this server encoded. */
export interface BookTask {
  book: Book
  portrait?: string
  burialPhoto?: string
  /** In the order of the way. */
  road: (BookRoadStep & { file: string })[]
  photos: (BookPhoto & { file: string })[]
  /**
   * A file with one `BookStory` or `BookMemory` per line, as JSON, the stories first. There may be many, so they are never in memory
   * all at once.
   */
  words: string
  /** The PDF file to write. */
  target: string
}

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
