import { AREA, LOOKS, PAPER } from './paper'
import type { Row } from './rows'
import type { Typesetter } from './typesetter'

/** From the bottom of the page to the page number, in points. */
const NUMBER_FROM_FOOT = 42

export interface Flow {
  /** Puts rows onto the page, and onto the next one when they do not fit. */
  add(rows: Row[]): void
  /** What follows starts on a new page. */
  turnPage(): void
}

/** Fills the pages of a document one after another. All are numbered except the cover. */
export function createFlow(doc: PDFKit.PDFDocument, typesetter: Typesetter): Flow {
  let page = 0
  let top = 0
  let isTurnDue = true
  const bottom = AREA.top + AREA.height

  function openPage(): void {
    doc.addPage()
    page++
    top = AREA.top
    isTurnDue = false
    if (page > 1) drawNumber()
  }

  function drawNumber(): void {
    const [line] = typesetter.linesOf(String(page), LOOKS.pageNumber, AREA.width)
    if (!line) return
    const left = (PAPER.width - line.width) / 2
    typesetter.drawLine(line, LOOKS.pageNumber, { left, top: PAPER.height - NUMBER_FROM_FOOT })
  }

  function place(rows: Row[]): void {
    if (isTurnDue) openPage()
    const isAtTop = () => top === AREA.top
    const height = rows.reduce((sum, row, index) => sum + row.height + (index === 0 && isAtTop() ? 0 : row.above), 0)
    if (!isAtTop() && top + height > bottom) openPage()
    for (const row of rows) {
      // Only when the rows do not fit on one page together.
      if (!isAtTop() && top + row.above + row.height > bottom) openPage()
      if (!isAtTop()) top += row.above
      row.draw(top)
      top += row.height
    }
  }

  return {
    add(rows) {
      let together: Row[] = []
      for (const row of rows) {
        together.push(row)
        if (row.keepWithNext) continue
        place(together)
        together = []
      }
      if (together.length > 0) place(together)
    },
    turnPage() {
      isTurnDue = true
    },
  }
}
