import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import { HUNDREDTH_POINTS, layPlate, pathOf, type Plate } from '../plates/plate'
import type { PlateSheetTask } from '../books/book'
import { haveWritten, openFonts } from './book/typesetter'

/** A4 and its margins, in hundredths of a millimetre. Printers leave about 4 mm of each edge white. */
const [PAGE_WIDTH, PAGE_HEIGHT] = [21_000, 29_700]
const SIDE_MARGIN = 500
const TOP_MARGIN = 800
/** Contains the page number. */
const BOTTOM_MARGIN = 1200
const NUMBER_BASELINE = 500
const NUMBER_POINTS = 9
const HUNDREDTHS = 100
/** The crosses for cutting: short, so that none reaches into a code. */
const CROSS_ARM = 150
const CROSS_LINE = 8
const CROSS_COLOUR = '#808080'

/** Plates side by side. All have the width of a column; a row is as high as its highest plate. */
interface Row {
  plates: Plate[]
  height: number
}

/** Typesets plates into a PDF file, row by row, so that only one row is in memory. */
export async function setPlateSheet({ sheet, target }: PlateSheetTask): Promise<'set'> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'ru',
    displayTitle: true,
    info: { Title: sheet.title, Author: sheet.siteName, Creator: sheet.siteName },
  })
  const written = pipeline(doc, createWriteStream(target))
  const fonts = openFonts((name, file) => doc.registerFont(name, file))
  const column = sheet.sizeMm * HUNDREDTHS
  const columns = Math.floor((PAGE_WIDTH - 2 * SIDE_MARGIN) / column)
  const left = (PAGE_WIDTH - columns * column) / 2
  let pages = 0
  let top = Infinity

  function turnPage(): void {
    doc.addPage()
    pages++
    top = TOP_MARGIN
    writeNumber(doc, fonts, String(pages))
    doc.scale(HUNDREDTH_POINTS)
  }

  for (const { plates, height } of rowsOf(sheet, columns)) {
    if (top + height > PAGE_HEIGHT - BOTTOM_MARGIN) turnPage()
    for (const [index, plate] of plates.entries()) draw(doc, plate, left + index * column, top, column)
    drawCrosses(doc, { left, top, column, columns: plates.length, height })
    top += height
    await haveWritten(doc)
  }
  doc.end()
  await written
  return 'set'
}

function* rowsOf({ plates, sizeMm }: PlateSheetTask['sheet'], columns: number): Generator<Row> {
  for (let first = 0; first < plates.length; first += columns) {
    const laid = plates
      .slice(first, first + columns)
      .map(({ text, words }) => layPlate({ text, words, sizeMm, tone: 'dark' }))
    yield { plates: laid, height: Math.max(...laid.map(({ height }) => height)) }
  }
}

/** Centred in its column, since its width is rounded down. */
function draw(doc: PDFKit.PDFDocument, plate: Plate, left: number, top: number, column: number): void {
  doc.save()
  doc.translate(left + (column - plate.width) / 2, top)
  // Black ink alone, as on a single plate.
  doc.addContent('0 g')
  doc.path(plate.code).fill('even-odd')
  if (plate.letters.length > 0) doc.path(pathOf(plate.letters)).fill()
  doc.restore()
}

interface Cells {
  left: number
  top: number
  column: number
  columns: number
  height: number
}

/** At all corners of the cells of a row. */
function drawCrosses(doc: PDFKit.PDFDocument, { left, top, column, columns, height }: Cells): void {
  doc.save()
  doc.lineWidth(CROSS_LINE).strokeColor(CROSS_COLOUR)
  for (let corner = 0; corner <= columns; corner++) {
    const x = left + corner * column
    for (const y of [top, top + height]) {
      doc.moveTo(x - CROSS_ARM, y).lineTo(x + CROSS_ARM, y)
      doc.moveTo(x, y - CROSS_ARM).lineTo(x, y + CROSS_ARM)
    }
  }
  doc.stroke()
  doc.restore()
}

/** At the bottom of the page, in points. */
function writeNumber(doc: PDFKit.PDFDocument, fonts: ReturnType<typeof openFonts>, number: string): void {
  const [run] = fonts.runsOf(number, 'normal')
  if (!run) return
  doc.font(run.font).fontSize(NUMBER_POINTS)
  const x = (PAGE_WIDTH * HUNDREDTH_POINTS - doc.widthOfString(number)) / 2
  doc.text(number, x, (PAGE_HEIGHT - NUMBER_BASELINE) * HUNDREDTH_POINTS, { baseline: 'alphabetic', lineBreak: false })
}
