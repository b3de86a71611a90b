import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { PlateTone } from '@contract/plate'
import type { Plate } from './plate'
import { pathOf } from './plate-svg'

/** A hundredth of a millimetre in points (72 per inch). */
export const HUNDREDTH_POINTS = 72 / 2540

/** Greyscale operators of PDF: they print with black ink alone, where four inks would blur small modules. */
const [WHITE, BLACK] = ['1 g', '0 g']
const COLOURS: Record<PlateTone, [ground: string, ink: string]> = { dark: [WHITE, BLACK], light: [BLACK, WHITE] }

/** The plate as a page of its own size. Drawing units are hundredths of a millimetre; letters are outlines. */
export async function platePdf(plate: Plate, facts: { title: string; author: string }): Promise<Buffer> {
  const { width, height, tone, code, letters } = plate
  const [ground, ink] = COLOURS[tone]
  const doc = new PDFDocument({
    size: [width * HUNDREDTH_POINTS, height * HUNDREDTH_POINTS],
    margin: 0,
    pdfVersion: '1.7',
    lang: 'ru',
    displayTitle: true,
    info: { Title: facts.title, Author: facts.author, Creator: facts.author },
  })
  doc.scale(HUNDREDTH_POINTS)
  doc.addContent(ground)
  doc.rect(0, 0, width, height).fill()
  doc.addContent(ink)
  doc.path(code).fill('even-odd')
  if (letters.length > 0) doc.path(pathOf(letters)).fill()
  doc.end()
  return buffer(doc)
}
