import { blocksOf, type ProseBlock } from '@contract/prose'
import { typeset } from '@contract/typeset'
import { AREA, type Line, LOOKS, PAPER, type TextLook, type Typesetter } from './typesetter'

/** What is never split between two pages: a line, a picture. Sizes in points. */
export interface Row {
  /** The space above, except at the top of a page. */
  above: number
  height: number
  /** Whether the next row must be on the same page. */
  keepWithNext: boolean
  draw(top: number): void
}

interface RowsOptions {
  /** The space above the first line. */
  above?: number
  align?: 'left' | 'centre'
  /** The left margin. */
  indent?: number
  /** The right margin. */
  outdent?: number
  /** Whether the last line must be on the same page as what follows. */
  keepWithNext?: boolean
  /** Drawn in the indent before the first line. */
  mark?: string
}

const PARAGRAPH_GAP = 7
const LIST_INDENT = 16
const ITEM_GAP = 3
const QUOTATION_INDENT = 18
const BALANCED_LINES_MAX = 6
/** In points. */
const BALANCED_TO = 4

export type RowMaker = ReturnType<typeof createRowMaker>

/** Turns texts into rows. A paragraph never leaves a single line on a page (no widows or orphans). */
export function createRowMaker(typesetter: Typesetter) {
  function text(content: string, look: TextLook, options: RowsOptions = {}): Row[] {
    const { above = 0, align = 'left', indent = 0, outdent = 0, keepWithNext = false, mark } = options
    const width = AREA.width - indent - outdent
    const set = typeset(content)
    const lines = align === 'centre' ? balanced(set, look, width) : typesetter.linesOf(set, look, width)
    const leftOf = (line: Line) => AREA.left + indent + (align === 'centre' ? (width - line.width) / 2 : 0)
    return lines.map((line, index) => ({
      above: index === 0 ? above : 0,
      height: look.leading,
      keepWithNext: isBoundToNext(index, lines.length, keepWithNext),
      draw(top) {
        if (mark && index === 0) {
          const [drawn] = typesetter.linesOf(mark, look, AREA.width)
          if (drawn) typesetter.drawLine(drawn, look, { left: AREA.left + indent - LIST_INDENT, top })
        }
        typesetter.drawLine(line, look, { left: leftOf(line), top })
      },
    }))
  }

  /** The minimum number of lines, of similar length. */
  function balanced(content: string, look: TextLook, width: number): Line[] {
    const lines = typesetter.linesOf(content, look, width)
    if (lines.length < 2 || lines.length > BALANCED_LINES_MAX) return lines
    let [tooNarrow, wide] = [width / 2, width]
    let best = lines
    while (wide - tooNarrow > BALANCED_TO) {
      const middle = (tooNarrow + wide) / 2
      const narrower = typesetter.linesOf(content, look, middle)
      if (narrower.length > lines.length) tooNarrow = middle
      else [wide, best] = [middle, narrower]
    }
    return best
  }

  function block(part: ProseBlock, options: RowsOptions): Row[] {
    const item = (content: string, mark: string, index: number, isLast: boolean) =>
      text(content, LOOKS.prose, {
        above: index === 0 ? (options.above ?? 0) : ITEM_GAP,
        indent: LIST_INDENT,
        mark,
        keepWithNext: isLast && !!options.keepWithNext,
      })
    switch (part.kind) {
      case 'list':
        return part.items.flatMap((content, index) => item(content, '•', index, index === part.items.length - 1))
      case 'numbered':
        return part.items.flatMap(({ number, text: content }, index) =>
          item(content, `${number}.`, index, index === part.items.length - 1),
        )
      case 'quotation':
        return text(part.text, LOOKS.quotation, { ...options, indent: QUOTATION_INDENT, outdent: QUOTATION_INDENT })
      case 'heading':
        return text(part.text, LOOKS.subheading, { ...options, keepWithNext: true })
      default:
        return text(part.text, LOOKS.prose, options)
    }
  }

  return {
    text,

    /** A long text with its author's paragraphs. */
    prose(
      content: string,
      { above = 0, keepWithNext = false }: Pick<RowsOptions, 'above' | 'keepWithNext'> = {},
    ): Row[] {
      const blocks = blocksOf(content)
      return blocks.flatMap((part, index) =>
        block(part, {
          above: index === 0 ? above : PARAGRAPH_GAP,
          keepWithNext: keepWithNext && index === blocks.length - 1,
        }),
      )
    },
  }
}

/** The first line stays with the second, and the last but one with the last. */
function isBoundToNext(index: number, lines: number, keepWithNext: boolean): boolean {
  if (index === lines - 1) return keepWithNext
  return index === 0 || index === lines - 2
}

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
