/** «Книга памяти»: a page as a booklet. Texts are as people typed them; they are set when the book is made. */
export interface Book {
  /** The title of the file: whose book it is. */
  title: string
  siteName: string
  /** The surname, or '' where it is not known. */
  lastname: string
  /** Name and patronymic. */
  givenNames: string
  maidenName: string | null
  /** The dates in words. */
  life: string
  biography: string
  burial: BookBurial | undefined
  /** Photos that were left out because there are so many. */
  photosLeftOut: number
  /** How many words of memory the page has. Of very many the book has the first ones. */
  wordsTotal: number
  /** The address of the page. */
  address: string
  /** The page opens only with a PIN. */
  isClosed: boolean
  /** The day on which it was made, in words. */
  madeOn: string
}

export interface BookBurial {
  address: string | null
  coordinates: string | null
}

/** A photograph in its book. */
export interface BookPhoto {
  description: string
  /** When it was made, and who is on it. */
  whenAndWho: string
}

/** Somebody's words in the book. */
export interface BookWords {
  description: string
  author: string
  /** What those who keep the page answered. */
  reply: string | null
  /** The day of writing, in words. */
  day: string
}

/** The same, with where its parts lie: absolute paths of local files, pictures of ours. */
export interface BookTask {
  book: Book
  portrait?: string
  burialPhoto?: string
  photos: (BookPhoto & { file: string })[]
  /** A file of `BookWords` as JSON, each in a line. They may be many, and are never in memory together. */
  words: string
  /** The PDF file that is written. */
  target: string
}
