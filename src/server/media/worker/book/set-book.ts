import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import type { BookTask, BookMemory, BookStory } from '../../books/book'
import { AREA, createTypesetter, haveWritten, openFonts, UNKNOWN_LETTERS } from './typesetter'
import { createFlow, createRowMaker, type Flow, type Row } from './rows'
import { createSections, printedPicture } from './sections'

/**
 * Typesets a book into a PDF file, in this order: the cover, biography, stories, memories, photographs, burial place, the road to it, code.
 * Unreadable pictures are left out.
 */
export async function setBook(task: BookTask): Promise<'set'> {
  const { book, photos, target } = task
  const doc = new PDFDocument({
    size: 'A5',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'ru',
    displayTitle: true,
    // The cache would grow with every word of the book.
    fontLayoutCache: false,
    info: { Title: book.title, Author: book.siteName, Creator: book.siteName },
  })
  const written = pipeline(doc, createWriteStream(target))
  const fonts = openFonts((name, file) => doc.registerFont(name, file))
  const typesetter = createTypesetter(doc, fonts)
  const sections = createSections({ doc, typesetter, rows: createRowMaker(typesetter) })
  const flow = createFlow(doc, typesetter)

  flow.add(sections.cover(book, task.portrait ? await printedPicture(task.portrait) : undefined))
  flow.turnPage()
  if (book.biography.trim()) flow.add(sections.biography(book.biography))

  let [stories, letters] = [0, 0]
  let isIncomplete = fonts.printable(book.biography).includes(UNKNOWN_LETTERS)
  const endStories = () => {
    if (stories > 0 && book.storiesTotal > stories) flow.add(sections.storiesLeftOut(book.storiesTotal - stories))
  }
  for await (const line of createInterface({ input: createReadStream(task.words) })) {
    const words = JSON.parse(line) as BookStory | BookMemory
    if ('question' in words) {
      if (stories === 0) flow.turnPage()
      flow.add([...(stories === 0 ? sections.storiesHeading() : []), ...sections.story(words, stories === 0)])
      stories++
    } else {
      if (letters === 0) endStories()
      if (letters === 0) flow.turnPage()
      flow.add([...(letters === 0 ? sections.memoriesHeading() : []), ...sections.letter(words, letters === 0)])
      letters++
    }
    const printed = 'question' in words ? words.text : words.description
    isIncomplete ||= fonts.printable(printed).includes(UNKNOWN_LETTERS)
    await haveWritten(doc)
  }
  if (letters === 0) endStories()
  if (letters > 0 && book.memoriesTotal > letters) flow.add(sections.memoriesLeftOut(book.memoriesTotal - letters))

  flow.turnPage()
  const album = createAlbum(flow)
  for (const { file, ...words } of photos) {
    const printed = await printedPicture(file)
    if (!printed) continue
    album.add([...(album.isEmpty() ? sections.photosHeading() : []), ...sections.photo(printed, words)])
    await haveWritten(doc)
  }
  if (!album.isEmpty() && book.photosLeftOut > 0) album.add(sections.photosLeftOut(book.photosLeftOut))
  album.close()

  if (book.burial) {
    flow.add(sections.burial(book.burial, task.burialPhoto ? await printedPicture(task.burialPhoto) : undefined))
  }
  let steps = 0
  for (const { file, ...words } of task.road) {
    const printed = await printedPicture(file)
    if (!printed) continue
    steps++
    flow.add([...(steps === 1 ? sections.roadHeading() : []), ...sections.roadStep(printed, words, steps)])
    await haveWritten(doc)
  }
  flow.add(sections.colophon(book, isIncomplete))
  doc.end()
  await written
  return 'set'
}

/** Between two photographs on a page, in points. */
const GAP = 22
/** The share of a page's free space that goes above its photographs. */
const SHARE_ABOVE = 0.45

export interface Album {
  /** A photograph with its caption, or a heading. It is not split. */
  add(rows: Row[]): void
  isEmpty(): boolean
  /** Finishes the last page. What follows starts on a new one. */
  close(): void
}

/** Pages of photographs: as many as fit on each, vertically centred; on the first page at the top. */
function createAlbum(flow: Flow): Album {
  let pages = 0
  let isEmpty = true
  let page: Row[] = []

  function setPage(): void {
    if (page.length === 0) return
    const free = pages === 0 ? 0 : Math.max(0, AREA.height - heightOf(page))
    flow.add([{ above: 0, height: free * SHARE_ABOVE, keepWithNext: true, draw: () => undefined }, ...page])
    flow.turnPage()
    page = []
    pages++
  }

  return {
    add([first, ...others]) {
      if (!first) return
      const isFirst = isEmpty || page.length === 0
      const rows = [{ ...first, above: isFirst ? 0 : Math.max(first.above, GAP) }, ...others]
      if (heightOf([...page, ...rows]) > AREA.height) {
        setPage()
        rows[0] = { ...first, above: 0 }
      }
      page.push(...rows)
      isEmpty = false
    },
    isEmpty: () => isEmpty,
    close: setPage,
  }
}

function heightOf(rows: Row[]): number {
  return rows.reduce((sum, { above, height }) => sum + above + height, 0)
}
